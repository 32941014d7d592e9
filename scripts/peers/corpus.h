// SPDX-License-Identifier: MIT
// How a parser beside ours gets the very bytes that ours gets, and how its time is taken.
#ifndef CORPUS_H
#define CORPUS_H
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// A corpus file holds notes one after the other, each behind its length as 32 bits of this machine.
typedef struct {
    char *bytes;
    size_t size;
} corpus;

static corpus corpus_read(const char *path) {
    corpus all = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END)) exit(2);
    all.size = (size_t)ftell(file);
    rewind(file);
    all.bytes = malloc(all.size + 1);
    if (!all.bytes || fread(all.bytes, 1, all.size, file) != all.size) exit(2);
    fclose(file);
    return all;
}

static inline double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// Parses the corpus ROUNDS times, the first to get warm, and prints the seconds of each of the others.
static inline int corpus_run(int argc, char **argv, size_t (*parse)(const char *note, size_t size)) {
    if (argc != 3) return 2;
    corpus all = corpus_read(argv[1]);
    // Nothing that is made may be found useless and left out.
    volatile size_t sum = 0;
    for (int round = 0; round <= atoi(argv[2]); round++) {
        double start = processor_seconds();
        for (size_t at = 0; at < all.size;) {
            unsigned length;
            memcpy(&length, all.bytes + at, sizeof length);
            sum += parse(all.bytes + at + sizeof length, length);
            at += sizeof length + length;
        }
        if (round) printf("%.9f\n", processor_seconds() - start);
    }
    return 0;
}
#endif
