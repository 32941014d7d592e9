// SPDX-License-Identifier: MIT
// Nothing: this module is there for the flags of HarfBuzz, which CTypesetting needs.
