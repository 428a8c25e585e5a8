/* scan.c - Running reductions such as cumulative sums.  This file chooses the kernels of kernels/scan.h and divides the work in
 * a way that depends only on the shape. */
#include "scan.h"
#include "backends/device/layouts.h"
#include "dialect/source.h"
#include "backends/device/array/slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LANES 270336    /* number of threads that fill a large device */
#define COLUMN_BLOCK 64 /* as in kernels/scan.h */
#define SERIAL_CHUNK 4096
#define MAX_GROUPS 16384

typedef struct cut {
    int64_t lines, n, pieces, chunk; /* pieces: number of tiles or chunks per line */
    int lanes;
} cut;

unsigned gla_device_scan_flags(const gla_device *dev)
{
    const gla_traits *t = gla_device_traits(dev);
    return t->is_serial ? GLA_SCAN_COLUMNS : t->local_memory < 48 << 10 ? GLA_SCAN_NARROW : 0;
}

/* Return the number of elements per thread, as in kernels/scan.h. */
static int64_t items_of(const gla_device_scan_call *c)
{
    int64_t items = c->item > 8 ? 8 : 16;
    return gla_device_scan_flags(c->dev) & GLA_SCAN_NARROW ? items / 2 : items;
}

static cut cut_columns(const gla_device_scan_call *c, cut k)
{
    int64_t least = gla_device_is_serial(c->dev) ? SERIAL_CHUNK : COLUMN_BLOCK;
    int64_t wanted = k.lines >= LANES ? 1 : (LANES + k.lines - 1) / k.lines;
    k.chunk = (k.n + wanted - 1) / wanted;
    k.chunk = k.chunk < least ? least : (k.chunk + COLUMN_BLOCK - 1) / COLUMN_BLOCK * COLUMN_BLOCK;
    k.pieces = (k.n + k.chunk - 1) / k.chunk;
    return k;
}

static cut cut_tiles(const gla_device_scan_call *c, cut k)
{
    int64_t items = items_of(c);
    for (k.lanes = 1; k.lanes < GLA_GROUP && k.lanes * items < k.n;)
        k.lanes *= 2;
    k.pieces = (k.n + GLA_GROUP * items - 1) / (GLA_GROUP * items);
    return k;
}

static int64_t groups_of(int64_t n)
{
    return n < MAX_GROUPS ? n : MAX_GROUPS;
}

static int add_operands(const gla_device_scan_call *c, gla_argument *args, int n)
{
    memcpy(args + n, c->operands, (size_t)c->n_operands * sizeof *args);
    return n + c->n_operands;
}

/* Append the description of the results, which are the last parameters of kernels that write results. */
static int add_results(const gla_device_scan_call *c, plain_layout *to, gla_argument *args, int n)
{
    const gla_array *out = c->out;
    to->ndim = gla_merge_axes(1, &out, out->shape, 0, out->ndim - 1, NULL, to->shape, &to->strides);
    args[n++] = (gla_argument){GLA_ARGUMENT_VALUE, to, sizeof *to};
    args[n++] = (gla_argument)GLA_VALUE(out->strides[out->ndim - 1]);
    args[n++] = (gla_argument)GLA_BUFFER(gla_data(out));
    return n;
}

#define MAX_ARGUMENTS (10 + GLA_SCAN_OPERANDS)

/* Use a single kernel, which reads and writes memory once. */
static gla_status run_once(const gla_device_scan_call *c, const cut *k)
{
    gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(k->lines), GLA_VALUE(k->n), GLA_VALUE(k->pieces), c->before};
    plain_layout to;
    char *words = NULL;
    size_t word = (c->item + 3) / 4 * sizeof(uint64_t);
    size_t totals = (size_t)(k->lines * k->pieces) * word;
    size_t ends = (size_t)(k->lines * ((k->pieces + GLA_GROUP - 1) / GLA_GROUP)) * word;
    int n = add_operands(c, args, 4);
    gla_status st = gla_device_scratch(c->op, c->dev, 8 + totals + ends, (void **)&words);
    if (!st)
        st = gla_device_fill(c->op, c->dev, words, 0, 8 + totals + ends);
    args[n++] = (gla_argument)GLA_BUFFER(words);
    args[n++] = (gla_argument)GLA_BUFFER(words + 8);
    args[n++] = (gla_argument)GLA_BUFFER(words + 8 + totals);
    n = add_results(c, &to, args, n);
    if (!st)
        st = gla_device_run(c->op, c->dev, &c->program, "scan_once", k->lines * k->pieces, n, args);
    gla_device_drop(c->dev, words);
    return st;
}

static gla_status run_tiles(const gla_device_scan_call *c, const cut *k)
{
    plain_layout to;
    void *parts = NULL;
    gla_status st = GLA_OK;
    int64_t each = GLA_GROUP / k->lanes, tiles = (k->lines + each - 1) / each * k->pieces;
    if (k->pieces > 1)
        st = gla_device_scratch(c->op, c->dev, (size_t)(k->lines * k->pieces) * c->item, &parts);
    if (!st && k->pieces > 1) {
        gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(k->lines), GLA_VALUE(k->n), GLA_VALUE(k->pieces)};
        int n = add_operands(c, args, 3);
        args[n++] = (gla_argument)GLA_BUFFER(parts);
        st = gla_device_run(c->op, c->dev, &c->program, "scan_totals", groups_of(tiles), n, args);
        const gla_argument spans[] = {GLA_VALUE(k->lines), GLA_VALUE(k->pieces), c->before, GLA_BUFFER(parts)};
        if (!st)
            st = gla_device_run(c->op, c->dev, &c->program, "scan_spans", groups_of(k->lines), 4, spans);
    }
    gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(k->lines), GLA_VALUE(k->n), GLA_VALUE(k->pieces), GLA_VALUE(k->lanes),
                                        c->before};
    int n = add_operands(c, args, 5);
    args[n++] = (gla_argument)GLA_BUFFER(parts);
    n = add_results(c, &to, args, n);
    if (!st)
        st = gla_device_run(c->op, c->dev, &c->program, "scan_write", groups_of(tiles), n, args);
    gla_device_drop(c->dev, parts);
    return st;
}

static gla_status run_columns(const gla_device_scan_call *c, const cut *k)
{
    plain_layout to;
    void *parts = NULL;
    gla_status st = GLA_OK;
    int64_t threads = k->lines * k->pieces;
    if (k->pieces > 1)
        st = gla_device_scratch(c->op, c->dev, (size_t)threads * c->item, &parts);
    if (!st && k->pieces > 1) {
        gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(k->lines), GLA_VALUE(k->n), GLA_VALUE(k->chunk), GLA_VALUE(k->pieces)};
        int n = add_operands(c, args, 4);
        args[n++] = (gla_argument)GLA_BUFFER(parts);
        st = gla_device_run_for(c->op, c->dev, &c->program, "scan_chunks", threads, n, args);
        const gla_argument ends[] = {GLA_VALUE(k->lines), GLA_VALUE(k->pieces), c->before, GLA_BUFFER(parts)};
        if (!st)
            st = gla_device_run_for(c->op, c->dev, &c->program, "scan_chunk_ends", k->lines, 4, ends);
    }
    gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(k->lines), GLA_VALUE(k->n), GLA_VALUE(k->chunk), GLA_VALUE(k->pieces),
                                        c->before};
    int n = add_operands(c, args, 5);
    args[n++] = (gla_argument)GLA_BUFFER(parts);
    n = add_results(c, &to, args, n);
    if (!st)
        st = gla_device_run_for(c->op, c->dev, &c->program, "scan_chunks_write", threads, n, args);
    gla_device_drop(c->dev, parts);
    return st;
}

gla_status gla_device_scan_run(const gla_device_scan_call *c)
{
    int64_t n = c->out->shape[c->out->ndim - 1];
    cut k = {.lines = c->out->size / n, .n = n};
    if (gla_device_is_serial(c->dev) || c->by_column) {
        k = cut_columns(c, k);
        return run_columns(c, &k);
    }
    k = cut_tiles(c, k);
    if (k.pieces > 1 && gla_device_traits(c->dev)->has_warps && k.lines <= INT32_MAX / k.pieces)
        return run_once(c, &k);
    return run_tiles(c, &k);
}

/* Recompute the lines whose last result is out of the range of the dtype. */
static gla_status repair(const gla_device_scan_call *c)
{
    plain_layout to;
    const int64_t n = c->out->shape[c->out->ndim - 1], lines = c->out->size / n;
    gla_argument args[MAX_ARGUMENTS] = {GLA_VALUE(lines), GLA_VALUE(n)};
    int count = add_results(c, &to, args, add_operands(c, args, 2));
    return gla_device_run(c->op, c->dev, &c->program, "scan_repair", groups_of((lines + GLA_GROUP - 1) / GLA_GROUP), count,
                          args);
}

/* ---- scans of arrays ----------------------------------------------------------------------------------------------------- */
static const char *join_of(gla_scan_op op, gla_kind kind)
{
    static const char *const words[][4] = {
        [GLA_SCAN_SUM] = {"a | b", "I_ADD(a, b)", "a + b", "C_ADD(a, b)"},
        [GLA_SCAN_PROD] = {"a & b", "I_MUL(a, b)", "a * b", "C_MUL(a, b)"},
        [GLA_SCAN_MIN] = {"a & b", "a < b ? a : b", "a < b || a != a ? a : b", ""},
        [GLA_SCAN_MAX] = {"a | b", "a > b ? a : b", "a > b || a != a ? a : b", ""},
    };
    int column = kind == GLA_KIND_BOOL ? 0 : kind == GLA_KIND_INT ? 1 : kind == GLA_KIND_REAL ? 2 : 3;
    return words[op][column];
}

/* Return true for sums and products of floating dtypes, which may overflow. */
static bool has_range(gla_scan_op op, gla_dtype acc)
{
    return gla_kind_of(acc) > GLA_KIND_INT && (op == GLA_SCAN_SUM || op == GLA_SCAN_PROD);
}

/* Write the conversions from acc to a result, and back. */
static void put_conversions(gla_writer *w, gla_dtype acc, gla_dtype out)
{
    const char *part = out == GLA_COMPLEX64 ? "float32" : "float64", *as = gla_dialect_type(out);
    gla_put_text(w, "DEVICE void post(acc a, int64 count, OUT *z)\n{\n");
    if (gla_dtype_is_complex(out))
        gla_put(w, "    z->re = (%s)a.re;\n    z->im = (%s)a.im;\n}\n", part, part);
    else
        gla_put_text(w, "    *z = (OUT)a;\n}\n");
    if (gla_dtype_is_complex(acc))
        gla_put(w, "DEVICE T of_out(%s z)\n{\n    return c_make((R)z.re, (R)z.im);\n}\n", as);
    else
        gla_put(w, "DEVICE T of_out(%s z)\n{\n    return (T)z;\n}\n", as);
}

static void put_scan(gla_writer *w, const gla_device_program *p)
{
    const gla_scan_op op = (gla_scan_op)p->numbers[0];
    gla_dtype in = (gla_dtype)p->numbers[1], acc = (gla_dtype)p->numbers[2], out = (gla_dtype)p->numbers[3];
    char operands[80];
    gla_put_dialect_type(w, acc);
    gla_put_scan_flags(w, p->numbers[4]);
    gla_put_text(w, gla_kernel_text("scalar.h"));
    gla_put_text(w, gla_kernel_text("complex.h"));
    gla_put_text(w, gla_kernel_text("convert.h"));
    gla_put(w, "typedef T acc;\ntypedef %s OUT;\n#define GROUP %d\nDEVICE T %s(T a, T b)\n{\n    return %s;\n}\n%s",
            gla_dialect_type(out), GLA_GROUP, has_range(op, acc) ? "again" : "join", join_of(op, gla_kind_of(acc)),
            op == GLA_SCAN_PROD ? "#define OP_PROD\n" : "");
    if (has_range(op, acc))
        gla_put_text(w, gla_kernel_text("scan_range.h"));
    put_conversions(w, acc, out);
    gla_put(w,
            "#define PASSED l, along, in0\n#define BASES(r) int64 in_base = line_offset(&l, (r));\n"
            "#define ELEMENT(i, x) { x = %s(in0[in_base + (i) * along]); }\n%s",
            gla_dialect_convert(in),
            gla_itemsize(acc) <= 8 ? "#define GROUPS_WANTED 5 /* local memory has space for these */\n" : "");
    snprintf(operands, sizeof operands, "plain_layout l, int64 along, const GLOBAL %s *in0", gla_dialect_type(in));
    gla_put_frame(w, "scan.h", operands);
    if (has_range(op, acc))
        gla_put_frame(w, "scan_repair.h", operands);
}

gla_device_program gla_device_scan_program(gla_scan_op op, gla_dtype from, gla_dtype acc, gla_dtype to, unsigned flags)
{
    return (gla_device_program){
        "running", put_scan, NULL, {(uint16_t)op, (uint16_t)from, (uint16_t)acc, (uint16_t)to, (uint16_t)flags}};
}

/* Return the dtype of the accumulator.  Sums and products of single-precision values use double precision. */
static gla_dtype accumulate_in(gla_scan_op op, gla_dtype out, bool lacks_float64)
{
    if (op == GLA_SCAN_MIN || op == GLA_SCAN_MAX || lacks_float64)
        return out;
    return out == GLA_FLOAT32 ? GLA_FLOAT64 : out == GLA_COMPLEX64 ? GLA_COMPLEX128 : out;
}

gla_status gla_device_scan(gla_device *dev, gla_scan_op op, const gla_array *x, gla_array *out)
{
    double before[2] = {0, 0};
    plain_layout from;
    int last = x->ndim - 1;
    int64_t along = x->strides[last];
    gla_dtype acc = accumulate_in(op, out->dtype, dev->lacks_float64);
    gla_device_scan_call c = {.op = "cumulative", .dev = dev, .item = gla_itemsize(acc), .n_operands = 3, .out = out};
    gla_status st = gla_device_enter(c.op, dev);
    if (st)
        return st;
    from.ndim = gla_merge_axes(1, &x, x->shape, 0, last, NULL, from.shape, &from.strides);
    int64_t side = from.ndim ? from.strides[from.ndim - 1] : 0, across = from.ndim ? from.shape[from.ndim - 1] : 1;
    c.by_column = across >= 32 && llabs(side) < llabs(along);
    c.program = gla_device_scan_program(op, x->dtype, acc, out->dtype, gla_device_scan_flags(dev));
    c.before = (gla_argument){GLA_ARGUMENT_VALUE, before, c.item};
    c.operands[0] = (gla_argument)GLA_VALUE(from);
    c.operands[1] = (gla_argument)GLA_VALUE(along);
    c.operands[2] = (gla_argument)GLA_BUFFER(gla_data(x));
    st = gla_device_scan_run(&c);
    return st || !has_range(op, acc) ? st : repair(&c);
}
