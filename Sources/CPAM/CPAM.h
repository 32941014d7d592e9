// SPDX-License-Identifier: MIT
// The door to PAM.
#include <security/pam_appl.h>
