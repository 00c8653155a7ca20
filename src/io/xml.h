/* SPDX-License-Identifier: MIT */
/* XML documents of a known shape, read with expat: a table says which elements
 * may stand where and who takes them; everything else is reported at its line
 * and byte column, with a suggestion where a name is nearly right.
 *
 *     static const xml_element elements[] = {
 *         {.path = "root"},
 *         {.path = "root/agent", .open = take_agent},
 *         {.path = "root/title", .ignored = true},
 *     };
 *     xml_open(input, sink, &x);
 *     result = xml_parse(x, elements, 3, context);
 *     ... xml_error_at(x, offset_noted_before, ...) ...
 *     result = xml_finish(x, result);
 *
 * The whole document stays in memory until xml_finish, so that an error found
 * late can still show its line. Entities must not be declared (they can blow a
 * document up), and a tag longer than 4 MiB is refused, at 8 MiB at the latest.
 */
#ifndef GRAZE_IO_XML_H
#define GRAZE_IO_XML_H

#include <stdbool.h>
#include <stddef.h>

#include "io/diagnostic.h"
#include "io/source.h"

typedef struct xml xml;

/* Name and value by turns, closed by null, as expat gives them. */
typedef const char **xml_attributes;

/* An element that may appear. One that takes no text must have none. A result
 * other than IO_OK ends the reading; errors in the input are reported and do not
 * (return IO_OK), so that a person sees all of them. */
typedef struct xml_element {
    const char *path; /* from the root, "root/log/agent"; parents must be listed too.
                         A last name of '*' is any other element there, to be `ignored` */
    io_result (*open)(void *context, xml *x, xml_attributes attributes);
    io_result (*text)(void *context, xml *x, const char *text, size_t length); /* at its end */
    io_result (*close)(void *context, xml *x);
    bool ignored; /* with all that is inside it */
} xml_element;

/* A long run of like elements, all directly inside `path`, that the caller can take apart
 * faster than expat. Where the first tag of the name `tag` ("<edge") stands in a document,
 * and it is certain that it is a tag there, `take` is handed the document from there on,
 * `offset` being that place. It answers how many bytes are whole elements of a shape that
 * it knows, to the end of the last one; they are then as if they were not there for expat,
 * and the callbacks. 0 is an answer: everything else is found and told as ever. */
typedef struct xml_skim {
    const char *path, *tag;
    io_result (*take)(void *context, const char *bytes, size_t length, size_t offset,
                      size_t *taken);
} xml_skim;

/* The source stays the caller's and must outlive the reading. */
io_result xml_open(source *input, diagnostics *sink, xml **result);

/* Before xml_parse; the skim outlives the reading. The document is then read whole before
 * it is parsed. */
void xml_skim_with(xml *x, const xml_skim *skim);

/* Reads the whole document. Elements that are not well-formed end the reading. */
io_result xml_parse(xml *x, const xml_element *elements, size_t count, void *context);

/* Ends the reading: IO_BAD_INPUT if anything was reported and result is IO_OK,
 * else result. Frees everything; null is allowed. */
io_result xml_finish(xml *x, io_result result);

/* True when anything has been reported. */
bool xml_failed(const xml *x);

/* ---- attributes of the tag at hand (in `open`) -------------------------------------- */

/* The value, or null when there is none. */
const char *xml_attribute(xml_attributes attributes, const char *name);

/* Reports every attribute that is not in the null-terminated list. */
void xml_expect(xml *x, xml_attributes attributes, const char *const *names);

/* A finite number; a missing or bad one is reported. */
bool xml_number(xml *x, xml_attributes attributes, const char *name, double *value);

/* A whole number from 0 to SIZE_MAX. */
bool xml_count(xml *x, xml_attributes attributes, const char *name, size_t *value);

/* The same for any text, without reporting. */
bool xml_text_count(const char *text, size_t length, size_t *value);

/* ---- places and errors --------------------------------------------------------------- */

/* Where the tag at hand begins; in `text`, where the element's text begins. */
size_t xml_offset(const xml *x);

/* Reports an error at the tag at hand, or at the value of one of its attributes
 * (null: the tag itself). */
void xml_error(xml *x, const char *attribute, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Reports an error at a place that was noted earlier. */
void xml_error_at(xml *x, size_t offset, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
