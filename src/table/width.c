/* width.c - The width of UTF-8 text on a terminal. The functions of the C library depend on the locale. */
#include "table/table.h"

/* Ranges of characters without width of their own, and of double width, ascending. */
static const unsigned narrow[][2] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},   {0x610, 0x61A},  {0x64B, 0x65F},
                                     {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
static const unsigned wide[][2] = {{0x1100, 0x115F},   {0x2E80, 0x303E},  {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},
                                   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},  {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6},
                                   {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};

static bool lies_in(unsigned c, const unsigned ranges[][2], size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1])
            return true;
    return false;
}

/* Read one character, and return the number of its bytes; a byte that is not UTF-8 counts as a character. */
static int read_character(const unsigned char *p, unsigned *c)
{
    int more = p[0] >= 0xF0 ? 3 : p[0] >= 0xE0 ? 2 : p[0] >= 0xC0 ? 1 : 0;
    *c = more ? p[0] & (0x3Fu >> more) : p[0];
    for (int i = 1; i <= more; i++) {
        if ((p[i] & 0xC0) != 0x80)
            return 1;
        *c = *c << 6 | (p[i] & 0x3F);
    }
    return more + 1;
}

int table_character(const char *text, int *width)
{
    unsigned c;
    int n = read_character((const unsigned char *)text, &c);
    bool none = lies_in(c, narrow, sizeof narrow / sizeof *narrow);
    *width = none ? 0 : lies_in(c, wide, sizeof wide / sizeof *wide) ? 2 : 1;
    return n;
}

int table_width(const char *text)
{
    int width = 0, one;
    while (*text) {
        text += table_character(text, &one);
        width += one;
    }
    return width;
}
