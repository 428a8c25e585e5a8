/* transpose.c - Convert a sparse matrix to the other format.  The column indices are sorted together with their positions by a
 * stable sort, which keeps rows in order.  Then the elements at these positions are loaded (kernels/sparse_transpose.h). */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/list/list.h"
#include "backends/device/sorting/sorting.h"

#define OP "sparse"
#define GROUPS_EACH 32 /* number of groups per compute unit */

/* Workspace: positions and columns of the elements, both sorted, and values packed with their rows. */
typedef struct job {
    gla_device *dev;
    const gla_csr *a;
    gla_device_program program;
    void *order, *columns, *packs;
} job;

static void put(gla_writer *w, const gla_device_program *p)
{
    gla_put_size(w, p);
    gla_put(w, "#define INDEX int%d\n#define PLACE uint%d\n", p->numbers[1], p->numbers[2]);
}

/* If `many`, positions have 64 bits. */
static gla_device_program program_for(gla_dtype dtype, bool wide, bool many)
{
    return (gla_device_program){
        .file = "sparse_transpose.h", .put = put, .numbers = {(uint16_t)gla_itemsize(dtype), wide ? 64 : 32, many ? 64 : 32}};
}

GLA_LIST_FLOATING(sparse_transpose)
{
    for (int wide = 0; wide < 2; wide++)
        for (int many = 0; many <= wide; many++)
            gla_list_add(list, program_for(t, wide, many), "transposes of sparse matrices", wide ? 0 : gla_list_next(t));
}

static gla_status launch(const job *j, const char *kernel, int64_t n, int n_args, const gla_argument *args)
{
    const int64_t groups = (n + TRANSPOSE_CHUNK - 1) / TRANSPOSE_CHUNK, most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH;
    return gla_device_run(OP, j->dev, &j->program, kernel, groups < most ? groups : most, n_args, args);
}

static gla_status sort_columns(job *j, void *indptr)
{
    const gla_csr *a = j->a;
    const size_t n = (size_t)a->nnz;
    gla_status st = gla_device_scratch(OP, j->dev, n * gla_device_place_size(a->nnz), &j->order);
    if (!st)
        st = gla_device_scratch(OP, j->dev, n * gla_itemsize(a->index), &j->columns);
    if (!st)
        st = gla_device_sort_pairs(OP, j->dev, a->index, a->nnz, a->indices, j->columns, j->order);
    const gla_argument args[] = {GLA_VALUE(a->nnz), GLA_VALUE(a->cols), GLA_BUFFER(j->columns), GLA_BUFFER(indptr)};
    if (!st)
        st = launch(j, "transpose_begins", a->cols + 1, 4, args);
    gla_device_drop(j->dev, j->columns);
    return st;
}

static gla_status fetch_elements(job *j, void *indices, void *data)
{
    const gla_csr *a = j->a;
    const size_t value = gla_itemsize(a->dtype), index = gla_itemsize(a->index), pack = 2 * (value > index ? value : index);
    gla_status st = gla_device_scratch(OP, j->dev, (size_t)a->nnz * pack, &j->packs);
    const gla_argument packs[] = {GLA_VALUE(a->rows), GLA_VALUE(a->nnz), GLA_BUFFER(a->indptr), GLA_BUFFER(a->data),
                                  GLA_BUFFER(j->packs)};
    const gla_argument take[] = {GLA_VALUE(a->nnz), GLA_BUFFER(j->order), GLA_BUFFER(j->packs), GLA_BUFFER(indices),
                                 GLA_BUFFER(data)};
    if (!st)
        st = launch(j, "transpose_packs", a->nnz, 5, packs);
    if (!st)
        st = gla_device_run_for(OP, j->dev, &j->program, "transpose_gather",
                                (a->nnz + TRANSPOSE_AT_ONCE - 1) / TRANSPOSE_AT_ONCE, 5, take);
    gla_device_drop(j->dev, j->packs);
    return st;
}

gla_status gla_device_sparse_transpose(gla_device *dev, const gla_csr *a, void *indptr, void *indices, void *data)
{
    job j = {.dev = dev, .a = a};
    j.program = program_for(a->dtype, a->index == GLA_INT64, gla_device_place_size(a->nnz) == 8);
    gla_status st = gla_device_enter(OP, dev);
    if (!st)
        st = sort_columns(&j, indptr);
    if (!st)
        st = fetch_elements(&j, indices, data);
    gla_device_drop(dev, j.order);
    return st;
}
