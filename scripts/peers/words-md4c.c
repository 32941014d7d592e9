// SPDX-License-Identifier: MIT
// md4c as a witness: the blocks and inlines it finds, with tables and strikethrough, without bare addresses.
// words-md4c CORPUS; link with -lmd4c.
#include "words.h"
#include <md4c.h>

// md4c names no paragraph that stands directly in an item of a tight list, so we do: where inline text comes
// while no block but the item is open.
static struct { MD_BLOCKTYPE kind; int holds_text; } *open_blocks;
static size_t depth, capacity;
// Whether the last piece of text was a line ending inside of raw HTML.
static int is_in_html;

static void text_comes(void) {
    if (depth == 0 || open_blocks[depth - 1].kind != MD_BLOCK_LI || open_blocks[depth - 1].holds_text) return;
    open_blocks[depth - 1].holds_text = 1;
    say("paragraph");
}

static int enter_block(MD_BLOCKTYPE kind, void *detail, void *unused) {
    (void)unused;
    char heading[] = "heading0";
    is_in_html = 0;
    // A block that comes ends the text of the item it is in.
    if (depth > 0) open_blocks[depth - 1].holds_text = 0;
    if (depth == capacity) {
        capacity = capacity ? capacity * 2 : 64;
        open_blocks = realloc(open_blocks, capacity * sizeof *open_blocks);
        if (!open_blocks) exit(2);
    }
    open_blocks[depth].kind = kind;
    open_blocks[depth++].holds_text = 0;
    switch (kind) {
    case MD_BLOCK_QUOTE: say("quote"); break;
    case MD_BLOCK_UL: say(((MD_BLOCK_UL_DETAIL *)detail)->is_tight ? "tight-list" : "loose-list"); break;
    case MD_BLOCK_OL: say(((MD_BLOCK_OL_DETAIL *)detail)->is_tight ? "tight-list" : "loose-list"); break;
    case MD_BLOCK_LI: say("item"); break;
    case MD_BLOCK_HR: say("rule"); break;
    case MD_BLOCK_CODE: say("code-block"); break;
    case MD_BLOCK_HTML: say("html-block"); break;
    case MD_BLOCK_P: say("paragraph"); break;
    case MD_BLOCK_TABLE: say("table"); break;
    case MD_BLOCK_TR: say("row"); break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: say("cell"); break;
    case MD_BLOCK_H:
        heading[7] = (char)('0' + ((MD_BLOCK_H_DETAIL *)detail)->level);
        say(heading);
        break;
    default: break;
    }
    return 0;
}

static int leave_block(MD_BLOCKTYPE kind, void *detail, void *unused) {
    (void)kind, (void)detail, (void)unused;
    depth--;
    return 0;
}

static int enter_span(MD_SPANTYPE kind, void *detail, void *unused) {
    (void)detail, (void)unused;
    text_comes();
    switch (kind) {
    case MD_SPAN_EM: say("emphasis"); break;
    case MD_SPAN_STRONG: say("strong"); break;
    case MD_SPAN_A: say("link"); break;
    case MD_SPAN_IMG: say("image"); break;
    case MD_SPAN_CODE: say("code"); break;
    case MD_SPAN_DEL: say("strike"); break;
    default: say("unknown"); break;
    }
    return 0;
}

static int leave_span(MD_SPANTYPE kind, void *detail, void *unused) {
    (void)kind, (void)detail, (void)unused;
    return 0;
}

static int text(MD_TEXTTYPE kind, const MD_CHAR *bytes, MD_SIZE size, void *unused) {
    (void)unused;
    if (depth > 0 && (open_blocks[depth - 1].kind == MD_BLOCK_HTML || open_blocks[depth - 1].kind == MD_BLOCK_CODE))
        return 0;
    text_comes();
    if (kind == MD_TEXT_BR) say("break");
    // Raw HTML over several lines comes in pieces, with a piece for each line ending.
    if (kind == MD_TEXT_HTML && !is_in_html && size > 0 && bytes[0] == '<') say("html");
    is_in_html = kind == MD_TEXT_HTML && size == 1 && bytes[0] == '\n';
    return 0;
}

static void parse(const char *note, size_t size) {
    MD_PARSER parser = {0, MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH, enter_block, leave_block, enter_span,
                        leave_span, text, NULL, NULL};
    depth = 0;
    is_in_html = 0;
    if (md_parse(note, (MD_SIZE)size, &parser, NULL)) say("failed");
}

int main(int argc, char **argv) { return words_run(argc, argv, parse); }
