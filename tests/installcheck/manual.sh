#!/bin/sh
# SPDX-License-Identifier: MIT
# Does a stranger find the manual and completion? Every command has a page with all its options,
# which man sets without a warning, and each shell offers commands, options, choices and files.
set -eu
. "$(dirname "$0")/try.sh"
graze=$bindir/graze
commands=$("$graze" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')

# ---- pages ------------------------------------------------------------------------------

# Text of a page, without its fonts; groff's warnings are faults.
set_page() { man -l --warnings "$1" 2>&1 | col -b; }
sets_quietly() { [ -s "$1" ] && [ -z "$(man -l --warnings "$1" 2>&1 >/dev/null)" ]; }
# has_all_options COMMAND PAGE
has_all_options() {
    "$graze" "$1" --help | grep -oE '^ +(-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' \
        >"$scratch/options"
    set_page "$mandir/man1/$2.1" >"$scratch/page"
    while read -r option; do
        grep -q -- "$option" "$scratch/page" || { echo "$option is missing"; return 1; }
    done <"$scratch/options"
    [ "$(wc -l <"$scratch/options")" -gt 1 ]
}
printf '.TH A 1\n.SH NAME\na \\- b\n' >"$scratch/page.1"
if command -v col >/dev/null 2>&1 && man -l --warnings "$scratch/page.1" >/dev/null 2>&1; then
    for page in man1/graze.1 man3/graze.3 man5/graze-formats.5 man5/graze-schema.5; do
        try "$page is set" sets_quietly "$mandir/$page"
    done
    for command in $commands; do
        try "graze-$command(1) is set" sets_quietly "$mandir/man1/graze-$command.1"
        try "graze-$command(1) has all options" has_all_options "$command" "graze-$command"
    done
    if [ -x "$bindir/graze-batch-mpi" ]; then
        try 'graze-batch-mpi(1) is set' sets_quietly "$mandir/man1/graze-batch-mpi.1"
        try 'graze-batch-mpi(1) has all options' has_all_options batch graze-batch-mpi
    else
        skip 2 'no program for MPI'
    fi
else
    skip 22 'no man that sets a file'
fi
for command in $commands; do
    try "graze help $command is its --help" sh -c \
        "[ \"\$('$graze' help $command)\" = \"\$('$graze' $command --help)\" ]"
done
try '-V is --version' sh -c "[ \"\$('$graze' -V)\" = \"\$('$graze' --version)\" ]"

# ---- completion -------------------------------------------------------------------------

mkdir "$scratch/plans"
: >"$scratch/plans/plan one.csv"

# offers SHELL LINE WORD: what a shell offers at the end of the line has the word.
cat >"$scratch/ask.bash" <<'END'
source "$1"
read -ra COMP_WORDS <<<"$2"
case $2 in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_graze graze "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
END
ask() {
    case $1 in
        bash) bash "$scratch/ask.bash" "$datadir/bash-completion/completions/graze" "$2" ;;
        fish) fish --no-config -c "source $datadir/fish/vendor_completions.d/graze.fish
                                   complete -C '$2'" | sed 's/	.*//' ;;
    esac
}
offers() {
    (cd "$scratch/plans" && ask "$1" "$2") >"$scratch/offered"
    cat "$scratch/offered"
    grep -qxF -e "$3" "$scratch/offered"
}
offers_no() { ! offers "$@"; }

for shell in bash fish; do
    if ! command -v $shell >/dev/null 2>&1; then
        skip 8 "no $shell"
        continue
    fi
    try "$shell offers commands" offers $shell 'graze se' selftest
    try "$shell offers commands to help" offers $shell 'graze help s' solve
    try "$shell offers options" offers $shell 'graze check --unsafe' --unsafe-starts
    try "$shell offers no options of other commands" offers_no $shell 'graze check --me' --method
    try "$shell offers choices" offers $shell 'graze check --at-end ' vanish
    try "$shell offers no other words where there are choices" \
        offers_no $shell 'graze check --at-end ' 'plan one.csv'
    try "$shell offers files after an option" offers $shell 'graze check --map pl' 'plan one.csv'
    try "$shell offers files as operands" offers $shell 'graze check pl' 'plan one.csv'
done

# zsh completes in a terminal of its own only: what it would call is replaced.
cat >"$scratch/ask.zsh" <<'END'
words=(graze check --at-end '') CURRENT=4
_arguments() { print -rl -- "$@" }
_describe() { print -rl -- "${(@P)2}" }
source $1
words=(graze '') CURRENT=2
source $1
END
zsh_has() { zsh -f "$scratch/ask.zsh" "$datadir/zsh/site-functions/_graze" | grep -qF -e "$1"; }
if command -v zsh >/dev/null 2>&1; then
    try 'zsh is given choices' zsh_has ':stay|vanish:(stay vanish)'
    try 'zsh is given commands' zsh_has 'selftest:prove that this build'
else
    skip 2 'no zsh'
fi
count_and_end
