/* column_values.c - Append a value of the script to the columns of a Table. A list of numbers without a missing value is read
 * as any other array; the items of any other list are read one by one, because some may be missing or strings. */
#include "binding/columns.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <math.h>
#include <string.h>

#define WANT_COLUMN "an array, a list of numbers or a list of strings"
#define WANT_VALUE "a real number, or {none} for a missing value"

static void *item_of(const gla_items *x, int64_t i)
{
    return x->list ? x->r->binding->item(x->r, x->list, i) : x->each[i];
}

/* ---- kinds of items ------------------------------------------------------------------------------------------------ */
typedef struct survey {
    bool missing, texts, others; /* an item is missing, a string, or of another kind */
} survey;

/* Return true for a string of digits with a leading zero, such as 01001, which would lose it as a number. */
static bool is_code(const gla_value *v)
{
    const char *text = v->kind == GLA_VALUE_NUMBER ? v->text : NULL;
    if (!text)
        return false;
    text += strspn(text, " \t\r\n");
    text += *text == '-' || *text == '+';
    return text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

/* Return the number of plain numbers from item i on. */
static int64_t plain_run(const gla_items *x, int64_t i)
{
    double floats[256];
    int64_t n = x->n - i < 256 ? x->n - i : 256;
    if (!x->list)
        return 0;
    int64_t run = gla_plain_numbers(x->r, x->list, i, n, GLA_FLOAT64, floats);
    return run ? run : gla_plain_numbers(x->r, x->list, i, n, GLA_INT64, NULL);
}

static gla_status survey_items(const gla_items *x, survey *s)
{
    gla_status st = GLA_OK;
    *s = (survey){false, false, false};
    for (int64_t i = 0; i < x->n && !st; i++) {
        gla_value v = {.kind = GLA_VALUE_NONE};
        int64_t run = plain_run(x, i);
        i += run;
        if (i == x->n)
            break;
        void *o = item_of(x, i);
        st = o ? x->r->binding->look(x->r, o, GLA_LOOK_ELEMENT, &v) : GLA_OK;
        s->missing |= v.kind == GLA_VALUE_NONE;
        s->texts |= v.kind == GLA_VALUE_TEXT || is_code(&v);
        s->others |= v.kind != GLA_VALUE_NONE && v.kind != GLA_VALUE_TEXT && v.kind != GLA_VALUE_NUMBER;
        if (!st && i % 0x4000 == 0)
            st = gla_pause(x->r);
    }
    return st;
}

/* ---- strings --------------------------------------------------------------------------------------------------------- */
typedef struct text_items {
    const gla_items *items;
    gla_value v;
} text_items;

static bool is_nan(const gla_value *v)
{
    return v->kind == GLA_VALUE_NUMBER && v->number.dtype == GLA_FLOAT64 && isnan(v->number.v.f[0]);
}

static gla_status text_at(void *context, int64_t i, const char **text, size_t *length)
{
    text_items *t = context;
    gla_reader *r = t->items->r;
    gla_value *v = &t->v;
    void *o = item_of(t->items, i);
    gla_status st = o ? r->binding->look(r, o, GLA_LOOK_TEXT, v) : GLA_OK;
    *text = NULL;
    if (st || !o || v->kind == GLA_VALUE_NONE || (is_nan(v) && !v->text))
        return st;
    if (v->kind == GLA_VALUE_NUMBER && !v->text && r->binding->number_text && (v->text = r->binding->number_text(r, o)))
        v->length = strlen(v->text);
    if ((v->kind == GLA_VALUE_TEXT || v->kind == GLA_VALUE_NUMBER) && v->text) {
        *text = v->text;
        *length = v->length;
        st = gla_check_text(v->text, v->length);
    } else
        st = gla_wanted(r, GLA_DTYPE_ERROR, o, "a string or {none}, because another item is a string");
    if (st)
        gla_argument_at(i);
    return st;
}

/* ---- numbers --------------------------------------------------------------------------------------------------------- */
/* Read a number, or `none`, which has no dtype. Objects that convert to numbers are converted. */
static gla_status number_of(gla_reader *r, void *o, gla_number *n)
{
    static const gla_look ways[] = {GLA_LOOK_ELEMENT, GLA_LOOK_INTEGER, GLA_LOOK_REAL, GLA_LOOK_TEXT};
    gla_value v = {.kind = GLA_VALUE_NONE};
    gla_status st = GLA_OK;
    n->dtype = GLA_NO_DTYPE;
    for (size_t i = 0; o && i < sizeof ways / sizeof *ways && !st && (!i || v.kind == GLA_VALUE_OTHER); i++)
        st = r->binding->look(r, o, ways[i], &v);
    if (st || v.kind == GLA_VALUE_NONE)
        return st;
    if (v.kind == GLA_VALUE_ARRAY && gla_array_size(v.array) == 1) {
        v.kind = GLA_VALUE_NUMBER;
        if ((st = gla_single(v.array, "item", &v.number)))
            return st;
    }
    if (v.kind != GLA_VALUE_NUMBER || gla_dtype_is_complex(v.number.dtype))
        return v.kind == GLA_VALUE_LARGE ? gla_argument_is(GLA_OVERFLOW_ERROR, GLA_DESCRIBE_LARGE, GLA_WANT_INTEGER_64)
                                         : gla_wanted(r, GLA_DTYPE_ERROR, o, WANT_VALUE);
    if (v.number.dtype == GLA_UINT64)
        return gla_argument_is(GLA_OVERFLOW_ERROR, "an integer of 2**63 or more", GLA_WANT_INTEGER_64);
    *n = v.number;
    return GLA_OK;
}

static gla_status read_numbers(const gla_items *x, gla_number *numbers, gla_dtype *dtype)
{
    gla_status st = GLA_OK;
    *dtype = GLA_NO_DTYPE;
    for (int64_t i = 0; i < x->n && !st; i++) {
        if ((st = number_of(x->r, item_of(x, i), &numbers[i])))
            gla_argument_at(i);
        if (numbers[i].dtype > *dtype) /* bool, int64, float64: in the order of gla_dtype */
            *dtype = numbers[i].dtype;
        if (!st && i % 0x4000 == 0x3fff)
            st = gla_pause(x->r);
    }
    if (*dtype == GLA_NO_DTYPE)
        *dtype = GLA_FLOAT64;
    return st;
}

/* Store the numbers as one dtype; return true if one is missing. */
static bool store_numbers(int64_t n, const gla_number *numbers, gla_dtype dtype, void *to, uint8_t *mask)
{
    bool missing = false;
    for (int64_t i = 0; i < n; i++) {
        bool none = numbers[i].dtype == GLA_NO_DTYPE;
        if (dtype == GLA_FLOAT64)
            ((double *)to)[i] = none ? NAN : gla_number_real(&numbers[i]);
        else if (dtype == GLA_INT64)
            ((int64_t *)to)[i] = none ? 0 : numbers[i].dtype == GLA_BOOL ? numbers[i].v.b : numbers[i].v.i;
        else
            ((uint8_t *)to)[i] = none ? 0 : numbers[i].v.b;
        mask[i] = none;
        missing |= none;
    }
    return missing && dtype != GLA_FLOAT64;
}

static gla_status add_numbers(gla_columns *c, const char *name, const gla_items *x)
{
    gla_array *values = NULL, *missing = NULL;
    void *data, *mask;
    gla_dtype dtype = GLA_FLOAT64;
    bool masked = false;
    gla_number *numbers = gla_malloc((size_t)x->n * sizeof *numbers + 1);
    gla_status st = numbers ? read_numbers(x, numbers, &dtype) : gla_fail_memory("Table", (size_t)x->n * sizeof *numbers);
    if (!st && !(st = gla_new_host(dtype, 1, &x->n, &values, &data)) &&
        !(st = gla_new_host(GLA_BOOL, 1, &x->n, &missing, &mask)))
        masked = store_numbers(x->n, numbers, dtype, data, mask);
    if (!st)
        st = gla_add_numbers(c, name, values, masked ? missing : NULL);
    gla_unref(values);
    gla_unref(missing);
    gla_free(numbers);
    return st;
}

/* ---- any value ------------------------------------------------------------------------------------------------------- */
static gla_status add_array(gla_reader *r, gla_columns *c, const char *name, void *o)
{
    gla_array *a = NULL, *made = NULL;
    gla_status st = gla_read_array(r, o, &a, &made);
    if (!st)
        st = gla_add_numbers(c, name, a, NULL);
    gla_unref(made);
    return st;
}

static gla_status add_items(gla_columns *c, const char *name, const gla_items *x)
{
    survey s;
    gla_status st = survey_items(x, &s);
    if (st)
        return st;
    if (s.texts) {
        text_items t = {.items = x};
        return gla_add_texts(c, name, x->n, text_at, &t);
    }
    if (x->object && !s.missing)
        return add_array(x->r, c, name, x->object);
    if (!x->object || !s.others || !x->r->binding->whole)
        return add_numbers(c, name, x);
    gla_items plain = {.r = x->r}; /* reading an item may run code that changes the list */
    void *whole = x->r->binding->whole(x->r, x->object, &st);
    plain.list = whole ? x->r->binding->list(x->r, whole, INT64_MAX, &plain.n, &st) : NULL;
    if (plain.list) {
        st = add_numbers(c, name, &plain);
        gla_release_value(x->r, plain.list);
    }
    return st;
}

gla_status gla_add_items(gla_columns *c, const char *name, const gla_items *items)
{
    gla_status st = add_items(c, name, items);
    if (st)
        gla_argument_in(name);
    return st;
}

static gla_status add_list(gla_reader *r, gla_columns *c, const char *name, void *o)
{
    gla_status st = GLA_OK;
    gla_items x = {.r = r, .object = o};
    x.list = r->binding->list(r, o, INT64_MAX, &x.n, &st);
    if (x.list) {
        st = add_items(c, name, &x);
        gla_release_value(r, x.list);
    }
    return st;
}

static gla_status add_value(gla_reader *r, gla_columns *c, const char *name, void *o)
{
    gla_value v;
    bool added = false;
    gla_status st = r->binding->look(r, o, GLA_LOOK_ONLY, &v);
    if (st)
        return st;
    if (v.kind == GLA_VALUE_LIST)
        return add_list(r, c, name, o);
    if (v.kind == GLA_VALUE_OTHER && r->binding->column && ((st = r->binding->column(r, o, c, name, &added)) || added))
        return st;
    if (v.kind != GLA_VALUE_OTHER && v.kind != GLA_VALUE_ARRAY)
        return gla_wanted(r, GLA_DTYPE_ERROR, o, WANT_COLUMN);
    return add_array(r, c, name, o);
}

gla_status gla_add_values(gla_reader *r, gla_columns *c, const char *name, void *o)
{
    gla_status st = add_value(r, c, name, o);
    if (st)
        gla_argument_in(name);
    return st;
}
