/* SPDX-License-Identifier: MIT */
#include "cli/plan_operand.h"

#include <errno.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/options.h"
#include "storage/question.h"

int plan_operand(const char *command, const char *text, database *db, int64_t *plan_id)
{
    if (text == NULL)
        return cli_status_of(question_latest_plan(db, plan_id));
    char *end = NULL;
    errno = 0;
    *plan_id = strtoll(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0)
        return options_refuse(command, NULL, "plan=%s: not a positive whole number", text);
    return cli_status_of(question_check_plan(db, *plan_id));
}
