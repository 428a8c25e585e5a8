/* reduce.c - Reductions: divide the work, and run kernels/reduce.h. */
#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/array/slots.h"

#include <string.h>

#define GROUP GLA_GROUP

/* One reduction and its division of work. */
typedef struct plan {
    const char *op;
    gla_device *dev;
    const gla_array *x;
    gla_array *out;
    reduce_layout layout;
    int64_t results, n, splits, chunk;
    int pack;    /* number of elements of x in 16 bytes */
    int lanes;   /* number of threads per range; 0: one thread, because elements of neighbouring results are adjacent in
                  * memory */
    bool packed; /* `pack` elements can be read at a time */
    gla_device_program program;
    size_t acc_size;
} plan;

/* Return true if all strides except one are multiples of the pack size. */
static bool in_packs(int nd, const int64_t *strides, int except, int pack)
{
    for (int d = 0; d < nd; d++)
        if (d != except && strides[d] % pack)
            return false;
    return true;
}

static int power_of_two(int64_t least, int most)
{
    int p = 1;
    while (p < least && p < most)
        p *= 2;
    return p;
}

/* Ranges for a serial device are short, so that they can be processed in parallel and sums are accurate. */
#define SERIAL_RANGE 4096
static void cut_serial(plan *p)
{
    p->splits = (p->n + SERIAL_RANGE - 1) / SERIAL_RANGE;
    p->chunk = (p->n + p->splits - 1) / p->splits;
    p->splits = (p->n + p->chunk - 1) / p->chunk;
}

/* Choose the ranges.  There are enough ranges to fill the device several times over, so that no compute unit is idle at the
 * end. Each range is long enough to be efficient and begins at a cache line.  For small elements, the length of a range is a
 * multiple of the number of elements that a group reads at a time. */
static void cut(plan *p)
{
    reduce_layout *l = &p->layout;
    int last = l->nkeep - 1;
    bool aligned = (uintptr_t)gla_data(p->x) % 16 == 0, along = l->nred == 1 && l->red_strides[0] == 1;
    bool inner = l->nkeep && l->keep_strides[last] == 1 && l->keep_shape[last] >= 32 && !along;
    int64_t threads = (int64_t)gla_device_units(p->dev) * (inner ? 1024 : 8192);
    int64_t unit = inner ? 1 : p->pack * (p->pack > 2 ? GROUP : 8);
    if (inner)
        p->packed = aligned && l->keep_shape[last] % p->pack == 0 && in_packs(l->nkeep, l->keep_strides, last, p->pack) &&
                    in_packs(l->nred, l->red_strides, -1, p->pack);
    else
        p->packed = aligned && along && in_packs(l->nkeep, l->keep_strides, -1, p->pack);
    int64_t workers = inner ? p->results / (p->packed ? p->pack : 1) : p->results * GROUP;
    int64_t least = inner ? 64 : 16 * GROUP, most = (p->n + least - 1) / least;
    p->splits = workers >= threads ? 1 : (threads + workers - 1) / workers;
    p->splits = p->splits < most ? p->splits : most;
    p->chunk = (p->n + p->splits - 1) / p->splits;
    if (p->splits > 1)
        p->chunk = (p->chunk + unit - 1) / unit * unit;
    p->splits = (p->n + p->chunk - 1) / p->chunk;
    p->lanes = inner ? 0 : power_of_two(p->chunk / (4 * (p->packed ? p->pack : 1)), GROUP);
}

static const char *op_name(gla_reduction op)
{
    static const char *const names[] = {
        [GLA_REDUCE_SUM] = "SUM",       [GLA_REDUCE_PROD] = "PROD",     [GLA_REDUCE_MIN] = "MIN", [GLA_REDUCE_MAX] = "MAX",
        [GLA_REDUCE_ARGMIN] = "ARGMIN", [GLA_REDUCE_ARGMAX] = "ARGMAX", [GLA_REDUCE_ANY] = "ANY", [GLA_REDUCE_ALL] = "ALL",
        [GLA_REDUCE_VAR] = "VAR",       [GLA_REDUCE_STD] = "STD",       [GLA_REDUCE_MEAN] = "SUM"};
    return names[op];
}

/* Return the dtype of the accumulator.  Sums of single-precision values use double precision.  If values are only compared, the
 * accumulator has the dtype of x. */
static gla_dtype accumulate_in(gla_reduction op, gla_dtype x, gla_dtype out, bool lacks_float64)
{
    gla_dtype real = lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, complex = lacks_float64 ? GLA_COMPLEX64 : GLA_COMPLEX128;
    bool is_complex = gla_dtype_is_complex(x) || gla_dtype_is_complex(out);
    switch (op) {
    case GLA_REDUCE_SUM:
    case GLA_REDUCE_MEAN:
    case GLA_REDUCE_PROD: return out < GLA_FLOAT32 ? out : is_complex ? complex : real;
    case GLA_REDUCE_VAR:
    case GLA_REDUCE_STD: return is_complex ? complex : real;
    default: return x;
    }
}

static int pack_of(gla_dtype x)
{
    return 16 / (int)gla_itemsize(x);
}

enum {
    PARALLEL,
    ALONE,
    PARTS
}; /* kind of program: for any number of threads, for single threads, or for combining the ranges of single threads */

static void put_reduce(gla_writer *w, const gla_device_program *p)
{
    gla_dtype in = (gla_dtype)p->numbers[1];
    gla_put_dialect_type(w, (gla_dtype)p->numbers[2]);
    gla_put(w, "#define IN %s\n#define FROM_IN(v) %s(v)\n#define PACK %d\n#define OUT %s\n#define OP_%s\n",
            gla_dialect_type(in), gla_dialect_convert(in), pack_of(in), gla_dialect_type((gla_dtype)p->numbers[3]),
            op_name((gla_reduction)p->numbers[0]));
    if (p->numbers[4] != PARALLEL)
        gla_put_text(w, p->numbers[4] == PARTS ? "#define ALONE\n#define PARTS\n" : "#define ALONE\n");
}

static gla_device_program program_of(gla_reduction op, gla_dtype in, gla_dtype acc, gla_dtype out, int use)
{
    return (gla_device_program){
        "reduce.h", put_reduce, NULL, {(uint16_t)op, (uint16_t)in, (uint16_t)acc, (uint16_t)out, (uint16_t)use}};
}

gla_device_program gla_device_reduce_program(gla_reduction op, gla_dtype from, gla_dtype to, bool alone, bool parts)
{
    return program_of(op, from, accumulate_in(op, from, to, false), to, parts ? PARTS : alone ? ALONE : PARALLEL);
}

static void prepare(plan *p, gla_reduction op, gla_dtype acc, gla_dtype out)
{
    size_t item = gla_itemsize(acc);
    p->program = program_of(op, p->x->dtype, acc, out, gla_device_is_serial(p->dev) ? ALONE : PARALLEL);
    p->acc_size = op == GLA_REDUCE_ANY || op == GLA_REDUCE_ALL         ? sizeof(int)
                  : op == GLA_REDUCE_ARGMIN || op == GLA_REDUCE_ARGMAX ? 2 * (item > 8 ? item : 8)
                  : op == GLA_REDUCE_VAR || op == GLA_REDUCE_STD       ? item + 8
                  : op == GLA_REDUCE_PROD && acc >= GLA_FLOAT32        ? 2 * (item > 8 ? item : 8)
                                                                       : item;
}

/* Combine the results of the ranges. */
static gla_status join(plan *p, void *parts, void *result, double divisor)
{
    float single;
    bool serial = gla_device_is_serial(p->dev);
    int lanes = serial ? 1 : power_of_two(p->splits / 8, GROUP);
    if (serial) /* a separate program, because few reductions need it and compilation is slow on serial devices */
        p->program.numbers[4] = PARTS;
    const gla_argument args[] = {GLA_VALUE(p->results),
                                 GLA_VALUE(p->n),
                                 GLA_VALUE(p->splits),
                                 GLA_VALUE(lanes),
                                 GLA_BUFFER(parts),
                                 GLA_BUFFER(result),
                                 gla_device_real(p->dev, &divisor, &single)};
    return gla_device_run_for(p->op, p->dev, &p->program, "reduce_parts", p->results * lanes, 7, args);
}

static gla_status run(plan *p, void *result, const void *means, double divisor)
{
    void *parts = NULL;
    float single;
    int packed = p->packed;
    const char *name = p->lanes ? "reduce_lanes" : packed ? "reduce_columns" : "reduce_thread";
    gla_status st = GLA_OK;
    if (p->splits > 1)
        st = gla_device_scratch(p->op, p->dev, (size_t)(p->results * p->splits) * p->acc_size, &parts);
    int64_t threads = p->results * p->splits * (p->lanes ? p->lanes : 1) / (!p->lanes && packed ? p->pack : 1);
    const gla_argument args[] = {
        GLA_VALUE(p->results), GLA_VALUE(p->n),   GLA_VALUE(p->splits), GLA_VALUE(p->chunk),
        GLA_VALUE(p->lanes),   GLA_VALUE(packed), GLA_VALUE(p->layout), GLA_BUFFER(gla_data(p->x)),
        GLA_BUFFER(means),     GLA_BUFFER(parts), GLA_BUFFER(result),   gla_device_real(p->dev, &divisor, &single)};
    gla_argument by_thread[10]; /* the same arguments without `lanes` and `packed` */
    memcpy(by_thread, args, 4 * sizeof *args);
    memcpy(by_thread + 4, args + 6, 6 * sizeof *args);
    if (!st)
        st = gla_device_run_for(p->op, p->dev, &p->program, name, threads, p->lanes ? 12 : 10, p->lanes ? args : by_thread);
    if (!st && p->splits > 1)
        st = join(p, parts, result, divisor);
    gla_device_drop(p->dev, parts);
    return st;
}

/* Compute the means first, in the dtype of the accumulator, and then the sums of squared deviations. */
static gla_status variance(plan *p, gla_reduction op, gla_dtype acc, double correction)
{
    void *means = NULL;
    gla_status st = gla_device_scratch(p->op, p->dev, (size_t)p->results * gla_itemsize(acc), &means);
    prepare(p, GLA_REDUCE_SUM, acc, acc);
    if (!st)
        st = run(p, means, NULL, (double)p->n);
    prepare(p, op, acc, p->out->dtype);
    if (!st)
        st = run(p, gla_data(p->out), means, (double)p->n - correction);
    gla_device_drop(p->dev, means);
    return st;
}

gla_status gla_device_reduce(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction,
                             gla_array *out)
{
    plan p = {.op = "reduce", .dev = dev, .x = x, .out = out, .results = out->size, .n = x->size / out->size};
    gla_status st = gla_device_enter(p.op, dev);
    if (st)
        return st;
    p.pack = pack_of(x->dtype);
    p.layout.nkeep = gla_merge_axes(1, &x, x->shape, 0, nkeep, NULL, p.layout.keep_shape, &p.layout.keep_strides);
    p.layout.nred = gla_merge_axes(1, &x, x->shape, nkeep, x->ndim, NULL, p.layout.red_shape, &p.layout.red_strides);
    if (gla_device_is_serial(dev))
        cut_serial(&p);
    else
        cut(&p);
    gla_dtype acc = accumulate_in(op, x->dtype, out->dtype, dev->lacks_float64);
    if (op == GLA_REDUCE_VAR || op == GLA_REDUCE_STD)
        return variance(&p, op, acc, correction);
    prepare(&p, op, acc, out->dtype);
    return run(&p, gla_data(out), NULL, op == GLA_REDUCE_MEAN ? (double)p.n : 1);
}
