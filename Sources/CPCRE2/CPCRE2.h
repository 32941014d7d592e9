// SPDX-License-Identifier: MIT
// The door to PCRE2. Its plain names are macros that add the width, so Swift calls pcre2_compile_8 and the like.
#ifndef CPCRE2_H
#define CPCRE2_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#endif
