/* SPDX-License-Identifier: MIT */
/* Raw bytes of XML, looked at without a parser: for what is skimmed.
 */
#ifndef GRAZE_IO_XML_BYTES_H
#define GRAZE_IO_XML_BYTES_H

#include <stdbool.h>
#include <stddef.h>

static inline bool xml_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Where a word begins in bytes[from .. end - 1]; end when it does not. */
size_t xml_find(const char *bytes, size_t from, size_t end, const char *word);

/* Is the place behind a complete tag? Not when a comment, a section or an instruction was
 * begun before it. */
bool xml_is_behind_tag(const char *bytes, size_t place);

#endif
