# SPDX-License-Identifier: MIT
# Lists the mutants of C files, one a line, as FILE,LINE,COLUMN,OLD,NEW,KIND with tabs for commas:
#
#     awk -f mutants.awk src/numeric/*.c
#
# A mutant is one change of one word: a comparison, a sign, an operation, a truth, a constant, an
# error bound. Comments, strings, assertions and preprocessor lines have none.
BEGIN {
    OFS = "\t"
    # what is looked for, always with the spaces that clang-format puts round it
    add("comparison", " < ", " <= "); add("comparison", " <= ", " < ")
    add("comparison", " > ", " >= "); add("comparison", " >= ", " > ")
    add("comparison", " == ", " != "); add("comparison", " != ", " == ")
    add("sign", " + ", " - "); add("sign", " - ", " + ")
    add("sign", "(-", "("); add("sign", "return -", "return "); add("sign", ", -", ", ")
    add("operation", " * ", " / "); add("operation", " / ", " * ")
    add("operation", "fmin(", "fmax("); add("operation", "fmax(", "fmin(")
    add("truth", " && ", " || "); add("truth", " || ", " && ")
    add("truth", "return true;", "return false;"); add("truth", "return false;", "return true;")
    add("truth", "(!", "("); add("truth", "&& !", "&& ")
    add("constant", " + 1)", ")"); add("constant", " - 1)", ")")
    add("constant", " = 0;", " = 1;"); add("constant", "[0]", "[1]"); add("constant", "[1]", "[0]")
    add("constant", " 2 * ", " ")
}

function add(what, from, to) { kinds[++rules] = what; olds[rules] = from; news[rules] = to }

FNR == 1 { in_comment = 0 }

# The line with everything that must not be changed made blank, of the same length.
function code_of(line,    made, i, c, quote) {
    made = ""; quote = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (in_comment) {
            if (substr(line, i, 2) == "*/") { in_comment = 0; made = made "  "; i++ }
            else made = made " "
        } else if (quote != "") {
            if (c == "\\") { made = made "  "; i++ }
            else { if (c == quote) quote = ""; made = made " " }
        } else if (substr(line, i, 2) == "/*") { in_comment = 1; made = made "  "; i++ }
        else if (c == "\"" || c == "'") { quote = c; made = made " " }
        else made = made c
    }
    return made
}

function list(code, kind, old, new,    from, at) {
    from = 1
    while ((at = index(substr(code, from), old)) > 0) {
        print FILENAME, FNR, from + at - 1, old, new, kind
        from += at
    }
}

# A power of two below 2^-30 is an error bound: 0 claims that nothing is ever rounded. Half of it
# is a claim, too, and of a kind of its own: a bound may well be twice what is seen.
function list_bounds(code,    from, word) {
    from = 1
    while (match(substr(code, from), /0x1(\.[0-9a-f]+)?p-[0-9]+/)) {
        word = substr(code, from + RSTART - 1, RLENGTH)
        split(word, part, "p-")
        if (part[2] + 0 >= 30) {
            print FILENAME, FNR, from + RSTART - 1, word, "0", "bound"
            print FILENAME, FNR, from + RSTART - 1, word, part[1] "p-" part[2] + 1, "halved"
        }
        from += RSTART + RLENGTH - 1
    }
}

{
    code = code_of($0)
    if (code ~ /^ *#/ || code ~ /assert\(/ || code ~ /^ *(static )?const char/) next
    for (rule = 1; rule <= rules; rule++) list(code, kinds[rule], olds[rule], news[rule])
    list_bounds(code)
}
