/* memory.c - Memory of a case file, which is freed at the end of the file. */
#include "cases.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *next;
    value owned;
    max_align_t bytes[];
} block;

static block *blocks;

static block *new_block(size_t bytes)
{
    block *b = calloc(1, sizeof *b + bytes);
    if (!b) {
        fputs("Bail out! out of memory\n", stdout);
        exit(99);
    }
    b->next = blocks;
    return blocks = b;
}

void *keep(size_t bytes)
{
    return new_block(bytes)->bytes;
}

const char *keep_text(const char *text, size_t length)
{
    return memcpy(keep(length + 1), text, length);
}

const char *format(const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    size_t size = (size_t)vsnprintf(NULL, 0, fmt, args) + 1;
    char *text = keep(size);
    vsnprintf(text, size, fmt, again);
    va_end(again);
    va_end(args);
    return text;
}

value keep_result(value v)
{
    new_block(0)->owned = v;
    return v;
}

gla_array *keep_array(gla_array *a)
{
    return keep_result((value){.kind = ARRAY, .array = a}).array;
}

void let_go(void)
{
    while (blocks) {
        block *b = blocks;
        blocks = b->next;
        if (b->owned.kind == TEXT)
            gla_free((char *)b->owned.text);
        gla_unref(b->owned.array);
        gla_strings_free(b->owned.strings);
        gla_record_free(b->owned.record);
        gla_object_unref(b->owned.object);
        free(b);
    }
}
