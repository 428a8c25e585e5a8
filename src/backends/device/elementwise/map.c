/* map.c - Elementwise operations, by kernels made from the expressions in the table of operations. */
#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "dialect/source.h"
#include "backends/device/array/slots.h"
#include "elementwise/ops.h"

#define LONG_ROW 512 /* number of elements along the last axis above which a group of threads processes each row */

/* An operation in the form that kernels/map.h requires.  A copy, which is not in the table of operations, converts elements
 * from dtype `from`.  If `from` is GLA_NO_DTYPE, elements are converted when they are loaded. */
#define COPY GLA_OP_COUNT
typedef struct map_form {
    gla_op op; /* may be COPY */
    gla_dtype from, compute, result;
} map_form;

static bool is_where(const map_form *f)
{
    return f->op == GLA_OP_where;
}

static bool is_costly(const map_form *f)
{
    return f->op != COPY && gla_op_describe(f->op)->flags & GLA_FLAG_COSTLY;
}

/* Return true for functions that read tables of polynomial coefficients, as described in kernels/special_erf.h. */
static bool reads_tables(const map_form *f)
{
    switch (f->op) {
    case GLA_OP_erf:
    case GLA_OP_erfc:
    case GLA_OP_ndtr:
    case GLA_OP_erfinv:
    case GLA_OP_erfcinv:
    case GLA_OP_ndtri:
    case GLA_OP_gamma: return true;
    default: return false;
    }
}

/* Faults that a kernel reports: forbidden operands, and results that are out of the range of the dtype. */
enum { REFUSED = 1, LEAVES = 2 };

/* Return the expression that computes the fault, or NULL. */
static const char *fault_of(const map_form *f)
{
    int flags = f->op == COPY ? 0 : gla_op_describe(f->op)->flags;
    if (gla_kind_of(f->compute) != GLA_KIND_INT)
        return NULL;
    if (f->op == GLA_OP_square)
        return "(i_pow_leaves(x, 2) << 1)";
    if (!(flags & GLA_FLAG_CHECKS))
        return NULL;
    return f->op == GLA_OP_pow             ? "(I_IS_NEGATIVE(y) ? 1 : i_pow_leaves(x, y) << 1)"
           : flags & GLA_FLAG_ZERO_DIVISOR ? "((y) == 0)"
                                           : "I_IS_NEGATIVE(y)";
}

static const char *name_of(const map_form *f)
{
    return f->op == COPY ? "copy" : gla_op_describe(f->op)->name;
}

/* Return the number of elements that are read and written at once, which is 16 bytes of the wider type. */
static int pack_of(const map_form *f)
{
    size_t a = gla_itemsize(f->from ? f->from : f->compute), b = gla_itemsize(f->result);
    return (int)(16 / (a > b ? a : b));
}

/* Return the number of packs per thread.  This number is large enough for several reads in flight, and small enough that
 * compilation is fast. */
static int unroll_of(const map_form *f, int pack)
{
    int most = is_costly(f) ? 4 : 8;
    return pack >= most ? 1 : most / pack < 4 ? most / pack : 4;
}

static void put_map(gla_writer *w, const gla_device_program *p)
{
    const map_form f = {(gla_op)p->numbers[0], (gla_dtype)p->numbers[1], (gla_dtype)p->numbers[2], (gla_dtype)p->numbers[3]};
    const char *fault = fault_of(&f);
    gla_put_dialect_type(w, f.compute);
    gla_put(w, "#define RESULT %s\n", gla_dialect_type(f.result));
    switch ((gla_map_way)p->numbers[4]) {
    case GLA_MAP_PACKS: gla_put(w, "#define PACK %d\n#define UNROLL %d\n", pack_of(&f), unroll_of(&f, pack_of(&f))); break;
    case GLA_MAP_ROWS: gla_put(w, "#define ROWS\n"); break;
    case GLA_MAP_ALONE: gla_put(w, "#define ALONE\n"); break;
    default: break;
    }
    if (f.from)
        gla_put(w, "#define X_TYPE %s\n", gla_dialect_type(f.from));
    if (reads_tables(&f))
        gla_put(w, "#define TABLES\n");
    if (is_where(&f))
        gla_put(w, "#define WHERE\n");
    if (f.op != COPY && gla_op_file(f.op))
        gla_put(w, "%s", gla_kernel_text(gla_op_file(f.op)));
    if (f.op == COPY)
        gla_put(w, "#define EXPRESSION(x, y, z) (%s(x))\n", f.from ? gla_dialect_convert(f.from) : "");
    else
        gla_put(w, "#define EXPRESSION(x, y, z) (%s)\n", gla_op_describe(f.op)->expression[gla_kind_of(f.compute)]);
    if (fault)
        gla_put(w, "#define FAULT(x, y) %s\n", fault);
}

static gla_device_program program_of(const map_form *f, gla_map_way way)
{
    return (gla_device_program){
        "map.h", put_map, NULL, {(uint16_t)f->op, (uint16_t)f->from, (uint16_t)f->compute, (uint16_t)f->result, (uint16_t)way}};
}

gla_device_program gla_device_map_program(gla_op op, gla_dtype compute, gla_dtype result, gla_map_way way)
{
    return program_of(&(map_form){op, GLA_NO_DTYPE, compute, result}, way);
}

gla_device_program gla_device_copy_program(gla_dtype from, gla_dtype to, gla_map_way way)
{
    return program_of(&(map_form){COPY, from, to, to}, way);
}

GLA_LIST(transpose)
{
    gla_list_add(list, gla_device_sized("transpose.h", t), "copy", GLA_LISTED_PARALLEL | gla_list_mixed(t));
}

static map_layout make_layout(int nin, const gla_array *const in[], const gla_array *out)
{
    const gla_array *all[MAP_OPERANDS] = {out};
    map_layout l = {0};
    for (int i = 0; i < nin; i++)
        all[i + 1] = gla_device_is_scalar(in[i], out) ? NULL : in[i];
    l.ndim = gla_merge_axes(MAP_OPERANDS, all, out->shape, 0, out->ndim, NULL, l.shape, l.strides);
    for (int i = 0; i < MAP_OPERANDS; i++)
        l.dtype[i] = all[i] ? (int)all[i]->dtype : 0;
    return l;
}

/* Arguments common to all kernels.  Scalar operands are passed by value, and all other operands by address. */
typedef struct map_args {
    const void *pointer[3];
    double value[3][2]; /* wide enough for any type */
    size_t size[3];     /* size of the type */
    bool typed;         /* all arrays have the dtypes with which the kernel computes */
    bool plain;         /* typed, and all arrays are contiguous: no layout needed */
    bool aligned;       /* aligned, so that several elements can be read at once */
} map_args;

/* Return the dtype that the kernel expects for operand i. */
static gla_dtype type_of(const map_form *f, int i)
{
    return i ? f->compute : is_where(f) ? GLA_BOOL : f->from ? f->from : f->compute;
}

static void make_args(const map_form *f, int nin, const gla_array *const in[], const gla_array *out, map_args *args)
{
    *args = (map_args){.typed = true, .plain = out->contiguous, .aligned = (uintptr_t)gla_data(out) % 16 == 0};
    for (int i = 0; i < 3; i++)
        args->size[i] = gla_itemsize(type_of(f, i));
    for (int i = 0; i < nin; i++) {
        gla_dtype want = type_of(f, i);
        if (gla_device_is_scalar(in[i], out)) {
            gla_dialect_value(in[i], want, args->value[i]);
            continue;
        }
        args->pointer[i] = gla_data(in[i]);
        args->typed &= in[i]->dtype == want;
        args->plain &= in[i]->contiguous;
        args->aligned &= (uintptr_t)args->pointer[i] % 16 == 0;
    }
    args->plain &= args->typed;
}

/* Write the last arguments, which all kernels share. */
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

static gla_status run_plain(const map_form *f, gla_device *dev, const map_args *a, gla_array *out, int *fault)
{
    int pack = pack_of(f);
    bool serial = gla_device_is_serial(dev), packed = a->aligned && out->size % pack == 0 && !serial;
    int64_t n = packed ? out->size / pack : out->size, each = GLA_GROUP * (int64_t)unroll_of(f, pack);
    const gla_device_program p = program_of(f, serial ? GLA_MAP_ALONE : GLA_MAP_PACKS);
    gla_argument args[1 + OPERANDS] = {GLA_VALUE(n)};
    put_operands(args + 1, a, out, fault);
    return packed ? gla_device_run(name_of(f), dev, &p, "map_packed", (n + each - 1) / each, 1 + OPERANDS, args)
                  : gla_device_run_for(name_of(f), dev, &p, "map_contiguous", n, 1 + OPERANDS, args);
}

static gla_status run_strided(const map_form *f, gla_device *dev, const map_args *a, int nin, const gla_array *const in[],
                              gla_array *out, int *fault)
{
    map_layout l = make_layout(nin, in, out);
    int64_t n = out->size, across = l.ndim ? l.shape[l.ndim - 1] : 1, segments = (across + 1023) / 1024;
    bool rows = a->typed && l.ndim && across >= LONG_ROW && !gla_device_is_serial(dev);
    const gla_device_program p = program_of(f, rows ? GLA_MAP_ROWS : GLA_MAP_ANY);
    gla_argument args[3 + OPERANDS] = {GLA_VALUE(n), GLA_VALUE(segments), GLA_VALUE(l)};
    if (!rows)
        args[1] = args[2];
    put_operands(args + (rows ? 3 : 2), a, out, fault);
    return rows ? gla_device_run(name_of(f), dev, &p, "map_rows", n / across * segments, 3 + OPERANDS, args)
                : gla_device_run_for(name_of(f), dev, &p, "map_strided", n, 2 + OPERANDS, args);
}

/* Run the operation.  *found has the bit REFUSED if the operation does not accept an element of y, and the bit LEAVES if a
 * result overflows. */
static gla_status run(gla_device *dev, const map_form *f, int nin, const gla_array *const in[], gla_array *out, int *found)
{
    const char *op = name_of(f);
    bool checks = fault_of(f) != NULL;
    map_args args;
    int *fault = NULL;
    gla_status st = gla_device_enter(op, dev);
    if (!st && checks)
        st = gla_device_flag(op, dev, &fault);
    if (st)
        return st;
    make_args(f, nin, in, out, &args);
    st = args.plain ? run_plain(f, dev, &args, out, fault) : run_strided(f, dev, &args, nin, in, out, fault);
    if (!st && checks)
        st = gla_device_read_flag(op, dev, fault, found);
    gla_device_drop(dev, fault);
    return st;
}

gla_status gla_device_map(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out)
{
    int found = 0;
    gla_status st = run(dev, &(map_form){op, GLA_NO_DTYPE, compute, out->dtype}, nin, in, out, &found);
    if (!st && found & REFUSED)
        return gla_op_fail_check(op);
    return !st && found & LEAVES ? gla_op_warn_overflow(op, compute) : st;
}

/* Copy through tiles, so that both arrays are accessed in whole cache lines.  This applies to matrices, or stacks of matrices,
 * of the same dtype that are contiguous along different axes.  Otherwise return false. */
static bool transpose(gla_device *dev, const gla_array *src, gla_array *dst, gla_status *st)
{
    const gla_array *both[] = {dst, src};
    int64_t shape[GLA_MAX_NDIM], strides[2][GLA_MAX_NDIM], one = 1, zero = 0;
    int nd;
    if (src->dtype != dst->dtype || gla_device_is_scalar(src, dst) || gla_device_is_serial(dev))
        return false;
    nd = gla_merge_axes(2, both, dst->shape, 0, dst->ndim, NULL, shape, strides);
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
    const gla_device_program program = gla_device_sized("transpose.h", dst->dtype);
    int64_t tiles = (shape[r] + 31) / 32 * ((shape[c] + 31) / 32) * *batch;
    const gla_argument args[] = {GLA_BUFFER(gla_data(dst)), GLA_BUFFER(gla_data(src)), GLA_VALUE(shape[r]),
                                 GLA_VALUE(shape[c]),       GLA_VALUE(*batch),         GLA_VALUE(strides[0][r]),
                                 GLA_VALUE(strides[1][c]),  GLA_VALUE(*batch_out),     GLA_VALUE(*batch_in)};
    *st = gla_device_run("copy", dev, &program, "transpose", tiles, 9, args);
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
    /* a serial device has one program for all dtypes, because compiling many programs takes more time than they save */
    gla_dtype from = gla_device_is_serial(dev) ? GLA_NO_DTYPE : src->dtype;
    return run(dev, &(map_form){COPY, from, dst->dtype, dst->dtype}, 1, &src, dst, NULL);
}
