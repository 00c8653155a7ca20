/* SPDX-License-Identifier: MIT */
#include "support/refusing.h"

#include <csv.h>
#include <errno.h>
#include <expat.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#ifdef HAVE_LIBYAML
#include <yaml.h>
#endif

/* Readers have threads. */
static atomic_size_t asked, refused;
static atomic_uint counted;
static atomic_long blocks;

void refusing_begin(unsigned kinds, size_t at)
{
    asked = 0;
    refused = at;
    counted = kinds;
}

size_t refusing_end(void)
{
    counted = 0;
    return asked;
}

long refusing_held(void)
{
    return blocks + (long)sqlite3_memory_used();
}

static bool refuses(unsigned kind)
{
    return (counted & kind) != 0 && atomic_fetch_add(&asked, 1) + 1 == refused;
}

/* ---- memory ------------------------------------------------------------------------------ */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static void *kept(void *block, const void *before)
{
    blocks += block != NULL && before == NULL;
    return block;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

void *__wrap_malloc(size_t size)
{
    return refuses(REFUSING_MEMORY) ? no_memory() : kept(__real_malloc(size), NULL);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return refuses(REFUSING_MEMORY) ? no_memory() : kept(__real_calloc(count, size), NULL);
}

void *__wrap_realloc(void *block, size_t size)
{
    bool is_new = block == NULL;
    if (refuses(REFUSING_MEMORY))
        return no_memory();
    return kept(__real_realloc(block, size), is_new ? NULL : &blocks);
}

void __wrap_free(void *block)
{
    blocks -= block != NULL;
    __real_free(block);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*run)(void *),
                          void *context)
{
    return refuses(REFUSING_MEMORY) ? EAGAIN : __real_pthread_create(thread, how, run, context);
}

/* ---- libraries that take their memory from here ------------------------------------------ */

XML_Parser __wrap_XML_ParserCreate(const XML_Char *encoding);
int __real_csv_init(struct csv_parser *parser, unsigned char options);
int __wrap_csv_init(struct csv_parser *parser, unsigned char options);

XML_Parser __wrap_XML_ParserCreate(const XML_Char *encoding)
{
    static const XML_Memory_Handling_Suite memory = {__wrap_malloc, __wrap_realloc, __wrap_free};
    return XML_ParserCreate_MM(encoding, &memory, NULL);
}

int __wrap_csv_init(struct csv_parser *parser, unsigned char options)
{
    if (refuses(REFUSING_MEMORY) || __real_csv_init(parser, options) != 0)
        return -1;
    csv_set_realloc_func(parser, __wrap_realloc);
    csv_set_free_func(parser, __wrap_free);
    return 0;
}

#ifdef HAVE_LIBYAML
int __real_yaml_parser_initialize(yaml_parser_t *parser);
int __wrap_yaml_parser_initialize(yaml_parser_t *parser);
int __real_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document);
int __wrap_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document);

int __wrap_yaml_parser_initialize(yaml_parser_t *parser)
{
    return refuses(REFUSING_MEMORY) ? 0 : __real_yaml_parser_initialize(parser);
}

int __wrap_yaml_parser_load(yaml_parser_t *parser, yaml_document_t *document)
{
    if (!refuses(REFUSING_MEMORY))
        return __real_yaml_parser_load(parser, document);
    memset(document, 0, sizeof *document);
    parser->error = YAML_MEMORY_ERROR;
    return 0;
}
#endif

/* ---- SQLite's memory --------------------------------------------------------------------- */

void *__real_sqlite3_malloc64(sqlite3_uint64 size);
void *__wrap_sqlite3_malloc64(sqlite3_uint64 size);
void *__real_sqlite3_realloc64(void *block, sqlite3_uint64 size);
void *__wrap_sqlite3_realloc64(void *block, sqlite3_uint64 size);
char *__wrap_sqlite3_mprintf(const char *format, ...);
void *__real_sqlite3_aggregate_context(sqlite3_context *of, int size);
void *__wrap_sqlite3_aggregate_context(sqlite3_context *of, int size);
sqlite3_value *__real_sqlite3_value_dup(const sqlite3_value *value);
sqlite3_value *__wrap_sqlite3_value_dup(const sqlite3_value *value);
unsigned char *__real_sqlite3_serialize(sqlite3 *handle, const char *name, sqlite3_int64 *size,
                                        unsigned how);
unsigned char *__wrap_sqlite3_serialize(sqlite3 *handle, const char *name, sqlite3_int64 *size,
                                        unsigned how);

void *__wrap_sqlite3_malloc64(sqlite3_uint64 size)
{
    void *block = refuses(REFUSING_MEMORY) ? NULL : __real_sqlite3_malloc64(size);
    return block == NULL ? NULL : memset(block, REFUSING_JUNK, size); /* who reads it is found */
}

void *__wrap_sqlite3_realloc64(void *block, sqlite3_uint64 size)
{
    return refuses(REFUSING_MEMORY) ? NULL : __real_sqlite3_realloc64(block, size);
}

char *__wrap_sqlite3_mprintf(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *text = refuses(REFUSING_MEMORY) ? NULL : sqlite3_vmprintf(format, values);
    va_end(values);
    return text;
}

/* Who asks with 0 wants to know whether there is one. SQLite itself remembers that there was no
 * memory. */
void *__wrap_sqlite3_aggregate_context(sqlite3_context *of, int size)
{
    void *room = __real_sqlite3_aggregate_context(of, size);
    if (size == 0 || !refuses(REFUSING_MEMORY))
        return room;
    sqlite3_result_error_nomem(of);
    return NULL;
}

sqlite3_value *__wrap_sqlite3_value_dup(const sqlite3_value *value)
{
    return refuses(REFUSING_MEMORY) ? NULL : __real_sqlite3_value_dup(value);
}

unsigned char *__wrap_sqlite3_serialize(sqlite3 *handle, const char *name, sqlite3_int64 *size,
                                        unsigned how)
{
    return refuses(REFUSING_MEMORY) ? NULL : __real_sqlite3_serialize(handle, name, size, how);
}

/* ---- statements -------------------------------------------------------------------------- */

enum { CODE = SQLITE_IOERR }; /* of what fails */

/* A step that failed is told again by the next reset or finalize of its statement. */
static sqlite3_stmt *failed;

int __real_sqlite3_step(sqlite3_stmt *of);
int __wrap_sqlite3_step(sqlite3_stmt *of);
int __real_sqlite3_reset(sqlite3_stmt *of);
int __wrap_sqlite3_reset(sqlite3_stmt *of);
int __real_sqlite3_finalize(sqlite3_stmt *of);
int __wrap_sqlite3_finalize(sqlite3_stmt *of);

int __wrap_sqlite3_step(sqlite3_stmt *of)
{
    if (!refuses(REFUSING_SQL))
        return __real_sqlite3_step(of);
    __real_sqlite3_reset(of);
    failed = of;
    return CODE;
}

static int code_of(sqlite3_stmt *of, int code)
{
    if (of == NULL || of != failed)
        return code;
    failed = NULL;
    return CODE;
}

int __wrap_sqlite3_reset(sqlite3_stmt *of)
{
    return code_of(of, __real_sqlite3_reset(of));
}

int __wrap_sqlite3_finalize(sqlite3_stmt *of)
{
    return code_of(of, __real_sqlite3_finalize(of));
}

/* A function of SQLite that answers with a code, and its name in the arguments. */
#define MAY_FAIL(kind, name, parameters, arguments)                                                \
    int __real_##name parameters;                                                                  \
    int __wrap_##name parameters;                                                                  \
    int __wrap_##name parameters                                                                   \
    {                                                                                              \
        return refuses(kind) ? CODE : __real_##name arguments;                                     \
    }

typedef void (*sql_function)(sqlite3_context *, int, sqlite3_value **);
typedef void (*sql_final)(sqlite3_context *);

MAY_FAIL(REFUSING_SQL, sqlite3_exec,
         (sqlite3 * handle, const char *sql, int (*take)(void *, int, char **, char **),
          void *context, char **message),
         (handle, sql, take, context, message))
MAY_FAIL(REFUSING_SQL, sqlite3_extended_result_codes, (sqlite3 * handle, int on), (handle, on))
MAY_FAIL(REFUSING_SQL, sqlite3_busy_handler,
         (sqlite3 * handle, int (*wait)(void *, int), void *context), (handle, wait, context))
MAY_FAIL(REFUSING_SQL, sqlite3_declare_vtab, (sqlite3 * handle, const char *sql), (handle, sql))
MAY_FAIL(REFUSING_SQL, sqlite3_file_control,
         (sqlite3 * handle, const char *name, int what, void *argument),
         (handle, name, what, argument))
MAY_FAIL(REFUSING_SQL, sqlite3_deserialize,
         (sqlite3 * handle, const char *name, unsigned char *bytes, sqlite3_int64 size,
          sqlite3_int64 room, unsigned how),
         (handle, name, bytes, size, room, how))
MAY_FAIL(REFUSING_BIND, sqlite3_bind_int64, (sqlite3_stmt * of, int at, sqlite3_int64 value),
         (of, at, value))
MAY_FAIL(REFUSING_BIND, sqlite3_bind_double, (sqlite3_stmt * of, int at, double value),
         (of, at, value))
MAY_FAIL(REFUSING_BIND, sqlite3_bind_null, (sqlite3_stmt * of, int at), (of, at))
MAY_FAIL(REFUSING_BIND, sqlite3_bind_value,
         (sqlite3_stmt * of, int at, const sqlite3_value *value), (of, at, value))
MAY_FAIL(REFUSING_BIND, sqlite3_bind_text,
         (sqlite3_stmt * of, int at, const char *text, int size, void (*destroy)(void *)),
         (of, at, text, size, destroy))

/* Those that answer by a pointer as well leave none. */
#define MAKES_NONE(name, parameters, arguments, result)                                            \
    int __real_##name parameters;                                                                  \
    int __wrap_##name parameters;                                                                  \
    int __wrap_##name parameters                                                                   \
    {                                                                                              \
        if (!refuses(REFUSING_SQL))                                                                \
            return __real_##name arguments;                                                        \
        *result = NULL;                                                                            \
        return CODE;                                                                               \
    }

MAKES_NONE(sqlite3_prepare_v2,
           (sqlite3 * handle, const char *sql, int size, sqlite3_stmt **made, const char **rest),
           (handle, sql, size, made, rest), made)
MAKES_NONE(sqlite3_prepare_v3,
           (sqlite3 * handle, const char *sql, int size, unsigned how, sqlite3_stmt **made,
            const char **rest),
           (handle, sql, size, how, made, rest), made)
MAKES_NONE(sqlite3_open_v2, (const char *path, sqlite3 **made, int flags, const char *system),
           (path, made, flags, system), made)

/* SQLite destroys the context of a function or a module that it does not take. */
static int destroyed(void *context, void (*destroy)(void *))
{
    if (destroy != NULL)
        destroy(context);
    return CODE;
}

int __real_sqlite3_create_module_v2(sqlite3 *handle, const char *name, const sqlite3_module *module,
                                    void *context, void (*destroy)(void *));
int __wrap_sqlite3_create_module_v2(sqlite3 *handle, const char *name, const sqlite3_module *module,
                                    void *context, void (*destroy)(void *));
int __real_sqlite3_create_function_v2(sqlite3 *handle, const char *name, int count, int how,
                                      void *context, sql_function call, sql_function step,
                                      sql_final final, void (*destroy)(void *));
int __wrap_sqlite3_create_function_v2(sqlite3 *handle, const char *name, int count, int how,
                                      void *context, sql_function call, sql_function step,
                                      sql_final final, void (*destroy)(void *));

int __wrap_sqlite3_create_module_v2(sqlite3 *handle, const char *name, const sqlite3_module *module,
                                    void *context, void (*destroy)(void *))
{
    return refuses(REFUSING_SQL)
               ? destroyed(context, destroy)
               : __real_sqlite3_create_module_v2(handle, name, module, context, destroy);
}

int __wrap_sqlite3_create_function_v2(sqlite3 *handle, const char *name, int count, int how,
                                      void *context, sql_function call, sql_function step,
                                      sql_final final, void (*destroy)(void *))
{
    return refuses(REFUSING_SQL)
               ? destroyed(context, destroy)
               : __real_sqlite3_create_function_v2(handle, name, count, how, context, call, step,
                                                   final, destroy);
}
