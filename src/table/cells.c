/* cells.c - The values of a column as text. */
#include "table/table.h"
#include "array/number_text.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "runtime/devices.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

gla_array *table_edges(gla_scope *s, const gla_array *x, int64_t head, int64_t tail)
{
    gla_device *host = NULL;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return NULL;
    int64_t n = x->shape[0], shown = head + tail;
    if (shown >= n)
        return gla_s_contiguous(s, host, x->dtype, x);
    gla_array *edges = gla_s_new(s, host, x->dtype, 1, &shown);
    if (head > 0)
        gla_s_assign(s, gla_s_slice(s, edges, 0, 0, head), gla_s_slice(s, x, 0, 0, head));
    if (tail > 0)
        gla_s_assign(s, gla_s_slice(s, edges, 0, head, tail), gla_s_slice(s, x, 0, n - tail, tail));
    return s->status ? NULL : edges;
}

static void read_texts(gla_scope *s, const table_column *c, int64_t head, int64_t tail, table_cells *cells)
{
    gla_array *edges = table_edges(s, c->values, head, tail);
    cells->v = edges ? gla_s_memory(s, edges->size + 1, sizeof *cells->v) : NULL;
    if (!cells->v)
        return;
    cells->n = edges->size;
    const int64_t *codes = gla_data(edges);
    for (int64_t i = 0; i < cells->n; i++)
        cells->v[i] = codes[i] < 0 ? "NA" : c->levels->v[codes[i]];
}

/* Copy a number, without spaces before it, and with zeros instead of the spaces after it: 2.50, 4.0. Return the address after
 * the copy. */
static char *copy_number(char *to, const char *text)
{
    bool point = strchr(text, '.') != NULL;
    for (text += strspn(text, " "); *text; text++)
        *to++ = *text == ' ' && point ? '0' : *text;
    if (point && to[-1] == '.')
        *to++ = '0';
    *to++ = '\0';
    return to;
}

/* Decimals that a value needs for that many significant digits, without zeros at the end. */
static int decimals_of(double x, int digits)
{
    char text[40];
    if (!isfinite(x) || x == 0)
        return 0;
    int n = snprintf(text, sizeof text, "%.*e", digits - 1, x), used = digits;
    const char *exponent = strchr(text, 'e');
    for (const char *last = exponent - 1; n > 0 && *last == '0' && used > 1; last--)
        used--;
    return used - 1 - atoi(exponent + 1);
}

/* Format floating-point values with significant digits: with the same decimals, or each for itself if a value would be long. */
static void read_floats(gla_scope *s, const gla_array *edges, const gla_array *mask, int digits, table_cells *cells)
{
    const gla_array *values = gla_s_contiguous(s, gla_device_of(edges), GLA_FLOAT64, edges);
    const uint8_t *missing = mask ? gla_data(mask) : NULL;
    int decimals = 1;
    double most = 0;
    if (s->status)
        return;
    const double *x = gla_data(values);
    for (int64_t i = 0; i < cells->n; i++) {
        if (missing && missing[i])
            continue;
        int needed = decimals_of(x[i], digits);
        decimals = needed > decimals ? needed : decimals;
        most = isfinite(x[i]) && fabs(x[i]) > most ? fabs(x[i]) : most;
    }
    bool fixed = decimals + (most < 10 ? 1 : log10(most) + 1) <= digits + 4;
    for (int64_t i = 0; i < cells->n && !s->status; i++)
        cells->v[i] = missing && missing[i] ? "NA"
                      : !isfinite(x[i])     ? gla_s_print(s, "%g", x[i])
                      : fixed               ? gla_s_print(s, "%.*f", decimals, x[i])
                                            : gla_s_print(s, "%.*g", digits, x[i]);
}

static void read_numbers(gla_scope *s, const table_column *c, int64_t head, int64_t tail, int digits, table_cells *cells)
{
    gla_number_format format;
    char text[GLA_NUMBER_TEXT];
    size_t longest = 2, item = gla_itemsize(c->values->dtype);
    gla_array *edges = table_edges(s, c->values, head, tail), *mask = table_missing_of(s, c);
    mask = mask ? table_edges(s, mask, head, tail) : NULL;
    if (s->status)
        return;
    /* Missing values must not determine the format. */
    if (mask && edges->size)
        edges = gla_s_contiguous(s, gla_device_of(edges), edges->dtype, gla_s_where(s, mask, table_integer(s, 0), edges));
    cells->v = edges ? gla_s_memory(s, edges->size + 1, sizeof *cells->v) : NULL;
    if (!cells->v)
        return;
    cells->n = edges->size;
    if (gla_dtype_is_real_floating(edges->dtype)) {
        read_floats(s, edges, mask, digits, cells);
        return;
    }
    const char *data = gla_data(edges);
    gla_number_format_init(&format, edges->dtype, data, edges->size);
    if (edges->size)
        longest = (size_t)gla_number_text(&format, data, text) + 2;
    char *pool = gla_s_memory(s, edges->size + 1, longest + 1);
    for (int64_t i = 0; i < cells->n && pool; i++) {
        gla_number_text(&format, data + (size_t)i * item, text);
        bool missing = mask && ((const uint8_t *)gla_data(mask))[i];
        cells->v[i] = missing ? "NA" : pool;
        pool = missing ? pool : copy_number(pool, text);
    }
}

void table_read_cells(gla_scope *s, const table_column *c, int64_t head, int64_t tail, int digits, table_cells *cells)
{
    *cells = (table_cells){.name = c->name, .kind = table_kind_of(c), .left = c->levels != NULL};
    if (c->levels)
        read_texts(s, c, head, tail, cells);
    else
        read_numbers(s, c, head, tail, digits, cells);
}
