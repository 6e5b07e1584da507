/* SPDX-License-Identifier: MIT */
#pragma once
#include <malloc.h>
#include <sqlite3.h>

/* sqlite3_config takes what follows as C's variable arguments, which Swift cannot give. */
static inline int martlet_sqlite_count_no_memory(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
