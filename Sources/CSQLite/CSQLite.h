// SPDX-License-Identifier: MIT
// The door to SQLite.
#include <sqlite3.h>

// A variadic function, which Swift cannot import.
static inline int cn_keep_log(sqlite3 *connection, int is_kept) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, is_kept, (int *)0);
}

// A cast to a function pointer, which Swift cannot import: the bytes are copied before the call returns.
static inline int cn_bind_text(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int cn_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}
