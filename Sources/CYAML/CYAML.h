// SPDX-License-Identifier: MIT
// The door to libyaml.
#include <yaml.h>
