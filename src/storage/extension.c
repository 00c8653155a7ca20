/* SPDX-License-Identifier: MIT */
/* The door of the SQL functions, and what a connection keeps for them. */
#ifdef GRAZE_LOADABLE
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#endif

#include "storage/extension.h"

#include <stdint.h>

static const size_t workspace_max = (size_t)256 << 20; /* [bytes] */
enum { WORKSPACE_GROWTH = 4 };

void extension_forget_statements(extension *shared)
{
    sqlite3_finalize(shared->motions);
    sqlite3_finalize(shared->vertices);
    sqlite3_finalize(shared->positions);
    shared->motions = shared->vertices = shared->positions = NULL;
}

void extension_release(void *user)
{
    extension *shared = user;
    if (--shared->users > 0)
        return;
    extension_forget_statements(shared);
    for (int i = 0; i < 2; i++)
        sqlite3_free(shared->corners[i]);
    sqlite3_free(shared->kept);
    sqlite3_free(shared->workspace.memory);
    sqlite3_free(shared);
}

/* The old memory holds nothing of worth, so it is not copied. */
bool extension_grow_workspace(extension *shared)
{
    graze_workspace *room = &shared->workspace;
    size_t size = room->size > 0 ? room->size * WORKSPACE_GROWTH : graze_workspace_size();
    if (size > workspace_max)
        return false;
    sqlite3_free(room->memory);
    room->memory = sqlite3_malloc64(size);
    room->size = room->memory != NULL ? size : 0;
    return room->memory != NULL;
}

int extension_register(sqlite3 *handle)
{
    extension *shared = sqlite3_malloc64(sizeof *shared);
    if (shared == NULL)
        return SQLITE_NOMEM;
    *shared = (extension){.handle = handle, .users = 1};
    int code = extension_add_functions(shared);
    if (code == SQLITE_OK)
        code = extension_add_tables(shared);
    if (code == SQLITE_OK)
        code = extension_add_position(shared);
    if (code == SQLITE_OK)
        code = extension_add_tallies(handle);
    if (code == SQLITE_OK)
        code = extension_add_bytes(handle);
    extension_release(shared);
    return code;
}

#ifdef GRAZE_LOADABLE
/* SQLite makes the name from that of the file, graze_sqlite. */
GRAZE_API int sqlite3_grazesqlite_init(sqlite3 *handle, char **message,
                                       const sqlite3_api_routines *api);

int sqlite3_grazesqlite_init(sqlite3 *handle, char **message, const sqlite3_api_routines *api)
{
    (void)message;
    SQLITE_EXTENSION_INIT2(api);
    return extension_register(handle);
}
#endif
