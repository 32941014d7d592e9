// SPDX-License-Identifier: MIT
// The door to libmagic.
#include <magic.h>
