// SPDX-License-Identifier: MIT
// The door to ICU. Its names are macros that add its version; what is called through here is not.
#include <unicode/uversion.h>
