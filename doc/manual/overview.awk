# SPDX-License-Identifier: MIT
# graze(3) from the public headers, graze.h first: what each says of itself at its top, and the
# functions that it declares.
#
#     awk -v version=0.1.0 -f overview.awk graze.h graze/*.h

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    gsub(/`/, "\\(ga", text)
    return text
}

# A paragraph of a comment; what is indented keeps its lines.
function say(text,    lines, each, i, kept) {
    if (text == "")
        return
    kept = text ~ /(^|\n) /
    print kept ? ".PP\n.nf" : ".PP"
    lines = split(text, each, "\n")
    for (i = 1; i <= lines; i++)
        print (each[i] ~ /^[.]/ ? "\\&" : "") roff(each[i])
    if (kept)
        print ".fi"
}

function functions() {
    if (declared != "")
        sub(/,$/, ".", declared)
    if (declared != "")
        print ".PP\nFunctions:" declared
    declared = ""
}

FNR == 1 {
    functions()
    name = FILENAME
    sub(/.*\/graze\//, "graze/", name)
    sub(/.*\//, "", name)
    umbrella = name == "graze.h"
    if (umbrella) {
        printf ".TH \"GRAZE\" \"3\" \"\" \"Graze %s\" \"Graze\"\n", version
        print ".SH NAME\ngraze \\- exact conflicts of moving agents, the library"
        print ".SH SYNOPSIS\n.nf\n.B #include <graze.h>\n.B cc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs graze)\n.fi"
        print ".SH DESCRIPTION"
    } else
        print ".SH <graze/" name ">"
    comment = 0
    paragraph = ""
    next
}
FNR == 2 { comment = 1; sub(/^\/\* /, " * ") }
comment {
    last = $0 ~ /\*\//
    sub(/^ \* ?/, "")
    sub(/ *\*\/.*/, "")
    sub(/^\/$/, "")
    if ($0 == "") {
        say(paragraph)
        paragraph = ""
    } else
        paragraph = paragraph == "" ? $0 : paragraph "\n" $0
    if (last) {
        say(paragraph)
        comment = 0
    }
    next
}
/^GRAZE_API/ && match($0, /graze_[a-z0-9_]+\(/) {
    declared = declared "\n.BR " substr($0, RSTART, RLENGTH - 1) " ,"
    next
}
END {
    functions()
    print ".SH SEE ALSO\n.BR graze (1),\n.BR graze\\-formats (5)"
}
