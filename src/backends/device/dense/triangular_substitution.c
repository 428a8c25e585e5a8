/* triangular_substitution.c - Triangular systems with few columns in one launch, by kernels/substitute.h. */
#include "dense.h"

#include "backends/device/list/list.h"

#define WIDTH 4 /* number of columns and of slices per group, as in the kernel */

/* Return the number of rows per group.  A triangle of 64 rows of complex128 would need too much local memory. */
static int chunk_of(gla_dtype dtype, int64_t n)
{
    return n <= 32 || gla_itemsize(dtype) == 16 ? 32 : 64;
}

static void put_lines(gla_writer *w, const gla_device_program *p)
{
    gla_dtype dtype = (gla_dtype)p->numbers[0];
    bool single = dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64;
    gla_put_dialect_type(w, dtype);
    gla_put(w, "#define CHUNK %d\n#define WORD %s\n", p->numbers[1], single ? "uint32" : "uint64");
    gla_put_text(w, single ? "#define SAFE_MIN 1e-37f\n#define SAFE_MAX 1e37f\n"
                           : "#define SAFE_MIN 1e-307\n#define SAFE_MAX 1e307\n");
}

static gla_device_program program_of(gla_dtype dtype, int64_t n)
{
    return (gla_device_program){"substitute.h", put_lines, NULL, {(uint16_t)dtype, (uint16_t)chunk_of(dtype, n)}};
}

GLA_LIST_FLOATING(substitute)
{
    for (int n = 32; n <= 64; n += 32)
        gla_list_add(list, program_of(t, n), "triangles and few columns", GLA_LISTED_WAITING | gla_list_common(t));
}

/* For more columns, methods based on matrix products are faster. */
bool gla_dense_substitutes(gla_device *dev, int64_t n, int64_t columns, int64_t batch)
{
    int64_t groups = ((columns + WIDTH - 1) / WIDTH) * ((n + 31) / 32);
    bool few = columns <= 16 || (columns <= 256 && n <= (batch > 1 ? 256 : 64));
    return gla_device_traits(dev)->groups_wait && few && groups > 0 && batch <= INT32_MAX / groups;
}

void gla_dense_make_lower(const gla_dense *d, gla_dense_triangle *t, gla_strided *a, gla_strided *b)
{
    if (!t->upper)
        return;
    *a = gla_dense_part(d, *a, t->n - 1, t->n - 1);
    *b = gla_dense_part(d, *b, t->n - 1, 0);
    a->row = -a->row;
    a->col = -a->col;
    b->row = -b->row;
    t->upper = false;
}

gla_status gla_dense_substitute(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b)
{
    const gla_device_program p = program_of(d->dtype, t.n);
    int chunk = chunk_of(d->dtype, t.n);
    int64_t chunks = (t.n + chunk - 1) / chunk, sets = d->batch * ((t.columns + WIDTH - 1) / WIDTH);
    size_t bytes = (size_t)(d->batch * t.columns * t.n * d->item);
    char *x = NULL, *next = NULL; /* X, through which groups exchange results, followed by the number of groups that have
                                   * begun */
    void *kernel;
    gla_dense_make_lower(d, &t, &a, &b);
    lower_sizes s = {t.n, t.columns, d->batch, gla_dense_strides(a), gla_dense_strides(b), t.conjugate, t.unit, t.rough};
    gla_status st = gla_device_find(d->dev, &p, "substitute", &kernel);
    if (!st && chunks > 1) {
        st = gla_device_scratch(d->op, d->dev, bytes + sizeof(uint32_t), (void **)&x);
        if (!st)
            st = gla_device_fill(d->op, d->dev, x, 0xff, bytes + sizeof(uint32_t));
        next = x + bytes;
    }
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(b.data), GLA_BUFFER(x), GLA_BUFFER(next)};
    if (!st)
        st = gla_dense_launch(d, kernel, chunks * sets, WIDTH * chunk, 5, args);
    if (x)
        gla_device_drop(d->dev, x);
    return st;
}
