/* resident_panels.c - Factor each panel in one launch, by groups that are resident at the same time and wait for one another
 * (kernels/messages.h). */
#include "dense.h"

#define MAX 64 /* largest number of groups for one matrix, limited by the local memory for their messages */

#define SINGLE "#define WORD uint32\n"
#define DOUBLE "#define WORD uint64\n"
#define SIZES "#define WIDTH 32\n#define MAX_GROUPS 64\n"
#define TWO_ROWS "#define THREADS 128\n#define ROWS 2\n#define AT_A_TIME 32\n"
#define ONE_ROW "#define THREADS 128\n#define ROWS 1\n#define AT_A_TIME 16\n"

const gla_resident_kind *gla_resident_lu(gla_dtype dtype)
{
    static const gla_resident_kind kinds[] = {{"lu_resident.h", "lu_resident", SIZES SINGLE, 256, 1},
                                              {"lu_resident.h", "lu_resident", SIZES DOUBLE, 256, 1}};
    return &kinds[dtype != GLA_FLOAT32 && dtype != GLA_COMPLEX64];
}

const gla_resident_kind *gla_resident_qr(gla_dtype dtype, bool scaled)
{
    static const gla_resident_kind kinds[3][2] = {
        {{"qr_resident.h", "qr_resident", SIZES SINGLE TWO_ROWS, 128, 2},
         {"qr_resident.h", "qr_resident", SIZES SINGLE TWO_ROWS "#define NEGLIGIBLE 1e-30f\n", 128, 2}},
        {{"qr_resident.h", "qr_resident", SIZES DOUBLE TWO_ROWS, 128, 2},
         {"qr_resident.h", "qr_resident", SIZES DOUBLE TWO_ROWS "#define NEGLIGIBLE 1e-290\n", 128, 2}},
        {{"qr_resident.h", "qr_resident", SIZES DOUBLE ONE_ROW, 128, 1},
         {"qr_resident.h", "qr_resident", SIZES DOUBLE ONE_ROW "#define NEGLIGIBLE 1e-290\n", 128, 1}},
    };
    return &kinds[dtype == GLA_COMPLEX128 ? 2 : dtype == GLA_FLOAT64][scaled];
}

static int64_t groups_of(const gla_resident *r, int64_t rows)
{
    int64_t each = r->kind->threads * r->kind->rows;
    return (rows + each - 1) / each;
}

gla_status gla_resident_begin(gla_resident *r, const gla_dense *d, const gla_resident_kind *kind, int64_t rows)
{
    *r = (gla_resident){.d = d, .kind = kind};
    int64_t groups = groups_of(r, rows), word = (int64_t)gla_itemsize(gla_device_real_of(d->dtype));
    int64_t message = GLA_DENSE_BLOCK * d->item + word; /* largest number of bytes that a group writes per column */
    if (groups > MAX || groups * d->batch > gla_device_traits(d->dev)->resident_groups)
        return GLA_OK;
    size_t bytes = (size_t)(2 * d->batch * (groups + 1) * GLA_DENSE_BLOCK * message);
    gla_status st = gla_dense_kernel(d, kind->file, kind->lines, kind->name, &r->kernel);
    if (!st)
        st = gla_device_scratch(d->op, d->dev, bytes + sizeof(int), &r->messages);
    if (!st)
        st = gla_device_fill(d->op, d->dev, r->messages, 0xff, bytes);
    r->lost = (int *)((char *)r->messages + bytes);
    if (!st)
        st = gla_device_fill(d->op, d->dev, r->lost, 0, sizeof *r->lost);
    r->most = groups;
    return st;
}

void gla_resident_end(gla_resident *r)
{
    gla_device_drop(r->d->dev, r->messages);
}

gla_status gla_resident_launch(gla_resident *r, panel_sizes *s, int n, const gla_argument *args)
{
    s->groups = groups_of(r, s->m - s->first);
    s->column = r->launches++;
    return gla_dense_launch(r->d, r->kernel, s->groups * s->batch, r->kind->threads, n, args);
}

gla_status gla_resident_check(const gla_resident *r)
{
    int64_t lost = 0;
    gla_status st = r->most ? gla_dense_read_ints(r->d, r->lost, 1, 0, &lost) : GLA_OK;
    if (st || !lost)
        return st;
    return gla_fail(GLA_DEVICE_ERROR,
                    "%s: groups of a kernel on %s timed out waiting for one another; set "
                    "GPULINALG_OPENCL_WITHOUT=resident_groups to avoid such kernels",
                    r->d->op, r->d->dev->name);
}
