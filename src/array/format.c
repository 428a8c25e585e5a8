/* format.c - Print arrays: brackets, aligned columns, lines of 75 characters, ellipses in large arrays. */
#include "array/number_text.h"
#include "core/scope.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <stdio.h>
#include <string.h>

#define LINE 75
#define MANY 1000 /* arrays with more elements are summarised */
#define EDGE 3    /* elements shown at each end of a summarised axis */

typedef struct page {
    char *text;
    size_t used, room;
    int column; /* current column of the line */
    bool failed;
    const gla_array *shown; /* the elements of x that are shown; contiguous, on the host */
    const int64_t *shape;   /* shape of x */
    gla_number_format format;
} page;

static void put(page *p, const char *text, size_t n)
{
    if (p->used + n + 1 > p->room) {
        size_t room = 2 * (p->used + n) + 64;
        char *more = p->failed ? NULL : gla_realloc(p->text, room);
        if (!more) {
            p->failed = true;
            return;
        }
        p->text = more;
        p->room = room;
    }
    memcpy(p->text + p->used, text, n);
    p->used += n;
    p->text[p->used] = '\0';
    p->column += (int)n;
}

/* Append n line ends and the indentation of an axis, after removing trailing spaces. */
static void break_line(page *p, int n, int axis)
{
    while (p->used > 0 && p->text[p->used - 1] == ' ')
        p->used--;
    for (int i = 0; i < n; i++)
        put(p, "\n", 1);
    p->column = 0;
    for (int i = 0; i <= axis; i++)
        put(p, " ", 1);
}

/* Append an element or bracket of the last axis, on a new line if the current line is full. */
static void put_word(page *p, int axis, const char *text, size_t n)
{
    if (p->column + (int)n > LINE - axis - 1 && p->column > axis + 1)
        break_line(p, 1, axis);
    put(p, text, n);
}

/* Print the elements along one axis, starting at offset `at` of the shown array. */
static void put_axis(page *p, int axis, int64_t at)
{
    const gla_array *a = p->shown;
    int64_t n = a->shape[axis];
    bool last = axis == a->ndim - 1, cut = n < p->shape[axis];
    char word[GLA_NUMBER_TEXT];
    put(p, "[", 1);
    for (int64_t i = 0; i < n && !p->failed; i++) {
        if (i > 0 && last)
            put(p, " ", 1);
        else if (i > 0)
            break_line(p, a->ndim - 1 - axis, axis);
        if (cut && i == EDGE) {
            put_word(p, axis, "...", 3);
            if (last)
                put(p, " ", 1);
            else
                break_line(p, a->ndim - 1 - axis, axis);
        }
        int64_t element = at + i * a->strides[axis];
        if (last) {
            int length = gla_number_text(&p->format, (char *)gla_data(a) + element * (int64_t)gla_itemsize(a->dtype), word);
            put_word(p, axis, word, (size_t)length);
        } else {
            put_axis(p, axis + 1, element);
        }
    }
    put(p, "]", 1);
}

/* Copy one corner block of x to `shown`. Bit d of `corner` is set if the block is at the end of axis d. */
static void copy_corner(gla_scope *s, const gla_array *x, gla_array *shown, unsigned corner)
{
    int64_t shape[GLA_MAX_NDIM], from = 0, to = 0;
    int mark = gla_scope_mark(s);
    for (int d = 0; d < x->ndim; d++) {
        bool far = corner >> d & 1;
        shape[d] = x->shape[d] == shown->shape[d] ? x->shape[d] : EDGE;
        from += far ? (x->shape[d] - EDGE) * x->strides[d] : 0;
        to += far ? EDGE * shown->strides[d] : 0;
    }
    gla_array *source = gla_s_view(s, x, x->ndim, shape, x->strides, from);
    gla_s_assign(s, gla_s_view(s, shown, x->ndim, shape, shown->strides, to), source);
    gla_scope_keep(s, mark, NULL);
}

/* Copy the elements to be shown to the host: all of x, or its corners. */
static gla_array *show(gla_scope *s, const gla_array *x)
{
    int64_t shape[GLA_MAX_NDIM];
    unsigned cut = 0;
    gla_device *host = NULL;
    for (int d = 0; d < x->ndim; d++) {
        bool is_cut = x->size > MANY && x->shape[d] > 2 * EDGE;
        shape[d] = is_cut ? 2 * EDGE : x->shape[d];
        cut |= (unsigned)is_cut << d;
    }
    gla_s_check(s, gla_host_device(&host));
    if (!cut)
        return gla_s_contiguous(s, host, x->dtype, x);
    gla_array *shown = gla_s_new(s, host, x->dtype, x->ndim, shape);
    for (unsigned corner = 0; shown && corner <= cut; corner++)
        if ((corner & ~cut) == 0)
            copy_corner(s, x, shown, corner);
    return s->status ? NULL : shown;
}

gla_status gla_array_str(const gla_array *x, char **text)
{
    page p = {.shape = x->shape};
    gla_scope s;
    char number[GLA_NUMBER_TEXT];
    *text = NULL;
    gla_scope_begin(&s, "array_str");
    const gla_array *shown = p.shown = show(&s, x);
    if (!shown)
        return gla_scope_end(&s);
    if (x->ndim == 0) {
        put(&p, number, (size_t)gla_scalar_text(x->dtype, gla_data(shown), number));
    } else if (x->size == 0) {
        put(&p, "[]", 2);
    } else {
        gla_number_format_init(&p.format, x->dtype, gla_data(shown), shown->size);
        put_axis(&p, 0, 0);
    }
    gla_scope_end(&s);
    if (p.failed) {
        gla_free(p.text);
        return gla_fail_memory("array_str", 2 * p.used + 64);
    }
    *text = p.text;
    return GLA_OK;
}
