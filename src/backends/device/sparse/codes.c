/* codes.c - One-byte codes for the elements of sparse matrices on few diagonals, and products with such matrices. */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OP "matmul"

_Static_assert(SPARSE_CODES == GLA_SPARSE_CODES, "the contract allows another number of distances");
_Static_assert(SPARSE_CODED_ROWS == GLA_GROUP, "a thread has one row of a group's");

/* Return the program.  If `many`, which suits longer rows, a thread loads more elements at once.  Complex dtypes have no such
 * variant, because few of their elements fit in local memory. */
static gla_device_program program_for(gla_dtype dtype, bool wide, bool many)
{
    static const char *const lines[2][2] = {{"#define INDEX int32\n#define EACH 5\n", "#define INDEX int32\n#define EACH 9\n"},
                                            {"#define INDEX int64\n#define EACH 5\n", "#define INDEX int64\n#define EACH 9\n"}};
    return gla_device_typed_with("sparse_codes.h", dtype, lines[wide][many && !gla_dtype_is_complex(dtype)]);
}

GLA_LIST_FLOATING(sparse_codes)
{
    for (int wide = 0; wide < 2; wide++)
        for (int many = 0; many < 2 && !(many && gla_dtype_is_complex(t)); many++)
            gla_list_add(list, program_for(t, wide, many), "sparse matrices",
                         GLA_LISTED_PARALLEL | (!wide && t == GLA_FLOAT64 ? GLA_LISTED_COMMON : 0));
}

static gla_device_program program_of(const gla_csr *a)
{
    return program_for(a->dtype, a->index == GLA_INT64, a->nnz > 5 * a->rows);
}

gla_status gla_device_find_distances(gla_device *dev, const gla_csr *a, uint8_t *seen, int64_t *distances, int64_t *count)
{
    const gla_device_program p = program_of(a);
    const int64_t places = a->rows + a->cols - 1;
    int *counter = NULL, found = 0;
    *count = 0;
    if (gla_device_is_serial(dev) || a->longs > 0 || a->nnz / a->rows >= GLA_DEVICE_SHORT_ROW)
        return GLA_OK;
    gla_status st = gla_device_enter(OP, dev);
    if (!st)
        st = gla_device_flag(OP, dev, &counter);
    const gla_argument mark[] = {GLA_VALUE(a->rows), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr), GLA_BUFFER(seen)};
    const gla_argument number[] = {GLA_VALUE(a->rows), GLA_VALUE(places), GLA_BUFFER(seen), GLA_BUFFER(distances),
                                   GLA_BUFFER(counter)};
    if (!st)
        st = gla_device_run_for(OP, dev, &p, "sparse_mark", a->rows, 4, mark);
    if (!st)
        st = gla_device_run_for(OP, dev, &p, "sparse_number", places, 5, number);
    if (!st)
        st = gla_device_read_flag(OP, dev, counter, &found);
    gla_device_drop(dev, counter);
    *count = found;
    return st;
}

gla_status gla_device_write_codes(gla_device *dev, const gla_csr *a, const uint8_t *seen, uint8_t *codes, uint16_t *starts)
{
    const gla_device_program p = program_of(a);
    gla_status st = gla_device_enter(OP, dev);
    const gla_argument args[] = {GLA_VALUE(a->rows), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(seen),   GLA_BUFFER(codes),      GLA_BUFFER(starts)};
    return st ? st : gla_device_run_for(OP, dev, &p, "sparse_encode", a->rows, 6, args);
}

gla_status gla_device_multiply_coded(gla_device *dev, const gla_csr *a, const sparse_sizes *s, const void *x, void *out)
{
    const gla_device_program p = program_of(a);
    const gla_argument args[] = {GLA_VALUE(*s),         GLA_BUFFER(a->data),      GLA_BUFFER(a->codes),
                                 GLA_BUFFER(a->starts), GLA_BUFFER(a->distances), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(x),         GLA_BUFFER(out)};
    return gla_device_run_for(OP, dev, &p, "sparse_coded", s->rows, 8, args);
}
