/* device_map.c - a formula over all elements as one kernel. */
#include "formula/device.h"

#include <string.h>

/* ---- the call: how operands lie ------------------------------------------------------------------------------------------ */
/* Axes of the output from the widest stride to the narrowest, those of length 1 left out. */
static int order_axes(const gla_array *a, int order[])
{
    int n = 0;
    for (int i = 0; i < a->ndim; i++) {
        int j = a->shape[i] == 1 ? -1 : n++;
        for (; j > 0 && a->strides[order[j - 1]] < a->strides[i]; j--)
            order[j] = order[j - 1];
        if (j >= 0)
            order[j] = i;
    }
    return n;
}

/* The common axes of all inputs, in the order of the output's memory, which has no gaps. */
static void collapse(gla_formula_call *c, const gla_array *const in[], const gla_array *out)
{
    const gla_array *all[GLA_MAX_INPUTS];
    int order[GLA_MAX_NDIM], axes = order_axes(out, order);
    for (int i = 0; i < c->e->n_inputs; i++)
        all[i] = c->access[i] == GLA_ACCESS_VALUE ? NULL : in[i];
    c->ndim = gla_merge_axes(c->e->n_inputs, all, out->shape, 0, axes, order, c->shape, c->strides);
}

static void choose_access(gla_formula_call *c, int i)
{
    bool line = true, one = true;
    int64_t step = 1;
    for (int d = c->ndim; d-- > 0; step *= c->shape[d]) {
        line = line && c->strides[i][d] == step;
        one = one && c->strides[i][d] == 0;
    }
    c->access[i] = one ? GLA_ACCESS_ONE : line ? GLA_ACCESS_LINE : GLA_ACCESS_SPREAD;
    c->n_spread += c->access[i] == GLA_ACCESS_SPREAD;
}

/* How many elements of each operand make 16 bytes of the widest one, if all lie so that they can be read at once. */
static int pack_of(const gla_formula_call *c, gla_array *const out[])
{
    size_t item = 1;
    bool aligned = c->n_spread == 0;
    for (int i = 0; i < c->e->n_inputs; i++)
        if (c->access[i] == GLA_ACCESS_LINE) {
            aligned = aligned && (uintptr_t)c->data[i] % 16 == 0;
            item = gla_itemsize(c->stored[i]) > item ? gla_itemsize(c->stored[i]) : item;
        }
    for (int k = 0; k < c->e->n_outputs; k++) {
        aligned = aligned && (uintptr_t)gla_data(out[k]) % 16 == 0;
        item = gla_itemsize(out[k]->dtype) > item ? gla_itemsize(out[k]->dtype) : item;
    }
    int pack = (int)(16 / item);
    return aligned && c->n % pack == 0 ? pack : 1;
}

static void prepare(gla_formula_call *c, gla_device *dev, const gla_expr *e, const gla_array *const in[],
                    gla_array *const out[])
{
    *c = (gla_formula_call){.dev = dev, .e = e, .n = out[0]->size};
    for (int i = 0; i < e->n_inputs; i++) {
        bool number = in[i]->flags & GLA_WEAK;
        c->access[i] = number ? GLA_ACCESS_VALUE : GLA_ACCESS_LINE;
        c->stored[i] = number ? e->values[i].dtype : in[i]->dtype;
        c->data[i] = number ? c->value[i] : gla_data(in[i]);
        if (number)
            gla_dialect_value(in[i], c->stored[i], c->value[i]);
    }
    collapse(c, in, out[0]);
    for (int i = 0; i < e->n_inputs; i++)
        if (c->access[i] != GLA_ACCESS_VALUE)
            choose_access(c, i);
    c->pack = pack_of(c, out);
    c->key = (gla_code_key){{'m', (uint8_t)c->pack, (uint8_t)(c->n_spread ? c->ndim : 0), c->n > INT32_MAX}};
    for (int i = 0; i < e->n_inputs; i++)
        c->key.v[4 + i] = (uint8_t)(c->access[i] << 4 | c->stored[i]);
}

/* ---- the text ------------------------------------------------------------------------------------------------------------ */
static void put_parameters(gla_writer *w, const gla_formula_call *c)
{
    const gla_expr *e = c->e;
    for (int k = 0; k < e->n_outputs; k++) {
        const char *type = gla_dialect_type(e->values[e->outputs[k]].dtype);
        gla_put(w, c->pack > 1 ? ", GLOBAL pack_%s *RESTRICT out%d" : ", GLOBAL %s *RESTRICT out%d", type, k);
    }
    for (int i = 0; i < e->n_inputs; i++) {
        const char *type = gla_dialect_type(c->stored[i]);
        if (c->access[i] == GLA_ACCESS_VALUE)
            gla_put(w, ", %s in%d", type, i);
        else
            gla_put(w, ", const GLOBAL %s%s *in%d", c->pack > 1 && c->access[i] == GLA_ACCESS_LINE ? "pack_" : "", type, i);
    }
}

/* at0, at1 ...: where the elements of the operands with strides are. */
static void put_places(gla_writer *w, const gla_formula_call *c)
{
    const char *index = c->n > INT32_MAX ? "int64" : "uint32"; /* 64-bit division is slow */
    gla_put(w, "        %s rest = (%s)i, p;\n", index, index);
    for (int i = 0, s = 0; i < c->e->n_inputs; i++)
        if (c->access[i] == GLA_ACCESS_SPREAD)
            gla_put(w, "        int64 at%d = 0;\n", s++);
    for (int d = c->ndim; d-- > 0;) {
        if (d)
            gla_put(w, "        p = rest %% (%s)l.shape[%d];\n        rest /= (%s)l.shape[%d];\n", index, d, index, d);
        else
            gla_put(w, "        p = rest;\n");
        for (int s = 0; s < c->n_spread; s++)
            gla_put(w, "        at%d += (int64)p * l.strides[%d][%d];\n", s, s, d);
    }
}

/* The call of the element function; j: the place in a pack. */
static void put_element(gla_writer *w, const gla_formula_call *c)
{
    const gla_expr *e = c->e;
    gla_put(w, "element(");
    for (int i = 0, s = 0; i < e->n_inputs; i++) {
        gla_put_conversion(w, c->stored[i], e->values[i].dtype);
        switch (c->access[i]) {
        case GLA_ACCESS_VALUE: gla_put(w, "in%d", i); break;
        case GLA_ACCESS_ONE: gla_put(w, "in%d[0]", i); break;
        case GLA_ACCESS_SPREAD: gla_put(w, "in%d[at%d]", i, s++); break;
        default: gla_put(w, c->pack > 1 ? "p%d.v[j]" : "in%d[i]", i);
        }
        gla_put(w, "), ");
    }
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, c->pack > 1 ? "%s&r%d.v[j]" : "%s&r%d", k ? ", " : "", k);
    gla_put(w, ");\n");
}

static void put_packs(gla_writer *w, const gla_formula_call *c)
{
    const gla_expr *e = c->e;
    bool have[GLA_DTYPE_COUNT] = {false};
    for (int i = 0; i < e->n_inputs; i++)
        have[c->stored[i]] |= c->access[i] == GLA_ACCESS_LINE;
    for (int k = 0; k < e->n_outputs; k++)
        have[e->values[e->outputs[k]].dtype] = true;
    for (int t = 0; t < GLA_DTYPE_COUNT; t++)
        if (have[t])
            gla_put(w, "typedef struct ALIGNED(%d * sizeof(%s)) { %s v[%d]; } pack_%s;\n", c->pack,
                    gla_dialect_type((gla_dtype)t), gla_dialect_type((gla_dtype)t), c->pack, gla_dialect_type((gla_dtype)t));
}

static void write_map(gla_writer *w, const void *call)
{
    const gla_formula_call *c = call;
    const gla_expr *e = c->e;
    bool packed = c->pack > 1;
    gla_put_vocabulary(w, 1, &e, c->stored);
    gla_put_function(w, "element", e);
    if (packed)
        put_packs(w, c);
    if (c->n_spread)
        gla_put(w, "typedef struct { int64 shape[%d]; int64 strides[%d][%d]; } layout;\n", c->ndim, c->n_spread, c->ndim);
    gla_put(w, "\nKERNEL map(int64 n%s", c->n_spread ? ", layout l" : "");
    put_parameters(w, c);
    gla_put(w, ")\n{\n    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {\n");
    if (c->n_spread)
        put_places(w, c);
    for (int i = 0; i < e->n_inputs && packed; i++)
        if (c->access[i] == GLA_ACCESS_LINE)
            gla_put(w, "        pack_%s p%d = in%d[i];\n", gla_dialect_type(c->stored[i]), i, i);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "        %s%s r%d;\n", packed ? "pack_" : "", gla_dialect_type(e->values[e->outputs[k]].dtype), k);
    if (packed)
        gla_put(w, "        for (int j = 0; j < %d; j++)\n    ", c->pack);
    gla_put(w, "        ");
    put_element(w, c);
    for (int k = 0; k < e->n_outputs; k++)
        gla_put(w, "        out%d[i] = r%d;\n", k, k);
    gla_put(w, "    }\n}\n");
}

/* ---- the launch ---------------------------------------------------------------------------------------------------------- */
/* shape, then the strides of each operand that has them, as the text declares `layout`. */
static size_t fill_layout(const gla_formula_call *c, int64_t *layout)
{
    int64_t *p = layout;
    for (int d = 0; d < c->ndim; d++)
        *p++ = c->shape[d];
    for (int i = 0; i < c->e->n_inputs; i++)
        for (int d = 0; d < c->ndim && c->access[i] == GLA_ACCESS_SPREAD; d++)
            *p++ = c->strides[i][d];
    return (size_t)(p - layout) * sizeof *layout;
}

gla_status gla_formula_map(const char *op, gla_device *dev, gla_variants *table, gla_variant *v,
                           const gla_array *const in[], gla_array *const out[])
{
    const gla_expr *e = v->expr[0];
    gla_formula_call c;
    void *kernel;
    gla_argument arguments[2 + GLA_MAX_INPUTS + GLA_MAX_OUTPUTS];
    int64_t layout[(1 + GLA_MAX_INPUTS) * GLA_MAX_NDIM];
    gla_launch launch = {.op = "elementwise", .arguments = arguments};
    prepare(&c, dev, e, in, out);
    gla_status st = gla_formula_kernel(op, dev, table, v, &c.key, "map", write_map, &c, &kernel);
    if (st)
        return st;
    int64_t n = c.n / c.pack;
    arguments[launch.n++] = (gla_argument){GLA_ARGUMENT_VALUE, &n, sizeof n};
    if (c.n_spread)
        arguments[launch.n++] = (gla_argument){GLA_ARGUMENT_VALUE, layout, fill_layout(&c, layout)};
    for (int k = 0; k < e->n_outputs; k++)
        arguments[launch.n++] = (gla_argument){GLA_ARGUMENT_BUFFER, gla_data(out[k]), 0};
    for (int i = 0; i < e->n_inputs; i++)
        arguments[launch.n++] = c.access[i] == GLA_ACCESS_VALUE
            ? (gla_argument){GLA_ARGUMENT_VALUE, c.value[i], gla_itemsize(c.stored[i])}
            : (gla_argument){GLA_ARGUMENT_BUFFER, c.data[i], 0};
    gla_formula_groups(n, &launch);
    return dev->backend->kernel->launch(dev, kernel, &launch);
}

gla_status gla_formula_map_code(const char *op, gla_device *dev, const gla_variant *v, const gla_array *const in[],
                                gla_array *const out[], char **text)
{
    gla_formula_call c;
    gla_writer w = {.op = op};
    prepare(&c, dev, v->expr[0], in, out);
    write_map(&w, &c);
    return gla_writer_finish(&w, text);
}
