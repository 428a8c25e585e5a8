/* levels.c - Number the distinct strings of a table (levels.h). */
#include "io/levels.h"
#include "runtime/allocation.h"

#include <string.h>

static uint64_t hash(const char *text)
{
    uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 0x100000001b3u;
    return h ^ (h >> 29);
}

/* Return the slot of a string in the hash table, or the free slot in which the string would be stored. */
static int64_t *find(const gla_levels *l, const char *text)
{
    uint64_t mask = (uint64_t)(2 * l->capacity - 1), at = hash(text) & mask;
    while (l->slots[at] && strcmp(l->texts[l->slots[at] - 1], text))
        at = (at + 1) & mask;
    return &l->slots[at];
}

static gla_status grow(const char *op, gla_levels *l)
{
    int64_t capacity = l->capacity ? 2 * l->capacity : 64;
    int64_t *slots = gla_calloc((size_t)(2 * capacity), sizeof *slots);
    char **texts = slots ? gla_realloc(l->texts, (size_t)capacity * sizeof *texts) : NULL;
    if (!texts) {
        gla_free(slots);
        return gla_fail_memory(op, (size_t)capacity * sizeof *texts);
    }
    gla_free(l->slots);
    *l = (gla_levels){.n = l->n, .capacity = capacity, .texts = texts, .slots = slots};
    for (int64_t i = 0; i < l->n; i++)
        *find(l, texts[i]) = i + 1;
    return GLA_OK;
}

gla_status gla_levels_add(const char *op, gla_levels *l, const gla_cell *cell, double *number)
{
    char *text;
    gla_status st;
    if ((l->n == l->capacity && (st = grow(op, l))) || (st = gla_cell_text(op, cell, &text)))
        return st;
    int64_t *slot = find(l, text);
    if (*slot)
        gla_free(text);
    else {
        l->texts[l->n++] = text;
        *slot = l->n;
    }
    *number = (double)(*slot - 1);
    return GLA_OK;
}

int64_t gla_levels_find(const gla_levels *l, const char *text)
{
    return l->n ? *find(l, text) - 1 : -1;
}

void gla_levels_take(gla_levels *l, gla_strings *list)
{
    if (!l->texts)
        return;
    gla_free(list->v);
    list->v = l->texts;
    list->n = l->n;
    l->texts = NULL;
    l->n = 0;
}

void gla_levels_release(gla_levels *l)
{
    for (int64_t i = 0; i < l->n; i++)
        gla_free(l->texts[i]);
    gla_free(l->texts);
    gla_free(l->slots);
}
