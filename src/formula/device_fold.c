/* device_fold.c - see device_fold.h. */
#include "formula/device_fold.h"

#include <string.h>

/* Axes [first, end) of all operands, merged where they can be; one at least. */
static int collapse(const gla_device_fold *d, const gla_array *const in[], int first, int end, int64_t *shape,
                    int64_t (*strides)[GLA_MAX_NDIM])
{
    const gla_array *all[GLA_MAX_INPUTS];
    for (int i = 0; i < d->n_inputs; i++)
        all[i] = d->is_number[i] ? NULL : in[i];
    int n = gla_merge_axes(d->n_inputs, all, in[0]->shape, first, end, NULL, shape, strides);
    if (n == 0)
        shape[n++] = 1;
    return n;
}

static void fill_layout(gla_device_fold *d)
{
    int64_t *p = d->layout;
    for (int k = 0; k < d->nkeep; k++)
        *p++ = d->keep_shape[k];
    for (int k = 0; k < d->nfold; k++)
        *p++ = d->fold_shape[k];
    for (int i = 0; i < d->n_inputs; i++)
        for (int k = 0; k < d->nkeep + d->nfold && !d->is_number[i]; k++)
            *p++ = k < d->nkeep ? d->keep[i][k] : d->fold[i][k - d->nkeep];
    if (!d->n_arrays) /* the text declares the steps of one array at least */
        p += d->nkeep + d->nfold;
    d->layout_bytes = (size_t)(p - d->layout) * sizeof *p;
}

void gla_device_fold_init(gla_device_fold *d, char kind, const gla_expr *const exprs[3], const gla_array *const in[],
                          int nkeep, bool flag)
{
    memset(d, 0, sizeof *d);
    d->exprs = exprs;
    d->n_inputs = exprs[0]->n_inputs;
    d->flag = flag;
    for (int i = 0; i < d->n_inputs; i++) {
        d->is_number[i] = in[i]->flags & GLA_WEAK;
        d->stored[i] = d->is_number[i] ? exprs[0]->values[i].dtype : in[i]->dtype;
        d->data[i] = d->is_number[i] ? d->value[i] : gla_data(in[i]);
        d->n_arrays += !d->is_number[i];
        if (d->is_number[i])
            gla_dialect_value(in[i], d->stored[i], d->value[i]);
    }
    d->nkeep = collapse(d, in, 0, nkeep, d->keep_shape, d->keep);
    d->nfold = collapse(d, in, nkeep, in[0]->ndim, d->fold_shape, d->fold);
    fill_layout(d);
    d->key = (gla_code_key){{kind, (uint8_t)d->nkeep, (uint8_t)d->nfold, flag}};
    for (int i = 0; i < d->n_inputs; i++)
        d->key.v[4 + i] = (uint8_t)(d->is_number[i] << 4 | d->stored[i]);
}

/* NAME0 = offset of index `from` in the space `space` of operand 0, and so on: lines of a macro. */
static void put_offsets(gla_writer *w, const gla_device_fold *d, const char *space, int ndim, const char *from,
                        const char *name)
{
    gla_put(w, "    int64 %s_rest = %s, %s_at; \\\n", name, from, name);
    for (int s = 0; s < d->n_arrays; s++)
        gla_put(w, "    int64 %s%d = 0; \\\n", name, s);
    for (int k = ndim; k-- > 0;) {
        if (k)
            gla_put(w, "    %s_at = %s_rest %% l.%s_shape[%d]; \\\n    %s_rest /= l.%s_shape[%d]; \\\n", name, name, space, k,
                    name, space, k);
        else
            gla_put(w, "    %s_at = %s_rest; \\\n", name, name);
        for (int s = 0; s < d->n_arrays; s++)
            gla_put(w, "    %s%d += %s_at * l.of[%d].%s[%d]; \\\n", name, s, name, s, space, k);
    }
}

/* BASES(r) and ELEMENT(i, x) of kernels/fold.h; PASSED, with which a function is given the operands. */
static void put_macros(gla_writer *w, const gla_device_fold *d)
{
    const gla_expr *map = d->exprs[0];
    gla_put(w, "#define PASSED l");
    for (int i = 0; i < d->n_inputs; i++)
        gla_put(w, ", in%d", i);
    gla_put(w, "\n#define BASES(r) \\\n");
    put_offsets(w, d, "keep", d->nkeep, "(r)", "b");
    gla_put(w, "\n#define ELEMENT(i, x) { \\\n");
    put_offsets(w, d, "fold", d->nfold, "(i)", "f");
    gla_put(w, "    map(");
    for (int k = 0, s = 0; k < d->n_inputs; k++) {
        gla_put_conversion(w, d->stored[k], map->values[k].dtype);
        if (d->is_number[k])
            gla_put(w, "in%d), ", k);
        else
            gla_put(w, "in%d[b%d + f%d]), ", k, s, s);
        s += !d->is_number[k];
    }
    gla_put(w, "&x); }\n");
}

/* The file, with the parameters of the operands where it names them: not every compiler's driver is given macros for these. */
static void put_file(gla_writer *w, const gla_device_fold *d, const char *file)
{
    static const char word[] = "OPERANDS";
    const char *rest = gla_dialect_source(file), *place;
    for (; (place = strstr(rest, word)); rest = place + strlen(word)) {
        gla_put_bytes(w, rest, (size_t)(place - rest));
        gla_put(w, "layout l");
        for (int i = 0; i < d->n_inputs; i++)
            gla_put(w, d->is_number[i] ? ", %s in%d" : ", const GLOBAL %s *in%d", gla_dialect_type(d->stored[i]), i);
    }
    gla_put_text(w, rest);
}

void gla_put_fold(gla_writer *w, const gla_device_fold *d, const char *file)
{
    const gla_expr *map = d->exprs[0], *post = d->exprs[2];
    int arrays = d->n_arrays ? d->n_arrays : 1;
    gla_put_vocabulary(w, 3, d->exprs, d->stored);
    gla_put_function(w, "map", map);
    gla_put_function(w, "combine", d->exprs[1]);
    gla_put_function(w, "post", post);
    gla_put(w, "\ntypedef %s acc;\ntypedef %s OUT;\n#define GROUP %d\n%s",
            gla_dialect_type(map->values[map->outputs[0]].dtype), gla_dialect_type(post->values[post->outputs[0]].dtype),
            GLA_FOLD_GROUP, d->flag ? "#define EXCLUSIVE\n" : "");
    gla_put(w, "typedef struct {\n    int64 keep_shape[%d], fold_shape[%d];\n"
               "    struct { int64 keep[%d], fold[%d]; } of[%d];\n} layout;\n", d->nkeep, d->nfold, d->nkeep,
            d->nfold, arrays);
    gla_put(w, "DEVICE acc join(acc a, acc b)\n{\n    acc z;\n    combine(a, b, &z);\n    return z;\n}\n");
    put_macros(w, d);
    put_file(w, d, file);
}

int gla_device_fold_arguments(const gla_device_fold *d, gla_argument *arguments, int n)
{
    arguments[n++] = (gla_argument){GLA_ARGUMENT_VALUE, d->layout, d->layout_bytes};
    for (int i = 0; i < d->n_inputs; i++)
        arguments[n++] = d->is_number[i] ? (gla_argument){GLA_ARGUMENT_VALUE, d->value[i], gla_itemsize(d->stored[i])}
                                         : (gla_argument){GLA_ARGUMENT_BUFFER, d->data[i], 0};
    return n;
}

gla_status gla_device_fold_parts(const char *op, gla_device *dev, const gla_device_fold *d, int64_t n, gla_array **parts)
{
    const gla_expr *map = d->exprs[0];
    return gla_array_new(op, dev, map->values[map->outputs[0]].dtype, 1, &n, parts);
}
