// SPDX-License-Identifier: MIT
// The door to Zstandard.
#include <zstd.h>
