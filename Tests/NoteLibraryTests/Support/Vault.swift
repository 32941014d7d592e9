// SPDX-License-Identifier: MIT
// A vault for a test, with a state folder beside it.
