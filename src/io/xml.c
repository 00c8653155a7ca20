/* SPDX-License-Identifier: MIT */
#include "io/xml.h"

#include <expat.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/array.h"
#include "io/number.h"
#include "io/spelling.h"
#include "io/xml_bytes.h"

enum {
    CHUNK = 1 << 16,   /* [bytes] of one read */
    TAG_MAX = 1 << 22, /* [bytes] of one tag or comment */
    PATH_SIZE = 128,   /* [bytes] more than any path of a table */
    MESSAGE_SIZE = 512,
    SIBLINGS_MAX = 16, /* names that a suggestion is chosen from */
    EXCERPT = 40       /* [bytes] of a value in a message */
};

struct xml {
    source *input;
    diagnostics *sink;
    XML_Parser parser;
    char *bytes; /* the document so far */
    size_t length, capacity;
    size_t parsed;      /* bytes that expat has seen, the hole included */
    size_t hole, hole_length; /* bytes that were skimmed: expat does not see them */
    const xml_skim *skim;
    const xml_element *elements;
    size_t element_count;
    void *context;
    char path[PATH_SIZE]; /* of the open elements, as far as they are known */
    size_t ignored_depth; /* open elements below `path` that nobody takes */
    char *text;           /* of the innermost open element */
    size_t text_length, text_capacity, text_offset;
    size_t offset;  /* of the tag or text at hand */
    size_t reached; /* where the latest complete token began */
    bool failed;
    io_result result; /* what ended the reading before its time */
};

/* ---- places ------------------------------------------------------------------------ */

static diagnostic_place place_of(const xml *x, size_t offset)
{
    size_t line = 1, begin = 0, end;
    if (offset > x->length)
        offset = x->length;
    for (size_t i = 0; i < offset; i++) {
        if (x->bytes[i] == '\n') {
            line++;
            begin = i + 1;
        }
    }
    for (end = offset; end < x->length && x->bytes[end] != '\n'; end++)
        continue;
    if (end > begin && x->bytes[end - 1] == '\r')
        end--;
    return (diagnostic_place){.file = source_name(x->input),
                              .line = line,
                              .column = offset - begin + 1,
                              .text = x->bytes + begin,
                              .text_length = end - begin};
}

static void report(xml *x, size_t offset, const char *hint, const char *message)
{
    x->failed = true;
    if (x->sink->errors >= DIAGNOSTIC_SHOWN_MAX) { /* counting lines for nobody takes long */
        diagnostic_error(x->sink, &(diagnostic_place){.file = ""}, NULL, "%s", message);
        return;
    }
    diagnostic_place place = place_of(x, offset);
    diagnostic_error(x->sink, &place, hint, "%s", message);
}

void xml_error_at(xml *x, size_t offset, const char *hint, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    report(x, offset, hint, message);
}

/* Where the value of an attribute begins in the raw tag; the tag's own begin
 * when it cannot be found (which a document in UTF-16 brings about). expat has
 * proven the tag well-formed. */
static size_t value_offset(const xml *x, size_t tag, const char *name)
{
    size_t name_length = strlen(name), at = tag + 1;
    while (at < x->length && !xml_is_space(x->bytes[at]))
        at++;
    while (at < x->length) {
        while (at < x->length && xml_is_space(x->bytes[at]))
            at++;
        size_t begin = at;
        while (at < x->length && x->bytes[at] != '=' && !xml_is_space(x->bytes[at]))
            at++;
        bool found = at - begin == name_length && memcmp(x->bytes + begin, name, name_length) == 0;
        while (at < x->length && x->bytes[at] != '"' && x->bytes[at] != '\'')
            at++;
        if (at < x->length && found)
            return at + 1;
        for (char quote = at < x->length ? x->bytes[at++] : 0; at < x->length;)
            if (x->bytes[at++] == quote)
                break;
    }
    return tag;
}

void xml_error(xml *x, const char *attribute, const char *hint, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    size_t at = attribute == NULL ? x->offset : value_offset(x, x->offset, attribute);
    report(x, at, hint, message);
}

size_t xml_offset(const xml *x)
{
    return x->offset;
}

bool xml_failed(const xml *x)
{
    return x->failed;
}

/* Of the event at hand. expat knows it inside handlers and after an error. */
static size_t current_offset(xml *x)
{
    XML_Index index = XML_GetCurrentByteIndex(x->parser);
    if (index >= 0)
        x->reached = (size_t)index + ((size_t)index >= x->hole ? x->hole_length : 0);
    return x->reached;
}

static void stop(xml *x, io_result result)
{
    if (result == IO_OK || x->result != IO_OK)
        return;
    x->result = result;
    XML_StopParser(x->parser, XML_FALSE);
}

/* ---- attributes -------------------------------------------------------------------- */

const char *xml_attribute(xml_attributes attributes, const char *name)
{
    for (; *attributes != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

void xml_expect(xml *x, xml_attributes attributes, const char *const *names)
{
    size_t count = 0;
    while (names[count] != NULL)
        count++;
    for (; *attributes != NULL; attributes += 2) {
        size_t i = 0;
        while (i < count && strcmp(names[i], attributes[0]) != 0)
            i++;
        if (i < count)
            continue;
        char hint[MESSAGE_SIZE];
        const char *meant = spelling_nearest(attributes[0], strlen(attributes[0]), names, count);
        if (meant != NULL)
            snprintf(hint, sizeof hint, "did you mean '%s'?", meant);
        xml_error(x, attributes[0], meant != NULL ? hint : NULL, "unknown attribute '%.*s'",
                  EXCERPT, attributes[0]);
    }
}

static const char *require(xml *x, xml_attributes attributes, const char *name)
{
    const char *value = xml_attribute(attributes, name);
    if (value == NULL)
        xml_error(x, NULL, NULL, "attribute '%s' is missing", name);
    return value;
}

bool xml_number(xml *x, xml_attributes attributes, const char *name, double *value)
{
    const char *text = require(x, attributes, name);
    if (text == NULL)
        return false;
    number_fault fault = number_parse(text, strlen(text), false, value);
    if (fault == NUMBER_OK)
        return true;
    static const char hint[] = "a finite decimal or C99 hex number";
    if (fault == NUMBER_EMPTY)
        xml_error(x, name, hint, "%s %s", name, number_fault_message(fault));
    else
        xml_error(x, name, hint, "%s: '%.*s' %s", name, EXCERPT, text, number_fault_message(fault));
    return false;
}

bool xml_text_count(const char *text, size_t length, size_t *value)
{
    size_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        size_t digit = (size_t)(text[i] - '0');
        if (number > (SIZE_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return length > 0;
}

bool xml_count(xml *x, xml_attributes attributes, const char *name, size_t *value)
{
    const char *text = require(x, attributes, name);
    if (text == NULL)
        return false;
    if (xml_text_count(text, strlen(text), value))
        return true;
    xml_error(x, name, "a whole number, 0 or more", "%s: '%.*s' is not a whole number", name,
              EXCERPT, text);
    return false;
}

/* ---- elements ---------------------------------------------------------------------- */

static const xml_element *find_element(const xml *x)
{
    const char *slash = strrchr(x->path, '/');
    size_t parent = slash != NULL ? (size_t)(slash - x->path) + 1 : 0;
    const xml_element *any = NULL;
    for (size_t i = 0; i < x->element_count; i++) {
        const char *path = x->elements[i].path;
        if (strcmp(path, x->path) == 0)
            return &x->elements[i];
        if (parent > 0 && strncmp(path, x->path, parent) == 0 && strcmp(path + parent, "*") == 0)
            any = &x->elements[i];
    }
    return any;
}

/* "path/name" into x->path. false when no table can hold such a path. */
static bool path_push(xml *x, const char *name)
{
    size_t length = strlen(x->path), more = strlen(name);
    if (length + more + 2 > PATH_SIZE)
        return false;
    if (length > 0)
        x->path[length++] = '/';
    memcpy(x->path + length, name, more + 1);
    return true;
}

static void path_pop(xml *x)
{
    char *slash = strrchr(x->path, '/');
    *(slash != NULL ? slash : x->path) = '\0';
}

/* The names of the elements that may stand directly inside x->path. */
static size_t list_children(const xml *x, const char **names)
{
    size_t length = strlen(x->path), count = 0;
    for (size_t i = 0; i < x->element_count && count < SIBLINGS_MAX; i++) {
        const char *path = x->elements[i].path;
        bool inside = length == 0 || (strncmp(path, x->path, length) == 0 && path[length] == '/');
        const char *name = inside ? path + length + (length > 0) : NULL;
        if (name != NULL && *name != '\0' && strchr(name, '/') == NULL)
            names[count++] = name;
    }
    return count;
}

/* Reports a tag that may not stand here. A name that is nearly right is then
 * read as what was meant, to find what else is wrong. */
static void refuse_element(xml *x, const char *name)
{
    const char *children[SIBLINGS_MAX] = {NULL};
    char hint[MESSAGE_SIZE];
    size_t count = list_children(x, children);
    const char *meant = spelling_nearest(name, strlen(name), children, count);
    if (meant != NULL) {
        snprintf(hint, sizeof hint, "did you mean <%s>?", meant);
    } else if (count > 0) {
        size_t length = (size_t)snprintf(hint, sizeof hint, "expected here:");
        for (size_t i = 0; i < count && length < sizeof hint; i++)
            length += (size_t)snprintf(hint + length, sizeof hint - length, " <%s>", children[i]);
    } else {
        snprintf(hint, sizeof hint, "no element is expected here");
    }
    xml_error(x, NULL, hint, "unknown element <%.*s>", EXCERPT, name);
    if (meant == NULL || !path_push(x, meant))
        x->ignored_depth = 1;
}

/* Text directly inside the element at hand, before its next tag or its end. */
static void end_text(xml *x, bool closing)
{
    const xml_element *element = find_element(x);
    bool taken = element != NULL && (element->text != NULL || element->ignored);
    if (!taken && x->text_length > 0)
        xml_error_at(x, x->text_offset, NULL, "text where only elements are expected");
    if (closing && element != NULL && element->text != NULL) {
        x->offset = x->text_offset;
        stop(x, element->text(x->context, x, x->text, x->text_length));
    }
    x->text_length = 0;
}

static void on_open(void *data, const XML_Char *name, const XML_Char **attributes)
{
    xml *x = data;
    current_offset(x);
    if (x->result != IO_OK)
        return;
    if (x->ignored_depth > 0) {
        x->ignored_depth++;
        return;
    }
    end_text(x, false);
    x->offset = current_offset(x);
    const char *parent_end = strchr(name, '/'); /* no name has one: paths stay paths */
    bool known = parent_end == NULL && path_push(x, name);
    const xml_element *element = known ? find_element(x) : NULL;
    if (element == NULL) {
        if (known)
            path_pop(x);
        refuse_element(x, name);
        element = x->ignored_depth == 0 ? find_element(x) : NULL;
    }
    if (element == NULL)
        return;
    x->text_offset = x->offset;
    if (element->ignored) {
        path_pop(x);
        x->ignored_depth = 1;
    } else if (element->open != NULL) {
        stop(x, element->open(x->context, x, attributes));
    }
}

static void on_close(void *data, const XML_Char *name)
{
    xml *x = data;
    (void)name;
    current_offset(x);
    if (x->result != IO_OK)
        return;
    if (x->ignored_depth > 0) {
        x->ignored_depth--;
        return;
    }
    end_text(x, true);
    if (XML_GetCurrentByteCount(x->parser) > 0) /* <this/> has no end tag: its begin stays */
        x->offset = current_offset(x);
    const xml_element *element = find_element(x);
    if (element != NULL && element->close != NULL && x->result == IO_OK)
        stop(x, element->close(x->context, x));
    path_pop(x);
}

/* Blanks before a text are no part of it, so that indentation costs nothing. */
static void on_text(void *data, const XML_Char *text, int length)
{
    xml *x = data;
    size_t more = (size_t)length, blanks = 0;
    current_offset(x);
    if (x->result != IO_OK || x->ignored_depth > 0)
        return;
    while (x->text_length == 0 && blanks < more && xml_is_space(text[blanks]))
        blanks++;
    if (blanks == more)
        return;
    if (x->text_length == 0)
        x->text_offset = current_offset(x) + blanks;
    text += blanks;
    more -= blanks;
    if (!array_grow(&x->text, &x->text_capacity, x->text_length + more, 1)) {
        stop(x, IO_MEMORY);
        return;
    }
    memcpy(x->text + x->text_length, text, more);
    x->text_length += more;
}

/* Comments and the like: only that they were passed is noted. */
static void on_other(void *data, const XML_Char *text, int length)
{
    (void)text, (void)length;
    current_offset(data);
}

/* ---- what no document needs -------------------------------------------------------- */

static void on_entity(void *data, const XML_Char *name, int is_parameter, const XML_Char *value,
                      int value_length, const XML_Char *base, const XML_Char *system_id,
                      const XML_Char *public_id, const XML_Char *notation)
{
    xml *x = data;
    (void)is_parameter, (void)value, (void)value_length, (void)base;
    (void)system_id, (void)public_id, (void)notation;
    if (x->result != IO_OK)
        return;
    xml_error_at(x, current_offset(x), "write the text itself",
                 "the declaration of entity '%.*s' is refused", EXCERPT, name);
    stop(x, IO_BAD_INPUT);
}

static void on_skipped_entity(void *data, const XML_Char *name, int is_parameter)
{
    xml *x = data;
    if (x->result != IO_OK || is_parameter)
        return;
    xml_error_at(x, current_offset(x), "write the text itself", "unknown entity '&%.*s;'", EXCERPT,
                 name);
    stop(x, IO_BAD_INPUT);
}

/* ---- the document ------------------------------------------------------------------ */

io_result xml_open(source *input, diagnostics *sink, xml **result)
{
    xml *x = calloc(1, sizeof *x);
    XML_Parser parser = XML_ParserCreate(NULL);
    if (x == NULL || parser == NULL) {
        free(x);
        if (parser != NULL)
            XML_ParserFree(parser);
        return IO_MEMORY;
    }
    x->input = input;
    x->sink = sink;
    x->parser = parser;
    x->hole = SIZE_MAX;
    XML_SetUserData(parser, x);
    XML_SetElementHandler(parser, on_open, on_close);
    XML_SetCharacterDataHandler(parser, on_text);
    XML_SetDefaultHandlerExpand(parser, on_other);
    XML_SetEntityDeclHandler(parser, on_entity);
    XML_SetSkippedEntityHandler(parser, on_skipped_entity);
    *result = x;
    return IO_OK;
}

static const char *damage_hint(enum XML_Error error)
{
    switch (error) {
    case XML_ERROR_NO_ELEMENTS:
        return "the document ends before its root element does";
    case XML_ERROR_TAG_MISMATCH:
        return "this end tag does not close the element that was opened last";
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
        return "a document has one root element";
    default:
        return "the document is damaged here";
    }
}

static io_result end_parse(xml *x)
{
    enum XML_Error error = XML_GetErrorCode(x->parser);
    if (x->result != IO_OK)
        return x->result;
    if (error == XML_ERROR_NO_MEMORY)
        return IO_MEMORY;
    xml_error_at(x, current_offset(x), damage_hint(error), "XML: %s", XML_ErrorString(error));
    return IO_BAD_INPUT;
}

/* expat looks at an incomplete token again only when its bytes have doubled, so
 * when twice the cap waits, the token is longer than the cap. */
static io_result check_token(xml *x)
{
    size_t skimmed = x->reached < x->hole ? x->hole_length : 0;
    if (x->parsed - x->reached - skimmed <= 2 * (size_t)TAG_MAX)
        return IO_OK;
    xml_error_at(x, x->reached, "is its end missing?", "a tag or comment is longer than 4 MiB");
    return IO_BAD_INPUT;
}

/* Hands the bytes up to `end` to expat, piece by piece. */
static io_result parse_up_to(xml *x, size_t end, bool is_last)
{
    io_result result = IO_OK;
    do {
        size_t piece = end - x->parsed < CHUNK ? end - x->parsed : CHUNK;
        const char *bytes = x->bytes + x->parsed;
        x->parsed += piece;
        if (XML_Parse(x->parser, bytes, (int)piece, is_last && x->parsed == end) != XML_STATUS_OK)
            return end_parse(x);
        current_offset(x);
        result = check_token(x);
    } while (result == IO_OK && x->parsed < end);
    return result;
}

static io_result read_chunk(xml *x, size_t *got)
{
    if (!array_grow(&x->bytes, &x->capacity, x->length + CHUNK, 1))
        return IO_MEMORY;
    io_result result = source_read(x->input, x->sink, x->bytes + x->length, CHUNK, got);
    x->length += *got;
    return result;
}

static io_result parse_as_it_comes(xml *x)
{
    size_t got = 0;
    io_result result;
    do {
        result = read_chunk(x, &got);
        if (result == IO_OK)
            result = parse_up_to(x, x->length, got == 0);
    } while (result == IO_OK && got > 0);
    return result;
}

/* ---- skimming ---------------------------------------------------------------------- */

void xml_skim_with(xml *x, const xml_skim *skim)
{
    x->skim = skim;
}

/* What is skimmed has to stand where the elements may stand. */
static io_result skim(xml *x, size_t place)
{
    size_t taken = 0;
    if (x->failed || x->ignored_depth > 0 || x->text_length > 0 ||
        strcmp(x->path, x->skim->path) != 0)
        return IO_OK;
    io_result result =
        x->skim->take(x->context, x->bytes + place, x->length - place, place, &taken);
    x->hole = place;
    x->hole_length = taken;
    x->parsed = place + taken;
    return result;
}

static io_result parse_skimming(xml *x)
{
    size_t got = 1;
    io_result result = IO_OK;
    while (result == IO_OK && got > 0)
        result = read_chunk(x, &got);
    if (result != IO_OK)
        return result;
    size_t place = xml_find(x->bytes, 0, x->length, x->skim->tag);
    if (place < x->length && xml_is_behind_tag(x->bytes, place)) {
        result = parse_up_to(x, place, false);
        if (result == IO_OK)
            result = skim(x, place);
    }
    return result == IO_OK ? parse_up_to(x, x->length, true) : result;
}

io_result xml_parse(xml *x, const xml_element *elements, size_t count, void *context)
{
    x->elements = elements;
    x->element_count = count;
    x->context = context;
    return x->skim != NULL ? parse_skimming(x) : parse_as_it_comes(x);
}

io_result xml_finish(xml *x, io_result result)
{
    if (x == NULL)
        return result;
    if (result == IO_OK && x->failed)
        result = IO_BAD_INPUT;
    XML_ParserFree(x->parser);
    free(x->bytes);
    free(x->text);
    free(x);
    return result;
}
