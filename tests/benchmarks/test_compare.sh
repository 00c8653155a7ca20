#!/bin/sh
# SPDX-License-Identifier: MIT
# Does benchmarks/compare ask every contender, and compare what was taken in one round? Contenders are
# made up: each tells a time that it reads from the name under which it is called.
set -eu
top_srcdir=$(cd "${top_srcdir:-$(dirname "$0")/../..}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
passed=0 failed=0

check() { # SENTENCE COMMAND...
    sentence=$1
    shift
    if "$@"; then passed=$((passed + 1)); else echo "FAIL: $sentence" && failed=$((failed + 1)); fi
}

cat >contender <<'SH'
#!/bin/sh
case $1 in
write | conflicts) printf 'id,a_x\n0,1\n1,1\n2,3\n' ;;
graze) echo 'pairs 3 hits 2 ns 30' ;;
*) echo 'pairs 3 hits 1 ns 20' ;;
esac
SH
cat >peer <<'SH'
#!/bin/sh
echo "$1" >>asked
[ "$1" != interval ] || exit 77
[ -e fast ] && rm fast || touch fast
[ -e fast ] && echo 'pairs 3 hits 2 ns 10' || echo 'pairs 3 hits 2 ns 60'
SH
chmod +x contender peer

compare() { "$top_srcdir/benchmarks/compare" --contender ./contender "$@"; }
says() { grep -qxF "$1" out; }
refuses() { ! compare --family f --peer "$1" >out 2>&1; }

compare --family f --rounds 4 --peer other=./peer -o results.csv >out
check 'ratios to our own contenders are printed' says 'decision of recorded pairs | f | ratio to plain | 1.5'
check 'the median of even rounds lies between' says 'unsafe-starts of recorded pairs | f | ratio to other | 1.75'
check 'so does the least' says 'unsafe-starts of recorded pairs | f | ratio to other, least | 0.5'
check 'so does the greatest' says 'unsafe-starts of recorded pairs | f | ratio to other, greatest | 3.0'
check 'the end alone is a question of its own' says 'unsafe-end of recorded pairs | f | ratio to other | 1.75'
check 'hits stand beside them' says 'decision of recorded pairs | f | plain hits | 1'
check 'who does not answer a question is left out' sh -c '! grep -q "interval.*other" out'
check 'and asked about it once' [ "$(grep -c interval asked)" -eq 1 ]
check 'a peer runs in each round' [ "$(grep -c decision asked)" -eq 4 ]
check 'cells are written' grep -qxF 'compare,decision of recorded pairs,f,ratio to plain,1.5' results.csv

printf 'id,a_x\n0,1\n1,1\n2,3\n' >calls.csv
cat >contender <<'SH'
#!/bin/sh
[ "$1" != conflicts ] || { cp "$2" seen; cat "$2"; exit; }
echo 'pairs 2 hits 2 ns 30'
SH
compare --pairs calls.csv --distinct --rounds 1 >out
check 'repetitions are dropped' [ "$(wc -l <seen)" -eq 3 ]
check 'in a race of their own' says 'decision of recorded pairs | calls.csv | pairs | 2'
check 'and the row says so' says 'decision of recorded pairs | calls.csv, distinct | pairs | 2'

cat >contender <<'SH'
#!/bin/sh
case $1 in
write) printf 'id,a_x,a_vertices\n0,1,0 0 1 0 0 1\n' ;;
graze) echo 'pairs 3 hits 1 ns 30' ;;
*) exit 4 ;;
esac
SH
rm -f asked
compare --family polygons --rounds 1 --peer other=./peer >out
check 'swept bodies are a question of their own' [ "$(cat asked)" = sweep ]
check 'and raced' says 'sweep of recorded pairs | polygons | other hits | 2'

printf '#!/bin/sh\necho fast\n' >mute
printf '#!/bin/sh\necho pairs 1 hits 1 ns 1\n' >blind
chmod +x mute blind
check 'a peer that prints something else is refused' refuses other=./mute
check 'and one that read other pairs' refuses other=./blind
check 'and one without a name' refuses ./peer

printf '\n%s passed, %s failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
