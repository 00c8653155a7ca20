#!/bin/sh
# SPDX-License-Identifier: MIT
# The shared reference data, where it is at hand: the example plans of the
# Continuous-CBS reference, and the exact answers.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
examples=$GRAZE_SHARED/data/ccbs/examples
vectors=$GRAZE_SHARED/vectors

it 'the roadmap example collides'
if shared data/ccbs/examples/roadmap_task_log.xml; then
    runs 1 check --radius 0.353553 -o results.db "$examples/roadmap_task_log.xml"
    row=$(grep '^0,3,conflict,' ../out)
    echo "$row" | awk -F, '{ exit !($5 < 76.83 && $6 > 76.82 && $6 - $5 < 2 &&
        $7 > 0.0655 && $7 < 0.0665 && $8 > 76.8 && $8 < 76.86) }' ||
        fault "agents 0 and 3: $row"
    says 'pairs of 10 agents: '
    runs 0 query results.db "select depth_m from meeting where verdict = 'conflict'" --format csv
    prints_line "$(echo "$row" | cut -d, -f7)"
fi

it 'the grid example only touches and grazes'
if shared data/ccbs/examples/grid_task_log.xml; then
    runs 0 check --radius 0.35355339059327379 "$examples/grid_task_log.xml"
    grep -qE '^78 pairs of 13 agents: 0 conflict, [1-9][0-9]* graze, [0-9]+ touch' ../err ||
        fault "it said: $(cat ../err)"
    says 'deepest graze: '
fi

# answers FILE QUESTION [TOLERANCE]: all rows, through graze pairs, compared with
# the exact answers.
answers() {
    file=$vectors/$1 question=$2
    shift 2
    tolerance=${1:-0}
    chosen=''
    [ $# -eq 0 ] || chosen="--tolerance $tolerance"
    # Options are a list of words.
    # shellcheck disable=SC2086
    python3 "$vectors/to_pairs.py" "$file" $chosen >pairs.csv &&
        runs 0 pairs --what "$question" --tolerance "$tolerance" --hex --all pairs.csv &&
        python3 "$vectors/compare.py" "$file" "$question" ../out --strict $chosen >compared ||
        fault "$1 $question $tolerance: $(cat compared)"
    rows=$((rows + $(sed -n 's/^\([0-9]*\) rows, 0 wrong decisions, 0 ends.*/\1/p' compared)))
}

# exact QUESTION NAME…: every row of these files.
exact() {
    question=$1
    shift
    for name in "$@"; do
        it "the $question of $name are exact"
        if has python3 && shared "vectors/$name.csv"; then
            rows=0
            answers "$name.csv" "$question"
            echo "# $name: $rows rows compared"
        fi
    done
}

exact conflicts disc_cv disc_ca sphere_cv sphere_ca disc_wp disc_mixed poly_cv poly_ca rounded
exact conflicts ramp_ramp ramp_wp ramp_cv ramp_ca
exact unsafe-starts delay_cv delay_ca sphere_cv sphere_ca disc_wp disc_mixed poly_cv poly_ca rounded
exact unsafe-starts ramp_ramp ramp_wp ramp_cv ramp_ca
exact unsafe-speeds speed_cv speed_ca

it 'verdicts and clearances are exact for every tolerance'
if has python3 && shared vectors/verdict.csv; then
    rows=0
    for tolerance in $(python3 "$vectors/to_pairs.py" --list-tolerances "$vectors/verdict.csv"); do
        answers verdict.csv verdict "$tolerance"
        answers verdict.csv clearance "$tolerance"
    done
    echo "# verdict: $rows rows compared"
fi

# breaks FILE QUESTION TOLERANCE: a row that was refused, or took long, is answered.
breaks() {
    it "the $2 of $1 are answered"
    if shared "repro/$1.csv"; then
        runs 0 pairs --what "$2" --tolerance "$3" "$GRAZE_SHARED/repro/$1.csv"
    fi
}

breaks speeds-62-gon unsafe-speeds 0.5
breaks starts-3-and-7-gon unsafe-starts 1
breaks starts-3-and-7-gon unsafe-speeds 1
breaks slow-starts unsafe-starts 0x1p-510
breaks slow-starts-2 unsafe-starts 0x1p-900

summary
