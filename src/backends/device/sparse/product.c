/* product.c - Products of two sparse matrices, by kernels/sparse_count.h and sparse_fill.h for each class of rows. */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OP "matmul"
#define CLASSES 4
#define SUMS_AT_ONCE ((size_t)1 << 30) /* number of bytes for rows of sums; at least one row is allocated */

static const char *const places[2] = {"#define INDEX int32\n", "#define INDEX int64\n"};

static void put_index_type(gla_writer *w, const gla_device_program *p)
{
    gla_put(w, "%s", places[p->numbers[0]]);
}

static gla_device_program count_program(bool wide)
{
    return (gla_device_program){.file = "sparse_count.h", .put = put_index_type, .numbers = {wide}};
}

static gla_device_program fill_program(gla_dtype dtype, bool wide)
{
    return gla_device_typed_with("sparse_fill.h", dtype, places[wide]);
}

GLA_LIST_FLOATING(sparse_product)
{
    static const char purpose[] = "products of sparse matrices";
    for (int wide = 0; wide < 2; wide++) {
        gla_list_add(list, count_program(wide), purpose, wide ? 0 : gla_list_next(t));
        gla_list_add(list, fill_program(t, wide), purpose, wide ? 0 : gla_list_next(t));
    }
}

/* The long rows of a call, in a list that contains one class after another. */
typedef struct rows_by_class {
    int64_t counts[CLASSES];
    sparse_product_sizes s;
    void *counters, *list;
} rows_by_class;

static gla_status count_classes(gla_device *dev, const gla_csr *a, const gla_csr *b, rows_by_class *r)
{
    const gla_device_program p = count_program(a->index == GLA_INT64);
    uint32_t found[CLASSES] = {0};
    const gla_argument args[] = {GLA_VALUE(r->s), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr), GLA_BUFFER(b->indptr),
                                 GLA_BUFFER(r->counters)};
    gla_status st = gla_device_fill(OP, dev, r->counters, 0, sizeof found);
    if (!st)
        st = gla_device_run_for(OP, dev, &p, "product_classes", a->rows, 5, args);
    if (!st)
        st = gla_device_read(OP, dev, found, r->counters, sizeof found);
    for (int c = 1; c < CLASSES; c++)
        r->counts[c] = found[c];
    return st;
}

static gla_status make_lists(gla_device *dev, const gla_csr *a, const gla_csr *b, rows_by_class *r)
{
    const gla_device_program p = count_program(a->index == GLA_INT64);
    int64_t all = 0;
    for (int c = 1; c < CLASSES; c++) {
        r->s.starts[c] = all;
        all += r->counts[c];
    }
    if (all == 0)
        return GLA_OK;
    gla_status st = gla_device_scratch(OP, dev, (size_t)all * sizeof(int64_t), &r->list);
    if (!st)
        st = gla_device_fill(OP, dev, r->counters, 0, CLASSES * sizeof(uint32_t));
    const gla_argument args[] = {GLA_VALUE(r->s),       GLA_BUFFER(a->indices),  GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(b->indptr), GLA_BUFFER(r->counters), GLA_BUFFER(r->list)};
    return st ? st : gla_device_run_for(OP, dev, &p, "product_lists", a->rows, 6, args);
}

/* `facts` contains the number of rows of each class.  If `facts` is NULL or facts[0] < 0, these numbers are unknown. */
static gla_status begin(gla_device *dev, const gla_csr *a, const gla_csr *b, const int64_t *facts, rows_by_class *r)
{
    *r = (rows_by_class){.s = {.rows = a->rows, .cols = b->cols}};
    gla_status st = gla_device_enter(OP, dev);
    if (!st)
        st = gla_device_scratch(OP, dev, CLASSES * sizeof(uint32_t), &r->counters);
    if (!st && (!facts || facts[0] < 0))
        st = count_classes(dev, a, b, r);
    else if (!st)
        for (int c = 1; c < CLASSES; c++)
            r->counts[c] = facts[c - 1];
    return st ? st : make_lists(dev, a, b, r);
}

static void end(gla_device *dev, rows_by_class *r)
{
    gla_device_drop(dev, r->list);
    gla_device_drop(dev, r->counters);
}

/* Run one thread per row, in groups of `threads`.  The kernel declares local memory for that number of threads. */
static gla_status run_rows(gla_device *dev, const gla_device_program *p, const char *name, int64_t rows, int threads, int n,
                           const gla_argument *args)
{
    void *kernel;
    int64_t groups = (rows + threads - 1) / threads, most = (int64_t)gla_device_units(dev) * 64;
    gla_status st = gla_device_find(dev, p, name, &kernel);
    return st ? st : gla_device_launch_groups(OP, dev, kernel, groups < most ? groups : most, threads, n, args);
}

/* Run one group for each row of a class.  `args` begins with r->s. */
static gla_status run_class(gla_device *dev, const gla_device_program *p, const char *name, rows_by_class *r, int which,
                            int64_t groups, int n, const gla_argument *args)
{
    void *kernel;
    int64_t most = (int64_t)gla_device_units(dev) * 64;
    r->s.first = r->s.starts[which];
    r->s.count = r->counts[which];
    gla_status st = gla_device_find(dev, p, name, &kernel);
    if (!groups)
        groups = r->counts[which] < most ? r->counts[which] : most;
    return st ? st : gla_device_launch_groups(OP, dev, kernel, groups, which == 1 ? 64 : GLA_GROUP, n, args);
}

/* Allocate marks, set to zero, and sums of columns for the groups that process rows of the last class.  Set *groups to the
 * number of these groups. */
static gla_status long_memory(gla_device *dev, const rows_by_class *r, size_t itemsize, void **marks, void **sums,
                              int64_t *groups)
{
    size_t words = (size_t)(r->s.cols + 31) / 32 * sizeof(uint32_t), each = words + (size_t)r->s.cols * itemsize;
    *groups = (int64_t)gla_device_units(dev) * 4;
    if (*groups > r->counts[3])
        *groups = r->counts[3];
    if ((size_t)*groups > SUMS_AT_ONCE / each)
        *groups = (int64_t)(SUMS_AT_ONCE / each);
    *groups = *groups < 1 ? 1 : *groups;
    gla_status st = gla_device_scratch(OP, dev, words * (size_t)*groups, marks);
    if (!st)
        st = gla_device_fill(OP, dev, *marks, 0, words * (size_t)*groups);
    if (!st && itemsize)
        st = gla_device_scratch(OP, dev, (size_t)r->s.cols * itemsize * (size_t)*groups, sums);
    return st;
}

gla_status gla_device_count_product(gla_device *dev, const gla_csr *a, const gla_csr *b, int64_t *counts, int64_t facts[3])
{
    const gla_device_program p = count_program(a->index == GLA_INT64);
    rows_by_class r;
    void *marks = NULL;
    int64_t groups = 0;
    gla_status st = begin(dev, a, b, NULL, &r);
    const gla_argument rows[] = {GLA_VALUE(r.s),         GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(b->indices), GLA_BUFFER(b->indptr),  GLA_BUFFER(counts)};
    const gla_argument local[] = {GLA_VALUE(r.s),        GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr), GLA_BUFFER(b->indices),
                                  GLA_BUFFER(b->indptr), GLA_BUFFER(r.list),     GLA_BUFFER(counts)};
    if (!st)
        st = run_rows(dev, &p, "product_count_rows", a->rows, 64, 6, rows);
    for (int c = 1; c < 3; c++)
        if (!st && r.counts[c])
            st = run_class(dev, &p, "product_count_local", &r, c, 0, 7, local);
    if (!st && r.counts[3])
        st = long_memory(dev, &r, 0, &marks, NULL, &groups);
    const gla_argument marked[] = {GLA_VALUE(r.s),        GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr), GLA_BUFFER(b->indices),
                                   GLA_BUFFER(b->indptr), GLA_BUFFER(r.list),     GLA_BUFFER(marks),     GLA_BUFFER(counts)};
    if (!st && r.counts[3])
        st = run_class(dev, &p, "product_count_long", &r, 3, groups, 8, marked);
    for (int c = 1; c < CLASSES; c++)
        facts[c - 1] = r.counts[c];
    gla_device_drop(dev, marks);
    end(dev, &r);
    return st;
}

static gla_status fill_long(gla_device *dev, const gla_device_program *p, rows_by_class *r, const gla_csr *a, const gla_csr *b,
                            const int64_t *ends, void *indices, void *data)
{
    void *marks = NULL, *sums = NULL;
    int64_t groups;
    gla_status st = long_memory(dev, r, gla_itemsize(a->dtype), &marks, &sums, &groups);
    const gla_argument args[] = {GLA_VALUE(r->s),     GLA_BUFFER(a->data),    GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(b->data), GLA_BUFFER(b->indices), GLA_BUFFER(b->indptr),  GLA_BUFFER(r->list),
                                 GLA_BUFFER(marks),   GLA_BUFFER(sums),       GLA_BUFFER(ends),       GLA_BUFFER(indices),
                                 GLA_BUFFER(data)};
    if (!st)
        st = run_class(dev, p, "product_fill_long", r, 3, groups, 13, args);
    gla_device_drop(dev, sums);
    gla_device_drop(dev, marks);
    return st;
}

gla_status gla_device_fill_product(gla_device *dev, const gla_csr *a, const gla_csr *b, const int64_t *ends,
                                   const int64_t facts[3], void *indices, void *data)
{
    const gla_device_program p = fill_program(a->dtype, a->index == GLA_INT64);
    rows_by_class r;
    gla_status st = begin(dev, a, b, facts, &r);
    const gla_argument rows[] = {GLA_VALUE(r.s),      GLA_BUFFER(a->data),    GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(b->data), GLA_BUFFER(b->indices), GLA_BUFFER(b->indptr),  GLA_BUFFER(ends),
                                 GLA_BUFFER(indices), GLA_BUFFER(data)};
    const gla_argument local[] = {GLA_VALUE(r.s),      GLA_BUFFER(a->data),    GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                  GLA_BUFFER(b->data), GLA_BUFFER(b->indices), GLA_BUFFER(b->indptr),  GLA_BUFFER(r.list),
                                  GLA_BUFFER(ends),    GLA_BUFFER(indices),    GLA_BUFFER(data)};
    if (!st)
        st = run_rows(dev, &p, "product_fill_rows", a->rows, gla_dtype_is_complex(a->dtype) ? 32 : 64, 10, rows);
    for (int c = 1; c < 3; c++)
        if (!st && r.counts[c])
            st = run_class(dev, &p, "product_fill_local", &r, c, 0, 11, local);
    if (!st && r.counts[3])
        st = fill_long(dev, &p, &r, a, b, ends, indices, data);
    end(dev, &r);
    return st;
}
