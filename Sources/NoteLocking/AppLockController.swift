// SPDX-License-Identifier: MIT
// When the notes are shown, and when somebody has to prove first who they are.
