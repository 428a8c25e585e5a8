/* codes.c - Compact encodings for repeated products with vectors, which need less memory traffic than column indices.
 *
 * If the elements are on few diagonals, codes are used; for matrices of dense blocks, block columns are used.  On the host,
 * similar rows form runs.  See docs/design/sparse-matrices.md. */
#include "sparse/sparse.h"
#include "contract/sparse.h"

#define PRODUCTS 3       /* number of products after which codes are made */
#define FEWEST (1 << 14) /* minimum number of elements; smaller products take the time of a launch */
#define FEWEST_ON_HOST 512

static bool can_have_codes(const gla_sparse *a, const gla_device *dev)
{
    const gla_sparse_ops *slots = dev->backend->sparse;
    if (dev->is_host)
        return slots->find_runs && a->own.data->size >= FEWEST_ON_HOST;
    return slots && slots->find_distances && slots->write_codes && slots->find_blocks && a->own.data->size >= FEWEST;
}

/* Compute the codes of a matrix whose arrays are in m.  Return false if the elements are on too many diagonals.  The search
 * needs one byte for each row and column, which is at most the memory of the elements. */
static bool make_codes(gla_scope *s, gla_sparse *a, const gla_csr *m)
{
    gla_device *dev = sparse_device(a);
    const gla_sparse_ops *slots = dev->backend->sparse;
    int64_t places, count = 0;
    if (__builtin_add_overflow(m->rows, m->cols, &places) || places / 4 > m->nnz)
        return false;
    gla_array *seen = gla_s_zeros(s, dev, GLA_UINT8, 1, &places);
    gla_array *distances = gla_s_new(s, dev, GLA_INT64, 1, &(int64_t){GLA_SPARSE_CODES});
    if (s->status || gla_s_check(s, slots->find_distances(dev, m, gla_data(seen), gla_data(distances), &count)) || count == 0 ||
        count > GLA_SPARSE_CODES)
        return false;
    gla_array *codes = gla_s_new(s, dev, GLA_UINT8, 1, &m->nnz), *starts = gla_s_new(s, dev, GLA_UINT16, 1, &m->rows);
    if (s->status || gla_s_check(s, slots->write_codes(dev, m, gla_data(seen), gla_data(codes), gla_data(starts))))
        return false;
    pthread_mutex_lock(&a->lock);
    if (!a->codes.codes)
        a->codes = (sparse_codes){
            .n_distances = count, .codes = gla_ref(codes), .starts = gla_ref(starts), .distances = gla_ref(distances)};
    pthread_mutex_unlock(&a->lock);
    return true;
}

/* Find the block columns; the smallest blocks have nine elements. */
static void find_blocks(gla_scope *s, gla_sparse *a, const gla_csr *m)
{
    gla_device *dev = sparse_device(a);
    int64_t size = 0, most = m->nnz / 9;
    gla_array *columns = gla_s_new(s, dev, m->index, 1, &most);
    if (s->status || gla_s_check(s, dev->backend->sparse->find_blocks(dev, m, gla_data(columns), &size)) || size == 0)
        return;
    gla_array *copy, *kept = gla_s_slice(s, columns, 0, 0, m->nnz / (size * size));
    if (size > 3 && !s->status) /* release the unused memory */
        kept = gla_s_adopt(s, gla_array_copy(s->op, dev, kept->dtype, kept, &copy), &copy);
    if (s->status)
        return;
    pthread_mutex_lock(&a->lock);
    if (!a->codes.block && !a->codes.codes) {
        a->codes.block = size;
        a->codes.block_columns = gla_ref(kept);
    }
    pthread_mutex_unlock(&a->lock);
}

static void find_runs(gla_scope *s, gla_sparse *a, const gla_csr *m)
{
    gla_device *dev = sparse_device(a);
    int64_t count = 0, most = 2 * (m->rows / GLA_SPARSE_RUN);
    gla_array *runs = gla_s_new(s, dev, GLA_INT64, 1, &most), *copy;
    if (s->status || gla_s_check(s, dev->backend->sparse->find_runs(dev, m, gla_data(runs), &count)) || count == 0)
        return;
    gla_array *kept = gla_s_slice(s, runs, 0, 0, 2 * count); /* release the unused memory */
    kept = s->status ? NULL : gla_s_adopt(s, gla_array_copy(s->op, dev, GLA_INT64, kept, &copy), &copy);
    if (s->status)
        return;
    pthread_mutex_lock(&a->lock);
    if (!a->codes.runs) {
        a->codes.n_runs = count;
        a->codes.runs = gla_ref(kept);
    }
    pthread_mutex_unlock(&a->lock);
}

void sparse_use_codes(gla_scope *s, const gla_sparse *a, gla_csr *m)
{
    gla_sparse *kept = (gla_sparse *)a;
    pthread_mutex_lock(&kept->lock);
    const sparse_codes found = kept->codes;
    pthread_mutex_unlock(&kept->lock);
    gla_device *dev = sparse_device(a); /* another stream may have written the codes */
    gla_array *columns = s->status || !found.block ? NULL : gla_s_to_device(s, dev, found.block_columns);
    if (columns) {
        m->block = found.block;
        m->block_columns = gla_data(columns);
    }
    gla_array *runs = s->status || !found.runs ? NULL : gla_s_to_device(s, dev, found.runs);
    if (runs) {
        m->n_runs = found.n_runs;
        m->runs = gla_data(runs);
    }
    if (!found.codes || s->status)
        return;
    gla_array *codes = gla_s_to_device(s, dev, found.codes), *starts = gla_s_to_device(s, dev, found.starts);
    gla_array *distances = gla_s_to_device(s, dev, found.distances);
    if (s->status)
        return;
    m->n_distances = found.n_distances;
    m->codes = gla_data(codes);
    m->starts = gla_data(starts);
    m->distances = gla_data(distances);
}

/* Codes only save time.  If there is no memory for codes, the product still succeeds, and the next product tries again. */
gla_status sparse_note_product(const gla_sparse *a, const gla_csr *m)
{
    gla_sparse *kept = (gla_sparse *)a;
    gla_status st = GLA_OK;
    if (!can_have_codes(a, sparse_device(a)))
        return st;
    pthread_mutex_lock(&kept->lock);
    bool enough = kept->products < PRODUCTS && ++kept->products == PRODUCTS;
    pthread_mutex_unlock(&kept->lock);
    if (enough) { /* computed without holding the lock, as sparse_in() computes the other format */
        gla_scope s;
        gla_scope_begin(&s, "matmul");
        if (sparse_device(a)->is_host)
            find_runs(&s, kept, m);
        else if (!make_codes(&s, kept, m))
            find_blocks(&s, kept, m);
        st = gla_scope_end(&s);
    }
    if (st == GLA_OUT_OF_MEMORY_ERROR) {
        pthread_mutex_lock(&kept->lock);
        kept->products = 0;
        pthread_mutex_unlock(&kept->lock);
        gla_clear_error();
        st = GLA_OK;
    }
    return st;
}
