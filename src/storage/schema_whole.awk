# SPDX-License-Identifier: MIT
# The newest schema in one text, out of the steps that lead to it, from the one that makes all
# objects anew on: awk -f schema_whole.awk schema_10.sql schema_11.sql ... >schema_whole.sql
#
# Of each object the last statement that makes it is kept, where none drops it later, with the
# columns that were added to it; rows are not moved, since a new file has none. A statement begins
# at the margin and ends with the first line that ends with a semicolon and has no comment, a
# trigger with END.

/^(CREATE|DROP|ALTER|INSERT|UPDATE|DELETE)/ && statement == "" { is_trigger = $2 == "TRIGGER" }
/^(CREATE|DROP|ALTER|INSERT|UPDATE|DELETE)/ || statement != "" { statement = statement $0 "\n" }
/^[^ -]/ && statement == "" { refuse("this line belongs to no statement") }
statement != "" && (is_trigger ? /^END;$/ : /;$/ && !/--/) {
    take(statement)
    statement = ""
}

function refuse(why) {
    printf "%s:%d: %s\n", FILENAME, FNR, why | "cat >&2"
    failed = 1
    exit 1
}

function take(text, word, name) {
    split(text, word, " ")
    name = word[2] == "UNIQUE" ? word[4] : word[3]
    sub(/;$/, "", name)
    if (word[1] ~ /^(INSERT|UPDATE|DELETE)$/ || word[2] == "TEMP" || name ~ /^temp\./)
        return
    if (word[1] == "CREATE") {
        place[name] = ++count
        made[count] = text
    } else if (word[1] == "ALTER" && word[4] == "ADD") {
        made[place[name]] = made[place[name]] text
    } else if (word[1] == "DROP" || word[4] == "RENAME") { # what has a new name is dropped by it
        made[place[name]] = ""
    } else {
        refuse("no such statement is known")
    }
}

END {
    if (!failed && statement != "")
        refuse("the last statement has no end")
    if (failed)
        exit 1
    for (i = 1; i <= count; i++)
        if (made[i] != "")
            printf "%s%s", (i > 1 ? "\n" : ""), made[i]
}
