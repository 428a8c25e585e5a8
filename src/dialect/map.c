/* map.c - Generate one kernel that computes an expression for all elements. */
#include "dialect/code.h"

/* ---- plan: layout of operands -------------------------------------------------------------------------------------------- */
/* Merge the common axes of all inputs, in the memory order of the output, which is contiguous. */
static void collapse(gla_map_plan *p, const gla_array *const in[], const gla_array *out)
{
    const gla_array *all[GLA_MAX_INPUTS];
    int order[GLA_MAX_NDIM], axes = gla_order_axes(out, order);
    for (int i = 0; i < p->e->n_inputs; i++)
        all[i] = p->access[i] == GLA_ACCESS_VALUE ? NULL : in[i];
    p->ndim = gla_merge_axes(p->e->n_inputs, all, out->shape, 0, axes, order, p->shape, p->strides);
}

static void choose_access(gla_map_plan *p, int i)
{
    bool line = true, one = true;
    int64_t step = 1;
    for (int d = p->ndim; d-- > 0; step *= p->shape[d]) {
        line = line && p->strides[i][d] == step;
        one = one && p->strides[i][d] == 0;
    }
    p->access[i] = one ? GLA_ACCESS_ONE : line ? GLA_ACCESS_LINE : GLA_ACCESS_SPREAD;
    p->n_spread += p->access[i] == GLA_ACCESS_SPREAD;
}

/* Return the number of elements of the widest operand that fit in 16 bytes, if all operands are aligned and contiguous; else
 * 1. */
static int pack_of(const gla_map_plan *p, gla_array *const out[])
{
    size_t item = 1;
    bool aligned = p->n_spread == 0;
    for (int i = 0; i < p->e->n_inputs; i++)
        if (p->access[i] == GLA_ACCESS_LINE) {
            aligned = aligned && (uintptr_t)p->data[i] % 16 == 0;
            item = gla_itemsize(p->stored[i]) > item ? gla_itemsize(p->stored[i]) : item;
        }
    for (int k = 0; k < p->e->n_outputs; k++) {
        aligned = aligned && (uintptr_t)gla_data(out[k]) % 16 == 0;
        item = gla_itemsize(out[k]->dtype) > item ? gla_itemsize(out[k]->dtype) : item;
    }
    int pack = (int)(16 / item);
    return aligned && p->n % pack == 0 ? pack : 1;
}

void gla_map_plan_init(gla_map_plan *p, const gla_expr *e, const gla_array *const in[], gla_array *const out[])
{
    p->e = e;
    p->n = out[0]->size;
    p->n_spread = 0;
    for (int i = 0; i < e->n_inputs; i++) {
        bool number = in[i]->flags & GLA_WEAK;
        p->access[i] = number ? GLA_ACCESS_VALUE : GLA_ACCESS_LINE;
        p->stored[i] = number ? e->values[i].dtype : in[i]->dtype;
        p->data[i] = number ? p->value[i] : gla_data(in[i]);
        if (number)
            gla_dialect_value(in[i], p->stored[i], p->value[i]);
    }
    collapse(p, in, out[0]);
    for (int i = 0; i < e->n_inputs; i++)
        if (p->access[i] != GLA_ACCESS_VALUE)
            choose_access(p, i);
    p->pack = pack_of(p, out);
    p->key = (gla_code_key){{'m', (uint8_t)p->pack, (uint8_t)(p->n_spread ? p->ndim : 0), p->n > INT32_MAX}};
    for (int i = 0; i < e->n_inputs; i++)
        p->key.v[4 + i] = (uint8_t)(p->access[i] << 4 | p->stored[i]);
}

/* ---- source: determined by the key and the expression ----------------------------------------------------------------- */
typedef struct form {
    const gla_expr *e;
    int pack, ndim, n_spread;
    bool wide; /* more elements than int32 can index */
    gla_access access[GLA_MAX_INPUTS];
    gla_dtype stored[GLA_MAX_INPUTS];
} form;

static form form_of(const gla_expr *e, const gla_code_key *key)
{
    form f = {.e = e, .pack = key->v[1], .ndim = key->v[2], .wide = key->v[3]};
    for (int i = 0; i < e->n_inputs; i++) {
        f.access[i] = (gla_access)(key->v[4 + i] >> 4);
        f.stored[i] = (gla_dtype)(key->v[4 + i] & 15);
        f.n_spread += f.access[i] == GLA_ACCESS_SPREAD;
    }
    return f;
}

static void put_parameters(gla_writer *w, const form *f)
{
    const gla_expr *e = f->e;
    for (int k = 0; k < e->n_outputs; k++) {
        const char *type = gla_dialect_type(e->values[e->outputs[k]].dtype);
        gla_put(w, f->pack > 1 ? ", GLOBAL pack_%s *RESTRICT out%d" : ", GLOBAL %s *RESTRICT out%d", type, k);
    }
    for (int i = 0; i < e->n_inputs; i++) {
        const char *type = gla_dialect_type(f->stored[i]);
        if (f->access[i] == GLA_ACCESS_VALUE)
            gla_put(w, ", %s in%d", type, i);
        else
            gla_put(w, ", const GLOBAL %s%s *in%d", f->pack > 1 && f->access[i] == GLA_ACCESS_LINE ? "pack_" : "", type, i);
    }
}

/* Append the computation of at0, at1, …: the offsets of the elements of operands with strides. */
static void put_places(gla_writer *w, const form *f)
{
    const char *index = f->wide ? "int64" : "uint32"; /* 64-bit division is slow */
    gla_put(w, "        %s rest = (%s)i, p;\n", index, index);
    for (int i = 0, s = 0; i < f->e->n_inputs; i++)
        if (f->access[i] == GLA_ACCESS_SPREAD)
            gla_put(w, "        int64 at%d = 0;\n", s++);
    for (int d = f->ndim; d-- > 0;) {
        if (d)
            gla_put(w, "        p = rest %% (%s)l.shape[%d];\n        rest /= (%s)l.shape[%d];\n", index, d, index, d);
        else
            gla_put(w, "        p = rest;\n");
        for (int s = 0; s < f->n_spread; s++)
            gla_put(w, "        at%d += (int64)p * l.strides[%d][%d];\n", s, s, d);
    }
}

/* Append the call of the element function; j is the position in a pack. */
static void put_element(gla_writer *w, const form *f)
{
    const gla_expr *e = f->e;
    gla_put(w, "element(");
    for (int i = 0, s = 0; i < e->n_inputs; i++) {
        gla_put_conversion(w, f->stored[i], e->values[i].dtype);
        switch (f->access[i]) {
        case GLA_ACCESS_VALUE: gla_put(w, "in%d", i); break;
        case GLA_ACCESS_ONE: gla_put(w, "in%d[0]", i); break;
        case GLA_ACCESS_SPREAD: gla_put(w, "in%d[at%d]", i, s++); break;
        default: gla_put(w, f->pack > 1 ? "p%d.v[j]" : "in%d[i]", i);
        }
        gla_put(w, "), ");
    }
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, f->pack > 1 ? "%s&r%d.v[j]" : "%s&r%d", k ? ", " : "", k);
    gla_put(w, ");\n");
}

static void put_packs(gla_writer *w, const form *f)
{
    const gla_expr *e = f->e;
    bool have[GLA_DTYPE_COUNT] = {false};
    for (int i = 0; i < e->n_inputs; i++)
        have[f->stored[i]] |= f->access[i] == GLA_ACCESS_LINE;
    for (int k = 0; k < e->n_outputs; k++)
        have[e->values[e->outputs[k]].dtype] = true;
    for (int t = 0; t < GLA_DTYPE_COUNT; t++)
        if (have[t])
            gla_put(w, "typedef struct ALIGNED(%d * sizeof(%s)) { %s v[%d]; } pack_%s;\n", f->pack,
                    gla_dialect_type((gla_dtype)t), gla_dialect_type((gla_dtype)t), f->pack, gla_dialect_type((gla_dtype)t));
}

void gla_put_map(gla_writer *w, const gla_expr *e, const gla_code_key *key)
{
    const form of = form_of(e, key), *f = &of;
    bool packed = f->pack > 1;
    gla_put_vocabulary(w, 1, &e, f->stored);
    gla_put_function(w, "element", e);
    if (packed)
        put_packs(w, f);
    if (f->n_spread)
        gla_put(w, "typedef struct { int64 shape[%d]; int64 strides[%d][%d]; } layout;\n", f->ndim, f->n_spread, f->ndim);
    gla_put(w, "\nKERNEL map(int64 n%s", f->n_spread ? ", layout l" : "");
    put_parameters(w, f);
    gla_put(w, ")\n{\n    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {\n");
    if (f->n_spread)
        put_places(w, f);
    for (int i = 0; i < e->n_inputs && packed; i++)
        if (f->access[i] == GLA_ACCESS_LINE)
            gla_put(w, "        pack_%s p%d = in%d[i];\n", gla_dialect_type(f->stored[i]), i, i);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "        %s%s r%d;\n", packed ? "pack_" : "", gla_dialect_type(e->values[e->outputs[k]].dtype), k);
    if (packed)
        gla_put(w, "        for (int j = 0; j < %d; j++)\n    ", f->pack);
    gla_put(w, "        ");
    put_element(w, f);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "        out%d[i] = r%d;\n", k, k);
    gla_put(w, "    }\n}\n");
}
