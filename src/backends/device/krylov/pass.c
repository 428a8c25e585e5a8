/* pass.c - One pass of an iterative solver over vectors, followed by the computation of scalars, by kernels/krylov.h and
 * krylov_sums.h. */
#include "krylov.h"
#include "contract/krylov.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define MAX_PIECES 512 /* number of groups that a large GPU runs at a time */
#define ROWS_EACH 4    /* minimum number of rows per thread before the work is divided further */

/* Return the number of columns per group, which is a power of 2. */
static int64_t lanes_for(int64_t k)
{
    int64_t lanes = 1;
    while (lanes < 32 && lanes < k)
        lanes *= 2;
    return lanes;
}

static krylov_sizes sizes_of(const gla_krylov_pass *p)
{
    krylov_sizes s = {.n = p->n,
                      .k = p->k,
                      .lanes = lanes_for(p->k),
                      .inputs = p->inputs,
                      .outputs = p->outputs,
                      .dots = p->dots,
                      .step = p->step,
                      .at = p->at};
    int64_t rows = GLA_GROUP / s.lanes * ROWS_EACH;
    s.pieces = (p->n + rows - 1) / rows;
    s.pieces = s.pieces < 1 ? 1 : s.pieces > MAX_PIECES ? MAX_PIECES : s.pieces;
    for (int o = 0; o < p->outputs; o++)
        for (int i = 0; i < p->inputs; i++)
            s.factor[o][i] = p->factor[o][i];
    for (int d = 0; d < p->dots; d++) {
        s.left[d] = p->left[d];
        s.right[d] = p->right[d];
        s.sum[d] = p->sum[d];
    }
    return s;
}

static void put_shape(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define INPUTS %d\n#define OUTPUTS %d\n#define DOTS %d\n", p->numbers[1], p->numbers[2], p->numbers[3]);
}

/* Return the program for the given numbers of input vectors (at most 4), output vectors (at most 3) and inner products (at most
 * 2). */
static gla_device_program program_for(gla_dtype dtype, int inputs, int outputs, int dots)
{
    return (gla_device_program){
        "krylov.h", put_shape, NULL, {(uint16_t)dtype, (uint16_t)inputs, (uint16_t)outputs, (uint16_t)dots}};
}

/* The passes of the solvers differ only in the numbers of inputs, outputs and sums. */
GLA_LIST_FLOATING(krylov)
{
    static const struct {
        int inputs, outputs, dots;
        bool is_variant;
    } shapes[] = {{1, 0, 1, false}, {2, 1, 2, false}, {3, 2, 2, false}, {4, 3, 1, false}, {1, 1, 0, true},
                  {1, 1, 1, true},  {1, 1, 2, true},  {1, 2, 0, true},  {1, 3, 0, true},  {2, 0, 1, true},
                  {2, 0, 2, true},  {2, 1, 0, true},  {2, 1, 1, true},  {3, 1, 0, true},  {3, 1, 1, true},
                  {3, 1, 2, true},  {3, 2, 0, true},  {4, 1, 0, true},  {4, 2, 0, true}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        gla_list_add(list, program_for(t, shapes[i].inputs, shapes[i].outputs, shapes[i].dots), "iterative solvers",
                     gla_list_next(t) | (shapes[i].is_variant ? GLA_LISTED_VARIANT : 0));
    gla_list_add(list, gla_device_typed("krylov_sums.h", t), "iterative solvers", gla_list_next(t));
}

static gla_status pass(gla_device *dev, const gla_krylov_pass *p)
{
    const gla_device_program program = program_for(p->dtype, p->inputs, p->outputs, p->dots);
    const gla_device_program sum = gla_device_typed("krylov_sums.h", p->dtype);
    krylov_sizes s = sizes_of(p);
    void *parts = NULL;
    gla_status st = gla_device_enter(p->op, dev);
    size_t number = dev->lacks_float64 ? 8 : 16;
    if (!st && p->dots > 0)
        st = gla_device_scratch(p->op, dev, (size_t)(s.pieces * p->dots * p->k) * number, &parts);
    const void *in[GLA_KRYLOV_INPUTS];
    void *out[GLA_KRYLOV_OUTPUTS], *sums = parts ? parts : p->numbers; /* any valid address will do for unused parameters */
    for (int i = 0; i < GLA_KRYLOV_INPUTS; i++)
        in[i] = i < p->inputs ? p->in[i] : p->numbers;
    for (int o = 0; o < GLA_KRYLOV_OUTPUTS; o++)
        out[o] = o < p->outputs ? p->out[o] : p->numbers;
    const gla_argument args[] = {GLA_VALUE(s),           GLA_BUFFER(in[0]),  GLA_BUFFER(in[1]),  GLA_BUFFER(in[2]),
                                 GLA_BUFFER(in[3]),      GLA_BUFFER(out[0]), GLA_BUFFER(out[1]), GLA_BUFFER(out[2]),
                                 GLA_BUFFER(p->numbers), GLA_BUFFER(sums)};
    const gla_argument step[] = {GLA_VALUE(s), GLA_BUFFER(sums), GLA_BUFFER(p->numbers)};
    if (!st && p->inputs > 0)
        st = gla_device_run(p->op, dev, &program, "krylov_pass", s.pieces * ((p->k + s.lanes - 1) / s.lanes), 10, args);
    if (!st && (p->dots > 0 || p->step))
        st = gla_device_run(p->op, dev, &sum, "krylov_numbers", p->k < 65536 ? p->k : 65536, 3, step);
    gla_device_drop(dev, parts);
    return st;
}

const gla_krylov_ops gla_device_krylov_ops = {.pass = pass};
