# SPDX-License-Identifier: MIT
"""A results database of `graze check -o`, read into arrays.

meetings and motions want a database of this version; `graze query DB runs` brings an older one up
to date.
"""
from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Optional, Sequence, Union
from urllib.parse import quote

import numpy as np


def query(database: Union[str, Path], sql: str, parameters: Sequence[Any] = ()) \
        -> dict[str, np.ndarray]:
    """The answer to a statement that only reads: one array for each column.

    Numbers become doubles or whole numbers, where no value is missing; all else is objects.
    """
    path = Path(database).resolve(strict=True)
    connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
    try:
        cursor = connection.execute(sql, parameters)
        names = [column[0] for column in cursor.description]
        rows = cursor.fetchall()
    finally:
        connection.close()
    columns = list(zip(*rows)) if rows else [()] * len(names)
    return {name: _array(values) for name, values in zip(names, columns)}


def _array(values: Sequence[Any]) -> np.ndarray:
    kinds = {type(value) for value in values}
    if kinds == {int}:
        return np.array(values, np.int64)
    if kinds and kinds <= {int, float}:
        return np.array(values, np.float64)
    array = np.empty(len(values), object)
    array[:] = values
    return array


def latest_plan(database: Union[str, Path]) -> int:
    """The plan of the latest finished run."""
    plan = query(database, "SELECT max(plan_id) AS plan FROM plan JOIN run USING (run_id) "
                           "WHERE state = 'finished'")["plan"]
    if plan[0] is None:
        raise LookupError("no run of this database is finished")
    return int(plan[0])


def meetings(database: Union[str, Path], plan: Optional[int] = None) -> dict[str, np.ndarray]:
    """All meetings of a plan (the latest finished one): labels, verdicts, times, depths."""
    return query(database, "SELECT * FROM meeting_labelled WHERE plan_id = ? "
                           "ORDER BY agent_a_id, agent_b_id, part",
                 (latest_plan(database) if plan is None else plan,))


def motions(database: Union[str, Path], plan: Optional[int] = None) -> dict[str, np.ndarray]:
    """All motions of a plan, in the order of agents and time; share is that of a ramp."""
    return query(database, "SELECT m.*, r.share FROM motion AS m "
                           "LEFT JOIN ramp AS r USING (plan_id, agent_id, seq) "
                           "WHERE m.plan_id = ? ORDER BY agent_id, seq",
                 (latest_plan(database) if plan is None else plan,))
