// SPDX-License-Identifier: MIT
// cmark: from bytes to a tree, which is freed. parse-cmark CORPUS ROUNDS; link with -lcmark.
#include "corpus.h"
#include <cmark.h>

static size_t parse(const char *note, size_t size) {
    cmark_node *tree = cmark_parse_document(note, size, CMARK_OPT_DEFAULT);
    size_t kind = (size_t)cmark_node_get_type(tree);
    cmark_node_free(tree);
    return kind;
}

int main(int argc, char **argv) { return corpus_run(argc, argv, parse); }
