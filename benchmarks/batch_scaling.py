#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far does graze-batch-mpi scale? Times of jobs as they were measured, on ranks as a model has them.

    graze query results.db "SELECT cpu_s FROM job" | benchmarks/batch_scaling.py [JOBS]

The jobs are those of the input, again and again until there are JOBS (default: 100000). Rank 0 answers
one question after the other; a rank asks, waits for the answer, works, and keeps what it found. In
the end rank 0 takes the ranks' files in, one after the other. The constants were measured; see README.md."""
import heapq
import sys

ANSWER = 20e-6    # [s] rank 0 for one question: finding the job, two messages
LATENCY = 0.5e-3  # [s] until a rank sees the answer: it looks twice a millisecond
KEEP = 6.8e-3     # [s] a rank for one job beside the job: its process, its file, the commit
MERGE = 0.15e-3   # [s] rank 0 for one job's run in the end
SEND = 9500 / 1e9  # [s] for one job's bytes, at a gigabyte a second


def makespan(times, ranks):
    """[s] from the first question to the last file; ranks that work, beside rank 0."""
    free = 0.0
    asking = [(0.0, rank) for rank in range(ranks)]
    last = 0.0
    for time in times:
        asked, rank = heapq.heappop(asking)
        free = max(free, asked) + ANSWER
        done = free + LATENCY + time + KEEP
        last = max(last, done)
        heapq.heappush(asking, (done, rank))
    return last, len(times) * (MERGE + SEND)


def main():
    measured = [float(line) for line in sys.stdin if line.strip() and line[0].isdigit()]
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    times = [measured[i % len(measured)] for i in range(count)]
    one = sum(times) + count * KEEP
    print(f"{count} jobs of {sum(times) / count:.3f} s on average, the longest {max(times):.2f} s")
    print("| ranks | jobs done after [s] | files taken in [s] | speedup | of the ranks |")
    print("| --- | --- | --- | --- | --- |")
    for ranks in (1, 2, 10, 100, 300, 1000):
        work, gather = makespan(times, ranks)
        speedup = one / (work + gather)
        print(f"| {ranks} | {work:.1f} | {gather:.1f} | {speedup:.1f} | {speedup / ranks:.0%} |")


main()
