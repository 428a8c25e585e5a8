/* syntax.c - the memory of a formula, its messages, and the operators. */
#include "kernel/syntax.h"

#include <stdarg.h>
#include <stdio.h>
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

/* A place is the text's number and an offset in it. */
gla_status gla_formula_fail(const gla_formula *f, int at, const char *format, ...)
{
    static const char *const names[] = {"", " of the inputs", " of the outputs"};
    char message[400];
    int which = at >> 28, line = 1, column = 1;
    const char *text = f->text[which];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (int i = 0; i < (at & 0xfffffff) && text[i]; i++) {
        bool ends = text[i] == '\n';
        line += ends;
        column = ends ? 1 : column + ((text[i] & 0xc0) != 0x80); /* characters of UTF-8, not bytes */
    }
    return gla_fail(GLA_COMPILE_ERROR, "%s: line %d, column %d%s%s%s: %s", f->op, line, column,
                    which || !*f->part ? "" : " of the ", which ? "" : f->part, names[which], message);
}

/* Longer ones before those that they begin with. */
static const struct {
    const char *text;
    gla_op op;
    int level;
} operators[] = {
    {"||", GLA_OP_logical_or, 1},        {"&&", GLA_OP_logical_and, 2},
    {"|", GLA_OP_bitwise_or, 3},         {"^", GLA_OP_bitwise_xor, 4},
    {"&", GLA_OP_bitwise_and, 5},        {"==", GLA_OP_equal, 6},
    {"!=", GLA_OP_not_equal, 6},         {"<=", GLA_OP_less_equal, 7},
    {">=", GLA_OP_greater_equal, 7},     {"<<", GLA_OP_bitwise_left_shift, 8},
    {">>", GLA_OP_bitwise_right_shift, 8}, {"<", GLA_OP_less, 7},
    {">", GLA_OP_greater, 7},            {"+", GLA_OP_add, 9},
    {"-", GLA_OP_subtract, 9},           {"**", GLA_OP_pow, 11},
    {"*", GLA_OP_multiply, 10},          {"//", GLA_OP_floor_divide, 10},
    {"/", GLA_OP_divide, 10},            {"%", GLA_OP_remainder, 10},
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
