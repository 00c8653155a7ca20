# SPDX-License-Identifier: MIT
"""Runs every row of the shared index of plan files through graze, and holds what it says
against the row: formats.py GRAZE FOLDER SCRATCH [WORD]. Prints `ok ROW` or `FAIL ROW: why`."""
import csv
import os
import re
import subprocess
import sys

graze, folder, scratch = sys.argv[1:4]
word = sys.argv[4] if len(sys.argv) > 4 else ''


def run(*arguments):
    done = subprocess.run([graze, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def read_paths(text):
    paths = {}
    for row in csv.DictReader(text.splitlines()):
        paths.setdefault(row['agent'], []).append(
            tuple(float(row[name]) for name in ('time', 'x', 'y')))
    return paths


def place(path, time):
    """Where a path is at a time; it stands before and after."""
    for (t0, x0, y0), (t1, x1, y1) in zip(path, path[1:]):
        if t0 <= time <= t1 and t1 > t0:
            share = (time - t0) / (t1 - t0)
            return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
    return path[0][1:] if time <= path[0][0] else path[-1][1:]


def path_fault(ours, wanted):
    if ours[0][0] != wanted[0][0] or abs(ours[-1][0] - wanted[-1][0]) > 1e-9:
        return 'another life'
    if len(ours) == len(wanted):
        gaps = [abs(a - b) for p, q in zip(ours, wanted) for a, b in zip(p, q)]
        return 'another row' if max(gaps) > 1e-9 else None
    times = [row[0] for row in ours + wanted]
    gaps = [abs(a - b) for t in times for a, b in zip(place(ours, t), place(wanted, t))]
    return 'another place' if max(gaps) > 1e-9 else None


def plan_fault(ours, wanted):
    if set(ours) != set(wanted):
        return 'other agents'
    for agent in wanted:
        fault = path_fault(ours[agent], wanted[agent])
        if fault:
            return f'agent {agent}: {fault}'
    return None


def options(row, known):
    name, _, record = row['file'].partition('#')
    made = ['--record', record] if record else []
    scenario = known.get('scenario')
    if row['format'] == 'mapf-tracker' and scenario:
        made += ['--scenario', os.path.join(folder, scenario)]
    if row['format'] == 'rhcr-paths': # its map is not here, and its width is all that counts
        made += ['--map', os.path.join(scratch, 'kiva.map')]
    elif row['map']:
        made += ['--map', os.path.join(folder, row['map'])]
    return made, os.path.join(folder, name)


def check_fault(row, known, tolerance, wanted):
    made, path = options(row, known)
    radius = [] if row['radius'] in ('own', '') else ['--radius', row['radius']]
    status, out, err = run('check', '--tolerance', tolerance, '--at-end', row['at_end'],
                           *radius, *made, path)
    if row['expected_csv'] == '':
        return None if status == 2 and 'error:' in err else f'exit {status} where 2 is wanted'
    found = re.search(r'pairs of (\d+) agents: (\d+) conflict', err)
    if not found:
        return f'exit {status}: {err.strip()[:300]}'
    stretches = sum(1 for line in out.splitlines()[1:] if ',cell ' not in line)
    got = (found.group(1), found.group(2), str(stretches))
    want = (row['agents'], wanted, row['stretches'])
    return None if got[:2] == want[:2] and (tolerance != '1e-9' or got == want) else \
        f'agents, conflicts, stretches {got}, not {want}'


def row_fault(row, known):
    fault = check_fault(row, known, '1e-9', row['conflicts_expected'])
    if fault or row['expected_csv'] == '':
        return fault
    fault = check_fault(row, known, '1e-6', row['conflicts_tol_1e-6'])
    if fault:
        return fault
    made, path = options(row, known)
    out = os.path.join(scratch, 'converted.csv')
    status, _, err = run('convert', '--from', 'plan', '--to', 'waypoints', *made, path, out)
    if status != 0:
        return f'convert: exit {status}: {err.strip()[:300]}'
    with open(out) as ours, open(os.path.join(folder, row['expected_csv'])) as wanted:
        return plan_fault(read_paths(ours.read()), read_paths(wanted.read()))


with open(os.path.join(scratch, 'kiva.map'), 'w') as made:
    made.write('type octile\nheight 33\nwidth 46\nmap\n' + ('.' * 46 + '\n') * 33)
with open(os.path.join(folder, 'runs.csv')) as runs:
    known = {row['file']: row for row in csv.DictReader(runs)}
wrong = 0
with open(os.path.join(folder, 'index.csv')) as index:
    for row in csv.DictReader(index):
        name = f"{row['file']} {row['radius']}"
        if 'planviz3' in row['expected_csv']: # no reading of ours: it is the wrong answer
            continue
        if word not in name:
            continue
        fault = row_fault(row, known.get(row['file'], {}))
        wrong += fault is not None
        print(f'FAIL {name}: {fault}' if fault else f'ok {name}', flush=True)
sys.exit(1 if wrong else 0)
