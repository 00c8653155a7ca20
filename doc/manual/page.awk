# SPDX-License-Identifier: MIT
# A page of the manual from a page in Markdown, as far as ours use it: headings, paragraphs,
# lists, tables, code in lines and in blocks.
#
#     awk -v title=graze-formats -v version=0.1.0 -f page.awk formats.md

# Text that roff would take for its own is guarded; `code` and **bold** change the font, and a
# link shows its text.
function roff(text,    done, piece) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    gsub(/'/, "\\(aq", text)
    done = ""
    while (match(text, /\[[^]]*\]\([^)]*\)/)) {
        piece = substr(text, RSTART + 1, RLENGTH - 1)
        sub(/\]\(.*/, "", piece)
        done = done substr(text, 1, RSTART - 1) piece
        text = substr(text, RSTART + RLENGTH)
    }
    text = done text
    done = ""
    while (match(text, /`[^`]+`|\*\*[^*]+\*\*/)) {
        piece = substr(text, RSTART, RLENGTH)
        gsub(/^(`|\*\*)|(`|\*\*)$/, "", piece)
        done = done substr(text, 1, RSTART - 1) "\\fB" piece "\\fR"
        text = substr(text, RSTART + RLENGTH)
    }
    text = done text
    gsub(/`/, "\\(ga", text)
    return text
}

function line(text) {
    if (text ~ /^[.]/)
        text = "\\&" text
    print text
}

function code(on) {
    if (on != in_code)
        print on ? ".RS 4\n.nf" : ".fi\n.RE"
    in_code = on
    fresh = 1
}

# A row of a table: its first cell, and below it the others.
function row(text,    cell, cells, i, rest) {
    gsub(/\\\|/, "\001", text)
    gsub(/^\| *| *\|$/, "", text)
    cells = split(text, cell, / *\| */)
    print ".TP"
    line(roff(cell[1]))
    rest = ""
    for (i = 2; i <= cells; i++)
        if (cell[i] != "")
            rest = rest (rest == "" ? "" : "; ") cell[i]
    gsub(/\001/, "|", rest)
    line(roff(rest == "" ? "\\&" : rest))
}

NR == 1 {
    name = $0
    sub(/^# */, "", name)
    printf ".TH \"%s\" \"5\" \"\" \"Graze %s\" \"Graze\"\n", toupper(title), version
    printf ".SH NAME\n%s \\- %s\n", roff(title), roff(tolower(substr(name, 1, 1)) substr(name, 2))
    print ".SH DESCRIPTION"
    fresh = 0
    next
}
/^```/ { fenced = !fenced; code(fenced); next }
fenced || /^    / { code(1); sub(/^    /, ""); text = roff($0); line(text == "" ? "\\&" : text); next }
/^$/ { if (in_code) code(0); fresh = 1; next }
in_code { code(0) }
/^#/ { level = index($0, " ") - 1; sub(/^#+ */, ""); print (level < 3 ? ".SH " : ".SS ") toupper_or($0, level); fresh = 0; next }
/^\| *-/ { next }
/^\|/ { row($0); fresh = 1; next }
/^[*-] / { print ".IP \\(bu 2"; line(roff(substr($0, 3))); fresh = 0; next }
/^[0-9]+\. / { print ".IP " $1 " 4"; sub(/^[0-9]+\. /, ""); line(roff($0)); fresh = 0; next }
{
    if (fresh)
        print ".PP"
    fresh = 0
    sub(/^ +/, "")
    line(roff($0))
}
END { if (in_code) code(0) }

function toupper_or(text, level) { return level < 3 ? toupper(roff_plain(text)) : roff(text) }
function roff_plain(text) { gsub(/[`*]/, "", text); gsub(/-/, "\\-", text); gsub(/'/, "\\(aq", text); return text }
