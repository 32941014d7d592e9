// SPDX-License-Identifier: MIT
// md4c: from bytes to HTML with GitHub's extensions, wikilinks and mathematics; it makes no tree.
// render-md4c CORPUS ROUNDS; link with -lmd4c-html.
#include "corpus.h"
#include <md4c-html.h>

static char *html;
static size_t count, capacity;

static void append(const MD_CHAR *text, MD_SIZE size, void *unused) {
    (void)unused;
    if (count + size > capacity) {
        capacity = (count + size) * 2;
        html = realloc(html, capacity);
        if (!html) exit(2);
    }
    memcpy(html + count, text, size);
    count += size;
}

static size_t parse(const char *note, size_t size) {
    count = 0;
    md_html(note, (MD_SIZE)size, append, NULL,
            MD_DIALECT_GITHUB | MD_FLAG_WIKILINKS | MD_FLAG_LATEXMATHSPANS, 0);
    return count;
}

int main(int argc, char **argv) { return corpus_run(argc, argv, parse); }
