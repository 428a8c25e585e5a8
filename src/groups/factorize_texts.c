/* factorize_texts.c - Integer codes for the distinct strings of a list. */
#include "core/scope.h"
#include "io/levels.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK 0x8000 /* strings between two checks for an interrupt */

/* A string and its code. */
typedef struct place {
    const char *text;
    int64_t number;
} place;

static int compare(const void *a, const void *b)
{
    return strcmp(((const place *)a)->text, ((const place *)b)->text); /* the bytes of UTF-8 are in the same order as the
                                                                        * characters */
}

static void number_texts(gla_scope *s, const gla_strings *keys, gla_levels *levels, int64_t *codes)
{
    for (int64_t i = 0; i < keys->n && !s->status; i++) {
        if (!keys->v[i]) {
            codes[i] = -1;
            continue;
        }
        if (i % BLOCK == BLOCK - 1 && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
        double number = (double)gla_levels_find(levels, keys->v[i]);
        if (number < 0) {
            gla_cell cell = {.start = keys->v[i], .length = strlen(keys->v[i])};
            gla_s_check(s, gla_levels_add(s->op, levels, &cell, &number));
        }
        codes[i] = (int64_t)number;
    }
}

/* Merge two adjacent sorted runs, the first of which ends at `middle`. */
static void merge(const place *from, int64_t first, int64_t middle, int64_t end, place *to)
{
    for (int64_t i = first, j = middle, at = first; at < end; at++) {
        bool take_first = j == end || (i < middle && compare(&from[i], &from[j]) < 0);
        to[at] = take_first ? from[i++] : from[j++];
    }
}

/* Sort blocks, then merge the blocks.  *places and *spare are exchanged after each round. */
static void sort_places(gla_scope *s, place **places, place **spare, int64_t n)
{
    for (int64_t i = 0; i < n && !s->status; i += BLOCK) {
        qsort(*places + i, (size_t)(n - i < BLOCK ? n - i : BLOCK), sizeof **places, compare);
        if (gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    for (int64_t run = BLOCK; run < n && !s->status; run *= 2) {
        for (int64_t i = 0; i < n; i += 2 * run)
            merge(*places, i, n - i < run ? n : i + run, n - i < 2 * run ? n : i + 2 * run, *spare);
        place *sorted = *spare;
        *spare = *places;
        *places = sorted;
        if (gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
}

static void sort_texts(gla_scope *s, gla_strings *texts, int64_t n, int64_t *codes)
{
    place *places = gla_s_memory(s, texts->n, sizeof *places);
    place *spare = gla_s_memory(s, texts->n, sizeof *spare);
    int64_t *numbers = gla_s_memory(s, texts->n, sizeof *numbers);
    if (s->status)
        return;
    for (int64_t i = 0; i < texts->n; i++)
        places[i] = (place){texts->v[i], i};
    sort_places(s, &places, &spare, texts->n);
    if (s->status)
        return;
    for (int64_t i = 0; i < texts->n; i++) {
        texts->v[i] = (char *)places[i].text;
        numbers[places[i].number] = i;
    }
    for (int64_t i = 0; i < n; i++)
        codes[i] = codes[i] < 0 ? -1 : numbers[codes[i]];
}

gla_status gla_factorize_texts(const gla_strings *keys, gla_array **codes, gla_strings **uniques, bool sort, const char *device)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_levels levels = {0};
    gla_array *numbers = NULL;
    void *data = NULL;
    *codes = NULL;
    *uniques = NULL;
    gla_scope_begin(&s, "factorize_texts");
    gla_s_check(&s, gla_find_device(device, &dev));
    gla_strings *texts = gla_calloc(1, sizeof *texts);
    if (!texts)
        gla_s_check(&s, gla_fail_memory("factorize_texts", sizeof *texts));
    if (!s.status)
        gla_s_adopt(&s, gla_array_new_host("factorize_texts", GLA_INT64, 1, &keys->n, &numbers, &data), &numbers);
    number_texts(&s, keys, &levels, data);
    if (!s.status)
        gla_levels_take(&levels, texts);
    gla_levels_release(&levels);
    if (!s.status && sort && texts->n)
        sort_texts(&s, texts, keys->n, data);
    gla_array *placed = s.status ? NULL : gla_s_convert(&s, numbers, GLA_INT64, dev, GLA_MAYBE);
    if (!s.status)
        *uniques = texts;
    else
        gla_strings_free(texts);
    gla_scope_give(&s, placed, codes);
    return gla_scope_end(&s);
}
