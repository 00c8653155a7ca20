/* SPDX-License-Identifier: MIT */
/* Names and messages of statuses, spelt out from the one list in the header. */
#include <graze/status.h>

#define NAME_OF(identifier, message) #identifier,
static const char *const names[] = {GRAZE_STATUS_LIST(NAME_OF)};
#undef NAME_OF

#define MESSAGE_OF(identifier, message) message,
static const char *const messages[] = {GRAZE_STATUS_LIST(MESSAGE_OF)};
#undef MESSAGE_OF

/* The cast folds negative numbers, which a caller may forge, into large ones. */
static int is_known(graze_status status)
{
    return (unsigned)status < (unsigned)GRAZE_STATUS_COUNT;
}

const char *graze_status_name(graze_status status)
{
    return is_known(status) ? names[status] : "GRAZE_ERROR_UNKNOWN";
}

const char *graze_status_message(graze_status status)
{
    return is_known(status) ? messages[status] : "unknown status";
}
