// SPDX-License-Identifier: MIT
// When an app that shows notes is locked.
