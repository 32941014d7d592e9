// SPDX-License-Identifier: MIT
// cmark-gfm as a witness: the blocks and inlines it finds, with tables, strikethrough and autolinks.
// words-cmark-gfm CORPUS; link with -lcmark-gfm-extensions -lcmark-gfm.
#include "words.h"
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

static void word(cmark_node *node) {
    char heading[] = "heading0";
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_DOCUMENT:
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK: return;
    case CMARK_NODE_BLOCK_QUOTE: return say("quote");
    case CMARK_NODE_LIST: return say(cmark_node_get_list_tight(node) ? "tight-list" : "loose-list");
    case CMARK_NODE_ITEM: return say("item");
    case CMARK_NODE_CODE_BLOCK: return say("code-block");
    case CMARK_NODE_HTML_BLOCK: return say("html-block");
    case CMARK_NODE_PARAGRAPH: return say("paragraph");
    case CMARK_NODE_THEMATIC_BREAK: return say("rule");
    case CMARK_NODE_LINEBREAK: return say("break");
    case CMARK_NODE_CODE: return say("code");
    case CMARK_NODE_HTML_INLINE: return say("html");
    case CMARK_NODE_EMPH: return say("emphasis");
    case CMARK_NODE_STRONG: return say("strong");
    case CMARK_NODE_LINK: return say("link");
    case CMARK_NODE_IMAGE: return say("image");
    case CMARK_NODE_HEADING:
        heading[7] = (char)('0' + cmark_node_get_heading_level(node));
        return say(heading);
    default: break;
    }
    const char *name = cmark_node_get_type_string(node);
    if (!strcmp(name, "table_header") || !strcmp(name, "table_row")) return say("row");
    if (!strcmp(name, "table_cell")) return say("cell");
    if (!strcmp(name, "strikethrough")) return say("strike");
    say(name);
}

static void parse(const char *note, size_t size) {
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE);
    const char *extensions[] = {"table", "strikethrough", "autolink"};
    for (int i = 0; i < 3; i++)
        cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(extensions[i]));
    cmark_parser_feed(parser, note, size);
    cmark_node *tree = cmark_parser_finish(parser);
    cmark_iter *walk = cmark_iter_new(tree);
    for (cmark_event_type event; (event = cmark_iter_next(walk)) != CMARK_EVENT_DONE;)
        if (event == CMARK_EVENT_ENTER) word(cmark_iter_get_node(walk));
    cmark_iter_free(walk);
    cmark_node_free(tree);
    cmark_parser_free(parser);
}

int main(int argc, char **argv) {
    cmark_gfm_core_extensions_ensure_registered();
    return words_run(argc, argv, parse);
}
