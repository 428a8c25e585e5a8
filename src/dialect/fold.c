/* fold.c - Generate the source of reductions and scans of expressions, for kernels/fold.h and scan.h. */
#include "dialect/code.h"
#include "dialect/source.h"

#include <stdio.h>
#include <string.h>

/* ---- plan: layout of operands -------------------------------------------------------------------------------------------- */
/* Merge the axes [first, end) of all operands. At least one axis remains. */
static int collapse(const gla_fold_plan *p, const gla_array *const in[], int first, int end, int64_t *shape,
                    int64_t (*strides)[GLA_MAX_NDIM])
{
    const gla_array *all[GLA_MAX_INPUTS];
    for (int i = 0; i < p->n_inputs; i++)
        all[i] = p->is_number[i] ? NULL : in[i];
    int n = gla_merge_axes(p->n_inputs, all, in[0]->shape, first, end, NULL, shape, strides);
    if (n == 0)
        shape[n++] = 1;
    return n;
}

static void fill_layout(gla_fold_plan *p)
{
    int64_t *to = p->layout;
    for (int k = 0; k < p->nkeep; k++)
        *to++ = p->keep_shape[k];
    for (int k = 0; k < p->nfold; k++)
        *to++ = p->fold_shape[k];
    for (int i = 0; i < p->n_inputs; i++)
        for (int k = 0; k < p->nkeep + p->nfold && !p->is_number[i]; k++)
            *to++ = k < p->nkeep ? p->keep[i][k] : p->fold[i][k - p->nkeep];
    for (int k = 0; k < p->nkeep + p->nfold && !p->n_arrays; k++)
        *to++ = 0; /* the source declares the strides of at least one array */
    p->layout_bytes = (size_t)(to - p->layout) * sizeof *to;
}

void gla_fold_plan_init(gla_fold_plan *p, gla_fold_kind kind, const gla_expr *map, const gla_array *const in[], int nkeep)
{
    p->n_inputs = map->n_inputs;
    p->n_arrays = 0;
    for (int i = 0; i < p->n_inputs; i++) {
        p->is_number[i] = in[i]->flags & GLA_WEAK;
        p->stored[i] = p->is_number[i] ? map->values[i].dtype : in[i]->dtype;
        p->data[i] = p->is_number[i] ? p->value[i] : gla_data(in[i]);
        p->n_arrays += !p->is_number[i];
        if (p->is_number[i])
            gla_dialect_value(in[i], p->stored[i], p->value[i]);
    }
    p->nkeep = collapse(p, in, 0, nkeep, p->keep_shape, p->keep);
    p->nfold = collapse(p, in, nkeep, in[0]->ndim, p->fold_shape, p->fold);
    fill_layout(p);
    p->key = (gla_code_key){{(uint8_t)kind, (uint8_t)p->nkeep, (uint8_t)p->nfold}};
    for (int i = 0; i < p->n_inputs; i++)
        p->key.v[4 + i] = (uint8_t)(p->is_number[i] << 4 | p->stored[i]);
}

/* ---- source: determined by the key and the expressions --------------------------------------------------------------- */
typedef struct form {
    const gla_expr *map;
    gla_fold_kind kind;
    int n_arrays, nkeep, nfold;
    bool is_number[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS];
} form;

static form form_of(const gla_expr *map, const gla_code_key *key)
{
    form f = {.map = map, .kind = (gla_fold_kind)key->v[0], .nkeep = key->v[1], .nfold = key->v[2]};
    for (int i = 0; i < map->n_inputs; i++) {
        f.is_number[i] = key->v[4 + i] >> 4;
        f.stored[i] = (gla_dtype)(key->v[4 + i] & 15);
        f.n_arrays += !f.is_number[i];
    }
    return f;
}

/* Append the lines of a macro that compute NAME0, NAME1, …, the offsets of index `from` in the axes `space` of each operand. */
static void put_offsets(gla_writer *w, const form *f, const char *space, int ndim, const char *from, const char *name)
{
    gla_put(w, "    int64 %s_rest = %s, %s_at; \\\n", name, from, name);
    for (int s = 0; s < f->n_arrays; s++)
        gla_put(w, "    int64 %s%d = 0; \\\n", name, s);
    for (int k = ndim; k-- > 0;) {
        if (k)
            gla_put(w, "    %s_at = %s_rest %% l.%s_shape[%d]; \\\n    %s_rest /= l.%s_shape[%d]; \\\n", name, name, space, k,
                    name, space, k);
        else
            gla_put(w, "    %s_at = %s_rest; \\\n", name, name);
        for (int s = 0; s < f->n_arrays; s++)
            gla_put(w, "    %s%d += %s_at * l.of[%d].%s[%d]; \\\n", name, s, name, s, space, k);
    }
}

/* Append the macros BASES(r) and ELEMENT(i, x) of kernels/fold.h, and PASSED, the arguments that pass the operands to a
 * function. */
static void put_macros(gla_writer *w, const form *f)
{
    const gla_expr *map = f->map;
    gla_put(w, "#define PASSED l");
    for (int i = 0; i < f->map->n_inputs; i++)
        gla_put(w, ", in%d", i);
    gla_put(w, "\n#define BASES(r) \\\n");
    put_offsets(w, f, "keep", f->nkeep, "(r)", "b");
    gla_put(w, "\n#define ELEMENT(i, x) { \\\n");
    put_offsets(w, f, "fold", f->nfold, "(i)", "f");
    gla_put(w, "    map(");
    for (int k = 0, s = 0; k < f->map->n_inputs; k++) {
        gla_put_conversion(w, f->stored[k], map->values[k].dtype);
        if (f->is_number[k])
            gla_put(w, "in%d), ", k);
        else
            gla_put(w, "in%d[b%d + f%d]), ", k, s, s);
        s += !f->is_number[k];
    }
    gla_put(w, "&x); }\n");
}

void gla_put_frame(gla_writer *w, const char *file, const char *operands)
{
    static const char word[] = "OPERANDS";
    const char *rest = gla_kernel_text(file), *place;
    for (; (place = strstr(rest, word)); rest = place + strlen(word)) {
        gla_put_bytes(w, rest, (size_t)(place - rest));
        gla_put_text(w, operands);
    }
    gla_put_text(w, rest);
}

static void put_file(gla_writer *w, const form *f, const char *file)
{
    char operands[GLA_MAX_INPUTS * 40 + 40];
    size_t n = (size_t)snprintf(operands, sizeof operands, "layout l");
    for (int i = 0; i < f->map->n_inputs; i++)
        n += (size_t)snprintf(operands + n, sizeof operands - n, f->is_number[i] ? ", %s in%d" : ", const GLOBAL %s *in%d",
                              gla_dialect_type(f->stored[i]), i);
    gla_put_frame(w, file, operands);
}

void gla_put_scan_flags(gla_writer *w, unsigned flags)
{
    gla_put_text(w, gla_kernel_text("layouts.h"));
    gla_put(w, "%s%s", flags & GLA_SCAN_COLUMNS ? "#define COLUMNS\n" : "", flags & GLA_SCAN_NARROW ? "#define NARROW\n" : "");
}

void gla_put_fold(gla_writer *w, const gla_expr *const exprs[3], const gla_code_key *key)
{
    const form of = form_of(exprs[0], key), *f = &of;
    const gla_expr *map = exprs[0], *post = exprs[2];
    gla_put_vocabulary(w, 3, exprs, f->stored);
    gla_put_function(w, "map", map);
    gla_put_function(w, "combine", exprs[1]);
    gla_put_function(w, "post", post);
    gla_put(w, "\ntypedef %s acc;\ntypedef %s OUT;\n#define GROUP %d\n%s", gla_dialect_type(map->values[map->outputs[0]].dtype),
            gla_dialect_type(post->values[post->outputs[0]].dtype), GLA_FOLD_GROUP,
            f->kind == GLA_FOLD_EXCLUSIVE_SCAN ? "#define EXCLUSIVE\n" : "");
    gla_put(w,
            "typedef struct {\n    int64 keep_shape[%d], fold_shape[%d];\n"
            "    struct { int64 keep[%d], fold[%d]; } of[%d];\n} layout;\n",
            f->nkeep, f->nfold, f->nkeep, f->nfold, f->n_arrays ? f->n_arrays : 1);
    gla_put(w, "DEVICE acc join(acc a, acc b)\n{\n    acc z;\n    combine(a, b, &z);\n    return z;\n}\n");
    put_macros(w, f);
    if (f->kind != GLA_FOLD_REDUCE)
        gla_put_scan_flags(w, key->v[3]);
    put_file(w, f, f->kind == GLA_FOLD_REDUCE ? "fold.h" : "scan.h");
}
