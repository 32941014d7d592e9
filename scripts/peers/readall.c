// SPDX-License-Identifier: MIT
// The floor for a vault check: reads every byte of every regular file below a folder, and does
// nothing with it. readall FOLDER [THREADS]; hidden names are passed over, links not followed.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char **paths;
static size_t count, capacity;
static atomic_size_t next;
static atomic_llong total;
static int root;

static void add(char *path) {
    if (count == capacity) {
        capacity = capacity ? capacity * 2 : 4096;
        paths = realloc(paths, capacity * sizeof *paths);
        if (!paths) exit(1);
    }
    paths[count++] = path;
}

static void walk(int fd, const char *prefix) {
    DIR *dir = fdopendir(fd);
    if (!dir) return;
    struct dirent *entry;
    while ((entry = readdir(dir))) {
        if (entry->d_name[0] == '.') continue;
        char *path;
        if (asprintf(&path, "%s%s", prefix, entry->d_name) < 0) exit(1);
        if (entry->d_type == DT_REG) {
            add(path);
            continue;
        }
        if (entry->d_type == DT_DIR) {
            int child = openat(dirfd(dir), entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            char *below;
            if (asprintf(&below, "%s/", path) < 0) exit(1);
            if (child >= 0) walk(child, below);
            free(below);
        }
        free(path);
    }
    closedir(dir);
}

static void *work(void *unused) {
    (void)unused;
    size_t room = 65536;
    char *buffer = malloc(room);
    long long bytes = 0;
    for (;;) {
        size_t first = atomic_fetch_add(&next, 64);
        if (first >= count || !buffer) break;
        for (size_t i = first; i < first + 64 && i < count; i++) {
            int file = openat(root, paths[i], O_RDONLY | O_CLOEXEC | O_NOATIME);
            if (file < 0) file = openat(root, paths[i], O_RDONLY | O_CLOEXEC);
            if (file < 0) continue;
            struct stat facts;
            fstat(file, &facts);
            if (room < (size_t)facts.st_size + 1) {
                room = (size_t)facts.st_size * 2;
                buffer = realloc(buffer, room);
                if (!buffer) exit(1);
            }
            ssize_t got;
            size_t have = 0;
            while ((got = read(file, buffer + have, room - have)) > 0) {
                have += (size_t)got;
                if (have >= (size_t)facts.st_size) break;
            }
            bytes += (long long)have;
            close(file);
        }
    }
    free(buffer);
    atomic_fetch_add(&total, bytes);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    int threads = argc > 2 ? atoi(argv[2]) : 2;
    root = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (root < 0) {
        perror(argv[1]);
        return 2;
    }
    walk(dup(root), "");
    pthread_t workers[64];
    if (threads < 1 || threads > 64) return 2;
    for (int i = 0; i < threads; i++) pthread_create(&workers[i], NULL, work, NULL);
    for (int i = 0; i < threads; i++) pthread_join(workers[i], NULL);
    printf("%zu files %lld bytes\n", count, (long long)total);
    return 0;
}
