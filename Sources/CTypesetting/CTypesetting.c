// SPDX-License-Identifier: MIT
// Nothing: the package manager wants a source file where there are headers.
