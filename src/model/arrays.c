/* arrays.c - The regression of arrays. Columns are called x1, x2 …, endogenous ones w1, w2 …, and instruments z1, z2 … */
#include "model/build.h"
#include "gpulinalg.h"

#include <string.h>

/* Columns of the call, and those of the rows used. */
typedef struct matrix {
    const char *what;
    gla_array *values; /* (n, k), float */
    int64_t n;
    const char **names;
} matrix;

static const char **number_names(gla_scope *s, const char *prefix, int64_t n)
{
    const char **names = gla_s_memory(s, n + 1, sizeof *names);
    for (int64_t i = 0; i < n && !s->status; i++)
        names[i] = gla_s_print(s, "%s%lld", prefix, (long long)i + 1);
    return names;
}

static gla_array *to_float(builder *b, const char *name, const gla_array *x)
{
    if (!b->s->status && gla_dtype_is_complex(x->dtype))
        gla_s_fail(b->s, GLA_DTYPE_ERROR, "%s: %s is %s, but it must be real", b->s->op, name, gla_dtype_name(x->dtype));
    return b->s->status ? NULL : gla_s_astype(b->s, b->dtype, x);
}

static bool is_finite(gla_scope *s, const gla_array *x)
{
    return gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, x)));
}

/* Read a matrix, and its columns as variables if some values are missing. */
static void read_matrix(builder *b, const char *what, const char *prefix, const gla_array *x, matrix *m)
{
    gla_scope *s = b->s;
    char text[GLA_SHAPE_TEXT];
    if (s->status)
        return;
    if ((x->ndim != 1 && x->ndim != 2) || x->shape[0] != b->rows) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but y has %lld rows; the shape must be (n,) or (n, k)", s->op,
                   what, gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)b->rows);
        return;
    }
    gla_array *values = to_float(b, what, x);
    values = values && x->ndim == 1 ? gla_s_add_last(s, values) : values;
    if (!values)
        return;
    *m = (matrix){what, values, values->shape[1], number_names(s, prefix, values->shape[1])};
    if (values->size == 0 || is_finite(s, values))
        return;
    for (int64_t i = 0; i < m->n && !s->status; i++)
        model_raw_array(b, m->names[i], gla_s_view(s, values, 1, values->shape, values->strides, i * values->strides[1]),
                        false);
}

static void fill_matrix(builder *b, const model_frame *f, const matrix *m, model_columns *columns)
{
    if (m->n)
        *columns = (model_columns){m->n, m->names, f->rows ? model_take(b->s, m->values, f->rows) : m->values};
}

/* The numeric columns of a Table are the regressors. */
static void read_table(builder *b, const table_contents *c, matrix *m)
{
    gla_scope *s = b->s;
    gla_array **parts = gla_s_memory(s, c->n + 1, sizeof(gla_array *)), *made;
    m->names = gla_s_memory(s, c->n + 1, sizeof *m->names);
    for (int i = 0; i < c->n && !s->status; i++) {
        m->names[i] = gla_s_print(s, "%s", c->columns[i]->name);
        raw *r = model_raw_array(b, m->names[i], table_numbers_of(s, c->columns[i]), false);
        parts[i] = r ? r->values : NULL;
    }
    gla_arrays list = {.n = c->n, .v = (const gla_array **)(uintptr_t)parts};
    m->n = c->n;
    m->values = s->status || c->n == 0 ? NULL : gla_s_adopt(s, gla_column_stack(&list, &made), &made);
}

static void run_plain(gla_scope *s, gla_array *y, gla_array *X, const gla_table *table, const model_options *o, gla_device *dev,
                      const char *sample, model_estimate *estimate, void *context)
{
    builder b;
    matrix x = {.n = 0}, w = {.n = 0}, z = {.n = 0};
    table_contents *c = table ? table_read(table) : NULL;
    model_begin(&b, s, NULL, &(formula_text){"", NULL}, c, o);
    b.rows = y->shape[0];
    b.dtype = dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    b.recipe = model_new_recipe(s, NULL, o);
    model_frame f = {.y_name = "y", .table = table, .sample = sample};
    raw *first = s->status ? NULL : model_raw_array(&b, "y", y, false);
    if (first && c && c->rows != b.rows)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has %lld elements, but the table has %lld rows", s->op, (long long)b.rows,
                   (long long)c->rows);
    if (first && c)
        read_table(&b, c, &x);
    else if (first)
        read_matrix(&b, "X", "x", X, &x);
    if (first && o->endogenous)
        read_matrix(&b, "endogenous", "w", o->endogenous, &w);
    if (first && o->instruments)
        read_matrix(&b, "instruments", "z", o->instruments, &z);
    model_read_panel(&b);
    model_fill_arrays(&b, &f);
    if (!s->status) {
        f.y = first->used;
        fill_matrix(&b, &f, &x, &f.X);
        model_no_columns(&b, &f);
        fill_matrix(&b, &f, &w, &f.endogenous);
        fill_matrix(&b, &f, &z, &f.instruments);
    }
    if (!s->status)
        estimate(s, &f, context);
    model_recipe_unref(b.recipe);
    table_release(c);
}

/* ---- stacks --------------------------------------------------------------------------------------------------------- */
static void refuse_with_stack(gla_scope *s, const model_options *o)
{
    const void *given[] = {o->weights,
                           o->offset,
                           o->split,
                           o->unit,
                           o->time,
                           o->absorb ? (o->absorb->n ? o->absorb : NULL) : NULL,
                           o->cluster && o->cluster->n ? o->cluster : NULL,
                           o->endogenous,
                           o->instruments};
    const char *const names[] = {"weights", "offset",  "split",      "unit",       "time",
                                 "absorb",  "cluster", "endogenous", "instruments"};
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i])
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s cannot be used with a stack of regressions", s->op, names[i]);
}

static gla_array *stack_of(gla_scope *s, gla_array *x, int own, int ndim, const int64_t *stack)
{
    int64_t shape[GLA_MAX_NDIM + 2];
    if (s->status)
        return NULL;
    memcpy(shape, stack, (size_t)ndim * sizeof *shape);
    memcpy(shape + ndim, x->shape + x->ndim - own, (size_t)own * sizeof *shape);
    return gla_s_broadcast(s, x, ndim + own, shape);
}

static void run_stack(gla_scope *s, gla_array *y, gla_array *X, const model_options *o, gla_device *dev,
                      model_estimate *estimate, void *context)
{
    model_frame f = {.y_name = "y", .stack = true};
    gla_dtype dtype = dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    char text[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    int64_t stack[GLA_MAX_NDIM];
    int ndim = 0;
    refuse_with_stack(s, o);
    if (!o->stacks)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has shape %s and X has shape %s, but they must be (n,) and (n, k)", s->op,
                   gla_shape_text(y->ndim, y->shape, text, sizeof text),
                   gla_shape_text(X->ndim, X->shape, other, sizeof other));
    else if (X->ndim < 2 || y->ndim < 1 || X->shape[X->ndim - 2] != y->shape[y->ndim - 1])
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has shape %s and X has shape %s, but they must be (..., n) and (..., n, k)",
                   s->op, gla_shape_text(y->ndim, y->shape, text, sizeof text),
                   gla_shape_text(X->ndim, X->shape, other, sizeof other));
    if (s->status)
        return;
    y = gla_s_astype(s, dtype, y);
    X = gla_s_astype(s, dtype, X);
    for (int i = 0; i < 2 && !s->status; i++)
        if (!is_finite(s, i ? X : y) && !s->status)
            gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf; rows of a stack cannot be dropped", s->op,
                       i ? "X" : "y");
    gla_array *row = s->status ? NULL : gla_s_view(s, y, y->ndim - 1, y->shape, y->strides, 0);
    gla_array *matrix = s->status ? NULL : gla_s_view(s, X, X->ndim - 2, X->shape, X->strides, 0);
    const gla_array *both[] = {row, matrix};
    if (s->status || gla_s_check(s, gla_common_shape(s->op, 2, both, &ndim, stack)))
        return;
    f.n = f.total = y->shape[y->ndim - 1];
    f.y = stack_of(s, y, 1, ndim, stack);
    f.X = (model_columns){X->shape[X->ndim - 1], number_names(s, "x", X->shape[X->ndim - 1]), stack_of(s, X, 2, ndim, stack)};
    if (!s->status && f.n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the data has no rows", s->op);
    if (!s->status)
        estimate(s, &f, context);
}

/* The positions at which a mask is true. */
static gla_array *rows_of(gla_scope *s, const gla_array *mask)
{
    gla_arrays *list = NULL;
    if (s->status || gla_s_check(s, gla_nonzero(mask, &list)))
        return NULL;
    gla_array *rows = gla_s_own(s, gla_ref(list->v[0]));
    gla_arrays_free(list);
    return rows;
}

static gla_array *part_of(gla_scope *s, const gla_array *x, const gla_array *rows)
{
    return x ? model_take(s, x, rows) : NULL;
}

static gla_arrays *parts_of(gla_scope *s, const gla_arrays *list, const gla_array *rows)
{
    gla_arrays *made = list ? gla_s_memory(s, 1, sizeof *made) : NULL;
    const gla_array **items = made ? gla_s_memory(s, list->n + 1, sizeof *items) : NULL;
    for (int64_t i = 0; items && i < list->n; i++)
        items[i] = part_of(s, list->v[i], rows);
    if (items)
        *made = (gla_arrays){.n = list->n, .v = items};
    return made;
}

static const gla_variable *variable_part(gla_scope *s, const gla_variable *v, const gla_array *rows, gla_variable *store)
{
    if (!v || !v->array)
        return v;
    *store = (gla_variable){part_of(s, v->array, rows), NULL};
    return store;
}

/* The options of a sample. */
static model_options options_part(gla_scope *s, const model_options *o, const gla_array *rows, gla_variable store[4])
{
    model_options part = *o;
    part.split = NULL;
    part.weights = variable_part(s, o->weights, rows, &store[0]);
    part.offset = variable_part(s, o->offset, rows, &store[1]);
    part.unit = variable_part(s, o->unit, rows, &store[2]);
    part.time = variable_part(s, o->time, rows, &store[3]);
    part.absorb = parts_of(s, o->absorb, rows);
    part.cluster = parts_of(s, o->cluster, rows);
    part.endogenous = part_of(s, o->endogenous, rows);
    part.instruments = part_of(s, o->instruments, rows);
    return part;
}

/* Run the regression for each value of the argument split, on the rows with that value. */
static void run_split(gla_scope *s, gla_array *y, gla_array *X, const model_options *o, gla_device *dev,
                      model_estimate *estimate, void *context)
{
    builder b;
    int64_t levels = 0;
    const char **names = NULL;
    if (!o->split->array || o->split->array->ndim != 1 || o->split->array->size != y->shape[0]) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: split must be an array with an element for each row", s->op);
        return;
    }
    model_begin(&b, s, NULL, &(formula_text){"", NULL}, NULL, o);
    b.recipe = model_new_recipe(s, NULL, o);
    raw by = {.name = "split", .used = s->status ? NULL : gla_s_to_device(s, dev, o->split->array)};
    gla_array *codes = model_codes(&b, &by, &levels, &names);
    for (int64_t i = 0; i < levels && !s->status; i++) {
        gla_variable store[4];
        gla_array *rows = rows_of(s, gla_s_combine(s, gla_equal, codes, model_integer(s, i)));
        model_options part = rows ? options_part(s, o, rows, store) : *o;
        gla_array *y_part = part_of(s, y, rows), *X_part = part_of(s, X, rows);
        const char *sample = s->status ? NULL : gla_s_print(s, "split = %s", names[i]);
        if (!s->status)
            run_plain(s, y_part, X_part, NULL, &part, dev, sample, estimate, context);
    }
    model_recipe_unref(b.recipe);
}

void model_run_arrays(gla_scope *s, const gla_variable *y, const gla_dataset *data, const model_options *o,
                      model_estimate *estimate, void *context)
{
    const gla_array *in[] = {y->array, data->array ? data->array : y->array};
    gla_array *placed[2];
    gla_device *dev;
    char text[GLA_SHAPE_TEXT];
    gla_s_place(s, 2, in, false, &dev, placed);
    if (s->status)
        return;
    if (data->array && (placed[0]->ndim != 1 || placed[1]->ndim > 2))
        run_stack(s, placed[0], placed[1], o, dev, estimate, context);
    else if (placed[0]->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has shape %s, but it must have shape (n,)", s->op,
                   gla_shape_text(placed[0]->ndim, placed[0]->shape, text, sizeof text));
    else if (o->split && data->array)
        run_split(s, placed[0], placed[1], o, dev, estimate, context);
    else if (o->split)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: split needs a formula, or arrays without a table", s->op);
    else
        run_plain(s, placed[0], placed[1], data->table, o, dev, NULL, estimate, context);
}
