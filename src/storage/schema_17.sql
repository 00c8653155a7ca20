-- SPDX-License-Identifier: MIT
-- What version 17 changes: each of `motion`, `motion_more` and `ramp` has a digest of its own, of
-- the columns that it has. Until now there was one of all that they say, which is that of the view
-- motion_whole, and holds.
UPDATE run_digest SET table_name = 'motion_whole' WHERE table_name = 'motion';
