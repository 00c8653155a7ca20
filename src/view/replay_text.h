/* SPDX-License-Identifier: MIT */
/* Numbers and texts inside an HTML page. */
#ifndef GRAZE_VIEW_REPLAY_TEXT_H
#define GRAZE_VIEW_REPLAY_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* A number of JSON: the shortest decimal that reads back, -0, 1e999, -1e999. */
void replay_text_number(FILE *out, double value);

/* A string of JSON that is safe inside a <script> element: '<', '>' and '&' are
 * escaped too, control characters and line separators of JavaScript as well; bytes
 * that are no UTF-8 become U+FFFD. */
void replay_text_string(FILE *out, const char *text);

/* Text between tags: '<', '>', '&' and quotes are entities; control characters and
 * bytes that are no UTF-8 become U+FFFD. */
void replay_text_html(FILE *out, const char *text);

#endif
