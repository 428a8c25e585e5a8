/* map.c - elementwise operations: kernels made from the table's expressions. */
#include "array_kernels.h"
#include "backends/device/layouts.h"

#include <stdio.h>
#include <string.h>

#define LONG_ROW 512 /* elements of the last axis that are worth a group of threads */

/* An operation as kernels/map.h wants it. */
typedef struct map_text {
    const char *name, *expression, *fault;
    bool where;     /* the first operand is a bool */
    bool costly;    /* much code for each element */
    gla_dtype from; /* of a copy: the first operand's type, which the expression converts */
} map_text;

static map_text copy_text(gla_dtype from)
{
    const char *convert = gla_device_convert_name(from);
    return (map_text){.name = "copy", .from = from, .expression = strcmp(convert, "FROM_INT") == 0 ? "FROM_INT(x)"
                      : strcmp(convert, "FROM_REAL") == 0 ? "FROM_REAL(x)" : "FROM_COMPLEX(x)"};
}

static map_text text_of(gla_op op, gla_dtype compute)
{
    const gla_op_info *info = gla_op_describe(op);
    gla_kind kind = gla_kind_of(compute);
    map_text t = {.name = info->name, .expression = info->expression[kind], .where = op == GLA_OP_where,
                  .costly = info->flags & GLA_FLAG_COSTLY};
    if (kind == GLA_KIND_INT && info->flags & GLA_FLAG_CHECKS)
        t.fault = info->flags & GLA_FLAG_ZERO_DIVISOR ? "((y) == 0)" : "I_IS_NEGATIVE(y)";
    return t;
}

/* Elements that are read and written at once: 16 bytes of the widest type. */
static int pack_of(const map_text *t, gla_dtype compute, gla_dtype result)
{
    size_t a = gla_itemsize(t->from && !t->where ? t->from : compute), b = gla_itemsize(result);
    return (int)(16 / (a > b ? a : b));
}

/* Packs for a thread: enough reads under way, but not so much code that it takes long to compile. */
static int unroll_of(const map_text *t, int pack)
{
    int most = t->costly ? 4 : 8;
    return pack >= most ? 1 : most / pack < 4 ? most / pack : 4;
}

static void write_defines(const map_text *t, gla_dtype compute, gla_dtype result, gla_map_way way, char *buf, size_t size)
{
    char types[600], packs[60] = "", from[60] = "";
    int pack = pack_of(t, compute, result);
    gla_device_type_defines(compute, types, sizeof types);
    if (way == GLA_MAP_ROWS)
        snprintf(packs, sizeof packs, "#define ROWS\n");
    if (way == GLA_MAP_PACKS)
        snprintf(packs, sizeof packs, "#define PACK %d\n#define UNROLL %d\n", pack, unroll_of(t, pack));
    if (way == GLA_MAP_ALONE)
        snprintf(packs, sizeof packs, "#define ALONE\n");
    if (t->from)
        snprintf(from, sizeof from, "#define X_TYPE %s\n", gla_device_type_name(t->from));
    snprintf(buf, size, "%s#define RESULT %s\n%s%s%s#define EXPRESSION(x, y, z) (%s)\n%s%s\n", types,
             gla_device_type_name(result), packs, from, t->where ? "#define WHERE\n" : "", t->expression,
             t->fault ? "#define FAULT(x, y) " : "", t->fault ? t->fault : "");
}

void gla_device_map_defines(gla_op op, gla_dtype compute, gla_dtype result, gla_map_way way, char *buf, size_t size)
{
    map_text t = text_of(op, compute);
    write_defines(&t, compute, result, way, buf, size);
}

void gla_device_copy_defines(gla_dtype from, gla_dtype to, gla_map_way way, char *buf, size_t size)
{
    map_text t = copy_text(from);
    write_defines(&t, to, to, way, buf, size);
}

static map_layout make_layout(int nin, const gla_array *const in[], const gla_array *out)
{
    const gla_array *all[MAP_OPERANDS] = {out};
    map_layout l = {0};
    for (int i = 0; i < nin; i++)
        all[i + 1] = gla_device_is_scalar(in[i], out) ? NULL : in[i];
    gla_device_collapse(MAP_OPERANDS, all, &l.ndim, l.shape, &l.strides[0][0]);
    for (int i = 0; i < MAP_OPERANDS; i++)
        l.dtype[i] = all[i] ? (int)all[i]->dtype : 0;
    return l;
}

/* What all kernels share: pointers, or values for operands that are one number. */
typedef struct map_args {
    const void *pointer[3];
    double value[3][2]; /* room for any type */
    size_t size[3];     /* of that type */
    bool typed;   /* arrays of the types that are computed with */
    bool plain;   /* that, and contiguous: no layout needed */
    bool aligned; /* so that several elements are read at once */
} map_args;

/* The type that a kernel takes operand i in. */
static gla_dtype type_of(const map_text *t, gla_dtype compute, int i)
{
    return i ? compute : t->where ? GLA_BOOL : t->from ? t->from : compute;
}

static gla_status make_args(const map_text *t, gla_dtype compute, int nin, const gla_array *const in[],
                            const gla_array *out, map_args *args)
{
    *args = (map_args){.typed = true, .plain = out->contiguous, .aligned = (uintptr_t)gla_data(out) % 16 == 0};
    for (int i = 0; i < 3; i++)
        args->size[i] = gla_itemsize(type_of(t, compute, i));
    for (int i = 0; i < nin; i++) {
        gla_dtype want = type_of(t, compute, i);
        if (gla_device_is_scalar(in[i], out)) {
            gla_status st = gla_device_scalar_value(in[i], want, args->value[i]);
            if (st)
                return st;
            continue;
        }
        args->pointer[i] = gla_data(in[i]);
        args->typed &= in[i]->dtype == want;
        args->plain &= in[i]->contiguous;
        args->aligned &= (uintptr_t)args->pointer[i] % 16 == 0;
    }
    args->plain &= args->typed;
    return GLA_OK;
}

/* What all kernels take at their end. */
static void put_operands(gla_argument *to, const map_args *a, gla_array *out, int *fault)
{
    *to++ = (gla_argument)GLA_BUFFER(gla_data(out));
    for (int i = 0; i < 3; i++)
        *to++ = (gla_argument)GLA_BUFFER(a->pointer[i]);
    for (int i = 0; i < 3; i++)
        *to++ = (gla_argument){GLA_ARGUMENT_VALUE, a->value[i], a->size[i]};
    *to = (gla_argument)GLA_BUFFER(fault);
}
#define OPERANDS 8

static gla_status launch_plain(const map_text *t, gla_dtype compute, gla_device *dev, const char *defines, map_args *a,
                               gla_array *out, int *fault)
{
    int pack = pack_of(t, compute, out->dtype);
    bool packed = a->aligned && out->size % pack == 0 && !gla_device_is_serial(dev);
    int64_t n = packed ? out->size / pack : out->size, each = GLA_GROUP * (int64_t)unroll_of(t, pack);
    void *kernel;
    gla_status st = gla_device_kernel(dev, "map.h", defines, packed ? "map_packed" : "map_contiguous", &kernel);
    gla_argument args[1 + OPERANDS] = {GLA_VALUE(n)};
    put_operands(args + 1, a, out, fault);
    if (st)
        return st;
    return packed ? gla_device_launch(t->name, dev, kernel, (n + each - 1) / each, 1 + OPERANDS, args)
                  : gla_device_launch_for(t->name, dev, kernel, n, 1 + OPERANDS, args);
}

static gla_status launch_strided(const char *op, gla_device *dev, const char *defines, bool rows, map_args *a,
                                 map_layout *l, gla_array *out, int *fault)
{
    int64_t n = out->size, across = l->ndim ? l->shape[l->ndim - 1] : 1, segments = (across + 1023) / 1024;
    void *kernel;
    gla_status st = gla_device_kernel(dev, "map.h", defines, rows ? "map_rows" : "map_strided", &kernel);
    gla_argument args[3 + OPERANDS] = {GLA_VALUE(n), GLA_VALUE(segments), GLA_VALUE(*l)};
    if (!rows)
        args[1] = args[2];
    put_operands(args + (rows ? 3 : 2), a, out, fault);
    if (st)
        return st;
    return rows ? gla_device_launch(op, dev, kernel, n / across * segments, 3 + OPERANDS, args)
                : gla_device_launch_for(op, dev, kernel, n, 2 + OPERANDS, args);
}

/* Run it; *refused when an element of y is one that the operation does not take. */
static gla_status run(gla_device *dev, const map_text *t, gla_dtype compute, int nin, const gla_array *const in[],
                      gla_array *out, int *refused)
{
    char defines[1200];
    map_args args;
    map_layout layout = {0};
    int *fault = NULL;
    gla_status st = gla_device_enter(t->name, dev);
    if (!st)
        st = make_args(t, compute, nin, in, out, &args);
    if (!st && t->fault)
        st = gla_device_flag(t->name, dev, &fault);
    if (st)
        return st;
    if (!args.plain)
        layout = make_layout(nin, in, out);
    bool serial = gla_device_is_serial(dev);
    bool rows = args.typed && layout.ndim && layout.shape[layout.ndim - 1] >= LONG_ROW && !serial;
    gla_map_way way = !args.plain ? rows ? GLA_MAP_ROWS : GLA_MAP_ANY : serial ? GLA_MAP_ALONE : GLA_MAP_PACKS;
    write_defines(t, compute, out->dtype, way, defines, sizeof defines);
    st = args.plain ? launch_plain(t, compute, dev, defines, &args, out, fault)
                    : launch_strided(t->name, dev, defines, rows, &args, &layout, out, fault);
    if (!st && t->fault)
        st = gla_device_read_flag(t->name, dev, fault, refused);
    gla_device_drop(dev, fault);
    return st;
}

gla_status gla_device_map(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[],
                          gla_array *out)
{
    map_text t = text_of(op, compute);
    int refused = 0;
    gla_status st = run(dev, &t, compute, nin, in, out, &refused);
    return !st && refused ? gla_op_fail_check(op) : st;
}

/* Same type, two dimensions and a stack of them, one array contiguous along the axis where the other is not: through tiles,
 * so that both sides are read and written in whole lines.  False when it is not that case. */
static bool transpose(gla_device *dev, const gla_array *src, gla_array *dst, gla_status *st)
{
    const gla_array *both[] = {dst, src};
    int64_t shape[GLA_MAX_NDIM], strides[2][GLA_MAX_NDIM], one = 1, zero = 0;
    int nd;
    if (src->dtype != dst->dtype || gla_device_is_scalar(src, dst) || gla_device_is_serial(dev))
        return false;
    gla_device_collapse(2, both, &nd, shape, &strides[0][0]);
    if (nd != 2 && nd != 3)
        return false;
    int64_t *batch = nd == 3 ? &shape[0] : &one, *batch_out = nd == 3 ? &strides[0][0] : &zero,
            *batch_in = nd == 3 ? &strides[1][0] : &zero;
    int r = nd - 2, c = nd - 1;
    if (strides[0][c] != 1 || strides[1][r] != 1) {
        if (strides[0][r] != 1 || strides[1][c] != 1)
            return false;
        r = nd - 1, c = nd - 2;
    }
    char defines[80];
    void *kernel;
    gla_device_mover_defines(dst->dtype, defines, sizeof defines);
    *st = gla_device_kernel(dev, "transpose.h", defines, "transpose", &kernel);
    int64_t tiles = (shape[r] + 31) / 32 * ((shape[c] + 31) / 32) * *batch;
    const gla_argument args[] = {GLA_BUFFER(gla_data(dst)), GLA_BUFFER(gla_data(src)), GLA_VALUE(shape[r]), GLA_VALUE(shape[c]),
                                 GLA_VALUE(*batch), GLA_VALUE(strides[0][r]), GLA_VALUE(strides[1][c]), GLA_VALUE(*batch_out),
                                 GLA_VALUE(*batch_in)};
    if (!*st)
        *st = gla_device_launch("copy", dev, kernel, tiles, 9, args);
    return true;
}

gla_status gla_device_copy(gla_device *dev, const gla_array *src, gla_array *dst)
{
    gla_status st = gla_device_enter("copy", dev);
    if (st)
        return st;
    if (src->contiguous && dst->contiguous && src->dtype == dst->dtype && !gla_device_is_scalar(src, dst))
        return gla_device_copy_block("copy", dev, gla_data(dst), gla_data(src), (size_t)dst->size * gla_itemsize(dst->dtype));
    if (transpose(dev, src, dst, &st))
        return st;
    map_text text = copy_text(src->dtype);
    if (gla_device_is_serial(dev)) /* one program for all types: its compiler takes longer than is won by many */
        text = (map_text){.name = "copy", .expression = "(x)"};
    return run(dev, &text, dst->dtype, 1, &src, dst, NULL);
}
