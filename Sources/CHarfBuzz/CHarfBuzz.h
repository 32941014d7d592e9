// SPDX-License-Identifier: MIT
// The door to HarfBuzz.
#include <hb.h>
