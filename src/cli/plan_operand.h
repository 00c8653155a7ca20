/* SPDX-License-Identifier: MIT */
/* plan=ID on the command line: the plan of a results database that is meant. */
#ifndef GRAZE_CLI_PLAN_OPERAND_H
#define GRAZE_CLI_PLAN_OPERAND_H

#include <stdint.h>

#include "storage/database.h"

/* text: what follows plan=, or null for the plan of the latest finished run. Answers an
 * exit status, CLI_DONE to go on; what is wrong has been said, in the name of `command`. */
int plan_operand(const char *command, const char *text, database *db, int64_t *plan_id);

#endif
