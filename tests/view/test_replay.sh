#!/bin/sh
# SPDX-License-Identifier: MIT
# The replay page in a browser: every control, the keys, what is drawn. Needs Chromium
# (`chromium`, or what CHROMIUM names) and Python 3; skips visibly without them.
set -u
top_srcdir=${top_srcdir:-$(cd "$(dirname "$0")/../.." && pwd)}
GRAZE=${GRAZE:-$PWD/graze}
GRAZE_SHARED=${GRAZE_SHARED:-$top_srcdir/../shared}
export top_srcdir GRAZE GRAZE_SHARED
for program in python3 "${CHROMIUM:-chromium}"; do
    command -v "$program" >/dev/null 2>&1 && continue
    echo "skipped: the replay page in a browser: no $program"
    echo '0 passed, 0 failed, 1 skipped'
    exit 77
done
PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/test_replay.py" "$@"
