// SPDX-License-Identifier: MIT
// How another parser says what it found: one line of words for each note of a corpus.
#ifndef WORDS_H
#define WORDS_H
#include "corpus.h"

static void say(const char *word) {
    fputs(word, stdout);
    putchar(' ');
}

// Hands each note of the corpus to the parser, which says its words.
static int words_run(int argc, char **argv, void (*parse)(const char *note, size_t size)) {
    if (argc != 2) return 2;
    corpus all = corpus_read(argv[1]);
    for (size_t at = 0; at < all.size;) {
        unsigned length;
        memcpy(&length, all.bytes + at, sizeof length);
        // A copy of its own, for a parser that looks one byte too far.
        char *note = calloc(length + 8, 1);
        if (!note) return 2;
        memcpy(note, all.bytes + at + sizeof length, length);
        parse(note, length);
        putchar('\n');
        free(note);
        at += sizeof length + length;
    }
    free(all.bytes);
    return fflush(stdout) ? 2 : 0;
}
#endif
