/* syntax.c - Memory, error messages and operators of formulas. */
#include "formula/syntax.h"
#include "runtime/runtime.h"
#include "elementwise/ops.h"
#include "runtime/allocation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARENA_BYTES 4000

typedef struct gla_arena {
    struct gla_arena *next;
    size_t used, size;
    _Alignas(16) char memory[];
} gla_arena;

void *gla_formula_alloc(gla_formula *f, size_t bytes)
{
    bytes = (bytes + 15) / 16 * 16;
    if (!f->memory || f->memory->size - f->memory->used < bytes) {
        size_t size = bytes > ARENA_BYTES ? bytes : ARENA_BYTES;
        gla_arena *arena = gla_malloc(sizeof *arena + size);
        if (!arena) {
            gla_fail_memory(f->op ? f->op : "formula", size);
            return NULL;
        }
        *arena = (gla_arena){.next = f->memory, .size = size};
        f->memory = arena;
    }
    void *p = f->memory->memory + f->memory->used;
    f->memory->used += bytes;
    memset(p, 0, bytes);
    return p;
}

void gla_formula_free(gla_formula *f)
{
    if (!f)
        return;
    for (gla_arena *a = f->memory, *next; a; a = next) {
        next = a->next;
        gla_free(a);
    }
    gla_free(f);
}

/* Describe a position in the text: line and column with the text at that position, or the line and file given by `#line`. */
static void describe_place(const gla_formula *f, const char *text, int offset, int which, char *place, size_t size)
{
    static const char *const names[] = {"", " of the inputs", " of the outputs"};
    int line = 1, column = 1, width = 0;
    const char *file = NULL, *p = text, *end = text + offset;
    for (; p < end && *p; p++) {
        if (*p == '\n') {
            line++;
            column = 1;
        } else {
            column += (*p & 0xc0) != 0x80; /* count UTF-8 characters, not bytes */
        }
        if (column <= 2 && strncmp(p, "#line ", 6) == 0 && (p == text || p[-1] == '\n')) {
            const char *quote = memchr(p, '"', strcspn(p, "\n"));
            line = atoi(p + 6) - 1;
            file = quote ? quote + 1 : "the function\"";
        }
    }
    if (file) {
        snprintf(place, size, "line %d of %.*s", line, (int)(strcspn(file, "\n") - 1), file);
        return;
    }
    while (p[width] && p[width] != '\n' && width < 30)
        width++;
    bool cut = width == 30 && p[width] && p[width] != '\n';
    while (cut && (p[width] & 0xc0) == 0x80) /* cut only between characters */
        width--;
    while (width && p[width - 1] == ' ')
        width--;
    snprintf(place, size, "line %d, column %d%s%s%s%s%.*s%s%s", line, column, which || !*f->part ? "" : " of the ",
             which ? "" : f->part, names[which], width ? ", `" : "", width, p, width && cut ? "..." : "", width ? "`" : "");
}

/* A position combines the index of a text with an offset in that text. */
gla_status gla_formula_fail(const gla_formula *f, int at, const char *format, ...)
{
    char message[400], place[400];
    va_list args;
    va_start(args, format);
    gla_vprint(message, sizeof message, format, args);
    va_end(args);
    describe_place(f, f->text[at >> 28], at & 0xfffffff, at >> 28, place, sizeof place);
    return gla_fail(GLA_COMPILE_ERROR, "%s: %s: %s", f->op, place, message);
}

/* Longer operators precede their prefixes. */
static const struct {
    const char *text;
    gla_op op;
    int level;
} operators[] = {
    {"||", GLA_OP_logical_or, 1},
    {"&&", GLA_OP_logical_and, 2},
    {"|", GLA_OP_bitwise_or, 3},
    {"^", GLA_OP_bitwise_xor, 4},
    {"&", GLA_OP_bitwise_and, 5},
    {"==", GLA_OP_equal, 6},
    {"!=", GLA_OP_not_equal, 6},
    {"<=", GLA_OP_less_equal, 7},
    {">=", GLA_OP_greater_equal, 7},
    {"<<", GLA_OP_bitwise_left_shift, 8},
    {">>", GLA_OP_bitwise_right_shift, 8},
    {"<", GLA_OP_less, 7},
    {">", GLA_OP_greater, 7},
    {"+", GLA_OP_add, 9},
    {"-", GLA_OP_subtract, 9},
    {"**", GLA_OP_pow, 11},
    {"*", GLA_OP_multiply, 10},
    {"//", GLA_OP_floor_divide, 10},
    {"/", GLA_OP_divide, 10},
    {"%", GLA_OP_remainder, 10},
};

gla_op gla_operator_read(const char *text, size_t length, int *level)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strlen(operators[i].text) == length && memcmp(operators[i].text, text, length) == 0) {
            *level = operators[i].level;
            return operators[i].op;
        }
    return GLA_OP_COUNT;
}

const char *gla_operator_of(gla_op op, int *level)
{
    *level = 12;
    switch (op) {
    case GLA_OP_negative: return "-";
    case GLA_OP_logical_not: return "!";
    case GLA_OP_bitwise_invert: return "~";
    default: break;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == op) {
            *level = operators[i].level;
            return operators[i].text;
        }
    return NULL;
}
