/* SPDX-License-Identifier: MIT */
/* A library to be preloaded into the driver: the n-th call of something fails, once or from then
 * on. GRAZE_FAULT is "NAME N once" or "NAME N ever"; NAME is `malloc` (and calloc, realloc) or a
 * method of SQLite's file system, `xWrite`. With GRAZE_FAULT_COUNTS=FILE, how often each was
 * called is written there at the end, one `NAME COUNT` a line.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* clang-format off */
typedef enum call {
    CALL_MALLOC, CALL_OPEN, CALL_DELETE, CALL_ACCESS, CALL_PATH, CALL_READ, CALL_WRITE,
    CALL_TRUNCATE, CALL_SYNC, CALL_SIZE, CALL_LOCK, CALL_UNLOCK, CALL_RESERVED, CALLS
} call;

static const struct {
    const char *name;
    int code; /* of the failure */
} calls[CALLS] = {
    [CALL_MALLOC] = {"malloc", 0},
    [CALL_OPEN] = {"xOpen", SQLITE_CANTOPEN},
    [CALL_DELETE] = {"xDelete", SQLITE_IOERR_DELETE},
    [CALL_ACCESS] = {"xAccess", SQLITE_IOERR_ACCESS},
    [CALL_PATH] = {"xFullPathname", SQLITE_CANTOPEN},
    [CALL_READ] = {"xRead", SQLITE_IOERR_READ},
    [CALL_WRITE] = {"xWrite", SQLITE_FULL},
    [CALL_TRUNCATE] = {"xTruncate", SQLITE_IOERR_TRUNCATE},
    [CALL_SYNC] = {"xSync", SQLITE_IOERR_FSYNC},
    [CALL_SIZE] = {"xFileSize", SQLITE_IOERR_FSTAT},
    [CALL_LOCK] = {"xLock", SQLITE_IOERR_LOCK},
    [CALL_UNLOCK] = {"xUnlock", SQLITE_IOERR_UNLOCK},
    [CALL_RESERVED] = {"xCheckReservedLock", SQLITE_IOERR_CHECKRESERVEDLOCK},
};
/* clang-format on */

static long counts[CALLS];
static call failing = CALLS; /* none */
static long fails_at;
static int for_ever;

static int fails(call which)
{
    long now = __sync_add_and_fetch(&counts[which], 1);
    return which == failing && (now == fails_at || (for_ever && now > fails_at));
}

/* ---- memory ------------------------------------------------------------------------------ */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);

static int has_no_memory(void)
{
    if (!fails(CALL_MALLOC))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size) { return has_no_memory() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return has_no_memory() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return has_no_memory() ? NULL : __libc_realloc(old, size); }

/* ---- a file of SQLite -------------------------------------------------------------------- */

/* The real file lies behind it. */
typedef struct shim_file {
    sqlite3_file base;
    sqlite3_file *real;
} shim_file;

#define REAL(file) (((shim_file *)(file))->real)
#define ASK(which, file, method, ...)                                                              \
    (fails(which) ? calls[which].code : REAL(file)->pMethods->method(REAL(file), ##__VA_ARGS__))

static int file_close(sqlite3_file *file)
{
    return REAL(file)->pMethods->xClose(REAL(file));
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    return ASK(CALL_READ, file, xRead, bytes, count, at);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    return ASK(CALL_WRITE, file, xWrite, bytes, count, at);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    return ASK(CALL_TRUNCATE, file, xTruncate, size);
}

static int file_sync(sqlite3_file *file, int flags)
{
    return ASK(CALL_SYNC, file, xSync, flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return ASK(CALL_SIZE, file, xFileSize, size);
}

static int file_lock(sqlite3_file *file, int level)
{
    return ASK(CALL_LOCK, file, xLock, level);
}

static int file_unlock(sqlite3_file *file, int level)
{
    return ASK(CALL_UNLOCK, file, xUnlock, level);
}

static int file_reserved(sqlite3_file *file, int *answer)
{
    return ASK(CALL_RESERVED, file, xCheckReservedLock, answer);
}

static int file_control(sqlite3_file *file, int what, void *argument)
{
    return REAL(file)->pMethods->xFileControl(REAL(file), what, argument);
}

static int file_sector(sqlite3_file *file)
{
    return REAL(file)->pMethods->xSectorSize(REAL(file));
}

static int file_device(sqlite3_file *file)
{
    return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}

static const sqlite3_io_methods file_methods = {
    .iVersion = 1, /* no shared memory: results are kept without a log */
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
};

/* ---- its file system --------------------------------------------------------------------- */

static sqlite3_vfs shim, *real_system;

static int system_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    (void)vfs;
    shim_file *opened = (shim_file *)file;
    opened->real = (sqlite3_file *)(opened + 1);
    file->pMethods = NULL;
    if (fails(CALL_OPEN))
        return calls[CALL_OPEN].code;
    int code = real_system->xOpen(real_system, name, opened->real, flags, out);
    if (opened->real->pMethods != NULL)
        file->pMethods = &file_methods;
    return code;
}

static int system_delete(sqlite3_vfs *vfs, const char *name, int wait)
{
    (void)vfs;
    return fails(CALL_DELETE) ? calls[CALL_DELETE].code
                              : real_system->xDelete(real_system, name, wait);
}

static int system_access(sqlite3_vfs *vfs, const char *name, int flags, int *answer)
{
    (void)vfs;
    return fails(CALL_ACCESS) ? calls[CALL_ACCESS].code
                              : real_system->xAccess(real_system, name, flags, answer);
}

static int system_path(sqlite3_vfs *vfs, const char *name, int size, char *path)
{
    (void)vfs;
    return fails(CALL_PATH) ? calls[CALL_PATH].code
                            : real_system->xFullPathname(real_system, name, size, path);
}

static void register_shim(void)
{
    sqlite3_vfs *(*find)(const char *);
    int (*add)(sqlite3_vfs *, int);
    *(void **)&find = dlsym(RTLD_DEFAULT, "sqlite3_vfs_find");
    *(void **)&add = dlsym(RTLD_DEFAULT, "sqlite3_vfs_register");
    if (find == NULL || add == NULL || (real_system = find(NULL)) == NULL)
        return;
    shim = *real_system;
    shim.zName = "failing";
    shim.szOsFile = (int)sizeof(shim_file) + real_system->szOsFile;
    shim.xOpen = system_open;
    shim.xDelete = system_delete;
    shim.xAccess = system_access;
    shim.xFullPathname = system_path;
    add(&shim, 1);
}

/* ---- what is asked for ------------------------------------------------------------------- */

__attribute__((constructor)) static void begin(void)
{
    char name[32], how[8];
    const char *text = getenv("GRAZE_FAULT");
    register_shim();
    memset(counts, 0, sizeof counts);
    if (text == NULL || sscanf(text, "%31s %ld %7s", name, &fails_at, how) != 3)
        return;
    for_ever = strcmp(how, "ever") == 0;
    for (int i = 0; i < CALLS; i++)
        if (strcmp(calls[i].name, name) == 0)
            failing = (call)i;
    memset(counts, 0, sizeof counts); /* sscanf may have taken memory */
}

__attribute__((destructor)) static void end(void)
{
    char text[1024];
    size_t length = 0;
    const char *path = getenv("GRAZE_FAULT_COUNTS");
    int file = path != NULL ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (file < 0)
        return;
    for (int i = 0; i < CALLS; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s %ld\n", calls[i].name,
                                   counts[i]);
    if (write(file, text, length) < 0)
        _exit(99);
    close(file);
}
