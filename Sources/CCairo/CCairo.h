// SPDX-License-Identifier: MIT
// The door to cairo and its PDF files.
#include <cairo-pdf.h>
