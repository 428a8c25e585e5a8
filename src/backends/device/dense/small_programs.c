/* small_programs.c - Programs of kernels/small_*.h. */
#include "condition.h"
#include "dense.h"

#include <math.h>
#include <string.h>

bool gla_device_small_variant(gla_dtype dtype, int64_t n, int64_t columns, gla_small_variant *v)
{
    static const gla_small_variant all[] = {{8, 4}, {16, 2}, {32, 2}, {64, 4}};
    int i = 0;
    if (n <= 8 && columns > 3) { /* with the column of the estimate added, four slices would need one more pass */
        *v = (gla_small_variant){8, 8};
        return true;
    }
    while (i < 4 && all[i].order < n)
        i++;
    /* Local memory is large enough for a matrix of order 64, except for complex128. */
    if (i == 4 || (i == 3 && dtype == GLA_COMPLEX128))
        return false;
    *v = all[i];
    return true;
}

static void put_small(gla_writer *w, const gla_device_program *p)
{
    gla_put_condition(w, p);
    gla_put(w, "#define ORDER %d\n#define SLICES %d\n#define COLUMNS %d\n", p->numbers[1], p->numbers[2], p->numbers[3]);
}

gla_device_program gla_device_small_program(const char *file, gla_dtype dtype, const gla_small_variant *v)
{
    return (gla_device_program){
        file, put_small, NULL, {(uint16_t)dtype, (uint16_t)v->order, (uint16_t)v->slices, GLA_SMALL_COLUMNS}};
}

gla_device_program gla_device_stack_lu_program(gla_dtype dtype, const gla_small_variant *v)
{
    return (gla_device_program){"stack_lu.h", put_small, NULL, {(uint16_t)dtype, (uint16_t)v->order, (uint16_t)v->slices, 0}};
}

static void put_small_order(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ORDER %d\n", p->numbers[1]);
}

bool gla_device_small_eigh_program(gla_dtype dtype, int64_t n, gla_device_program *p)
{
    uint16_t order = n <= 8 ? 8 : n <= 16 ? 16 : 32;
    *p = (gla_device_program){"small_eigh.h", put_small_order, NULL, {(uint16_t)dtype, order}};
    return n <= 32;
}

/* Local memory must have space for three matrices, one of them complex, so complex128 is limited to order 24. */
bool gla_device_small_eig_program(gla_dtype dtype, int64_t n, gla_device_program *p)
{
    uint16_t order = n <= 8 ? 8 : n <= 16 ? 16 : dtype == GLA_COMPLEX128 ? 24 : 32;
    *p = (gla_device_program){"small_eig.h", put_small_order, NULL, {(uint16_t)dtype, order}};
    return n <= order;
}

#define SVD_SLICES 8 /* number of threads for each pair of columns */

static size_t svd_bytes(gla_dtype dtype, size_t order, size_t rows, int vectors)
{
    size_t item = gla_itemsize(dtype), threads = order / 2 * SVD_SLICES;
    size_t columns = order * (rows + 1) + (vectors == 1 ? order * (order + 1) : 0) + threads;
    return columns * item + threads * 16 + order * 16 + 64;
}

static void put_small_svd(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ORDER %d\n#define ROWS %d\n#define VECTORS %d\n#define SLICES %d\n", p->numbers[1], p->numbers[2],
            p->numbers[3], SVD_SLICES);
}

bool gla_device_small_svd_program(gla_dtype dtype, int64_t p, int64_t q, bool vectors, gla_device_program *program,
                                  int *threads)
{
    uint16_t order = 8, rows = 8;
    while (order < q && order < GLA_SMALL_MAX)
        order = (uint16_t)(2 * order);
    while (rows < p && rows < GLA_SMALL_MEMORY / 32)
        rows = (uint16_t)(2 * rows);
    uint16_t kind = vectors ? svd_bytes(dtype, order, rows, 1) <= GLA_SMALL_MEMORY ? 1 : 2 : 0; /* 0: no V; 1: V in local
                                                                                                 * memory; 2: V in global
                                                                                                 * memory */
    *threads = order / 2 * SVD_SLICES;
    *program = (gla_device_program){"small_svd.h", put_small_svd, NULL, {(uint16_t)dtype, order, rows, kind}};
    return order >= q && rows >= p && svd_bytes(dtype, order, rows, kind) <= GLA_SMALL_MEMORY;
}

/* Return the number of elements per team, padded as in kernels/small_lstsq.h. */
static size_t padded(size_t count, size_t team)
{
    return (count + 15) / 16 * 16 + team % 16;
}

static size_t lstsq_bytes(gla_dtype dtype, size_t order, size_t rows, size_t sides)
{
    size_t item = gla_itemsize(dtype), team = order / 2, wide = gla_dtype_is_complex(dtype) ? 16 : 8;
    size_t matrix = padded((order + sides) * (rows + 1), team) + padded(order * (order + 1), team) + 4 * order;
    return matrix * item + (sides * order + 2 * team) * wide + team * 8 + (order + sides) * 4 + 16;
}

static void put_small_lstsq(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ORDER %d\n#define ROWS %d\n#define SIDES %d\n#define TEAMS %d\n", p->numbers[1], p->numbers[2],
            p->numbers[3], p->numbers[4]);
}

#define LSTSQ_SIDES 4
#define LSTSQ_MIN 16 /* minimum number of threads; with fewer, too much of a GPU would be idle */

bool gla_device_small_lstsq_program(gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, gla_device_program *program,
                                    int *threads, int *teams)
{
    uint16_t order = n <= 8 ? 8 : n <= 16 ? 16 : 32, rows = 8, sides = nrhs == 1 ? 1 : LSTSQ_SIDES;
    while (rows < m && rows < GLA_SMALL_MEMORY / 32)
        rows = (uint16_t)(2 * rows);
    *teams = 64 / order;
    while (*teams > 1 && lstsq_bytes(dtype, order, rows, sides) * (size_t)*teams > GLA_SMALL_MEMORY)
        *teams /= 2;
    *threads = order / 2 * *teams;
    *program = (gla_device_program){
        "small_lstsq.h", put_small_lstsq, NULL, {(uint16_t)dtype, order, rows, sides, (uint16_t)*teams}};
    return order >= n && rows >= m && sides >= nrhs && *threads >= LSTSQ_MIN &&
           lstsq_bytes(dtype, order, rows, sides) * (size_t)*teams <= GLA_SMALL_MEMORY;
}

/* Return true if the code is larger than all pivot indices, in which case it is the bit pattern of a float32 estimate.  Then
 * also store the estimate. */
static bool estimate_of(int code, double *estimate)
{
    float value;
    memcpy(&value, &code, sizeof value);
    if (code <= GLA_SMALL_MAX)
        return false;
    *estimate = (double)value;
    return true;
}

gla_small gla_device_small_infos(int64_t groups, const int *each, int64_t batch, int64_t *info, double *estimates)
{
    int64_t chunks = groups / batch;
    gla_small answer = GLA_SMALL_DOUBTFUL;
    for (int64_t b = 0; b < batch; b++) {
        info[b] = 0;
        if (estimates)
            estimates[b] = 0;
        for (int64_t i = 0; i < chunks; i++) {
            int code = each[b * chunks + i];
            double estimate;
            if (estimates && estimate_of(code, &estimate))
                estimates[b] = isnan(estimates[b]) || estimates[b] > estimate ? estimates[b] : estimate;
            else if (info[b] == 0 || code < 0)
                info[b] = code;
        }
        if (info[b])
            answer = GLA_SMALL_FAILED;
    }
    return answer;
}
