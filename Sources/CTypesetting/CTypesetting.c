// SPDX-License-Identifier: MIT
// Opens the libraries that only some images need.

#include "CTypesetting.h"

#include <dlfcn.h>

// A library that was opened stays: GLib's types cannot be taken back. So does one that lacks a function.
static _Bool open_library(const char *name, void **functions, const char *const *names, int count) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) { return 0; }
    for (int i = 0; i < count; i++) {
        functions[i] = dlsym(library, names[i]);
        if (functions[i] == NULL) { return 0; }
    }
    return 1;
}

#define NAME(name) #name,

_Bool CTypesettingOpenVectors(CTypesettingVectors *functions) {
    static const char *const names[] = {CTypesettingVectorFunctions(NAME)};
    const int count = sizeof names / sizeof *names;
    _Static_assert(sizeof *functions == sizeof names, "a pointer for each name");
    return open_library("librsvg-2.so.2", (void **)functions, names, count);
}

_Bool CTypesettingOpenPixels(CTypesettingPixels *functions) {
    static const char *const names[] = {CTypesettingPixelFunctions(NAME)};
    const int count = sizeof names / sizeof *names;
    _Static_assert(sizeof *functions == sizeof names, "a pointer for each name");
    return open_library("libgdk_pixbuf-2.0.so.0", (void **)functions, names, count);
}
