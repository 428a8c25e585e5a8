/* cholesky_sum.h - Sum the products of tiles in local memory while the next slab of columns is prefetched; for
 * cholesky_tiles.h. */
/* Elements of both operands that one thread copies. Operands are copied in slabs of DEPTH columns. A thread copies two rows of
 * every fourth column if pairs of elements are aligned, and otherwise one row of every second column. */
typedef struct {
    const GLOBAL T *a, *b;
    int is_paired, a_bytes, b_bytes, to; /* number of bytes in rows inside the matrix */
    int64 ld;
} sources;

DEVICE int bytes_of(int rows)
{
    return rows < 1 ? 0 : rows < 2 ? (int)sizeof(T) : 2 * (int)sizeof(T);
}

DEVICE sources make_sources(const factors *f, int i, int j)
{
    sources s;
    s.is_paired = f->ld % 2 == 0 && (uint64)f->a % (2 * sizeof(T)) == 0;
    int row = s.is_paired ? LOCAL_ID % (TILE / 2) * 2 : LOCAL_ID % TILE;
    int col = s.is_paired ? LOCAL_ID / (TILE / 2) : LOCAL_ID / TILE, a = i * TILE + row, b = j * TILE + row;
    s.a_bytes = bytes_of(f->n - a);
    s.b_bytes = bytes_of(f->n - b);
    s.a = f->a + (s.a_bytes ? a : 0) + (int64)col * f->ld;
    s.b = f->a + (s.b_bytes ? b : 0) + (int64)col * f->ld;
    s.to = col * LD_OF(TILE) + row;
    s.ld = f->ld;
    return s;
}

DEVICE void start_copies(sources *s, const slabs *to, int stage)
{
    LOCAL_POINTER T *a = to->a.stages + stage * SLAB_OF(TILE) + s->to, *b = to->b.stages + stage * SLAB_OF(TILE) + s->to;
    if (s->is_paired) {
#pragma unroll
        for (int x = 0; x < DEPTH; x += 2 * THREADS / TILE) {
            copy_pair_async(a + x * LD_OF(TILE), s->a + x * s->ld, s->a_bytes);
            copy_pair_async(b + x * LD_OF(TILE), s->b + x * s->ld, s->b_bytes);
        }
    } else {
#pragma unroll
        for (int x = 0; x < DEPTH; x += THREADS / TILE) {
            copy_async(a + x * LD_OF(TILE), s->a + x * s->ld, s->a_bytes > 0);
            copy_async(b + x * LD_OF(TILE), s->b + x * s->ld, s->b_bytes > 0);
        }
    }
    s->a += DEPTH * s->ld;
    s->b += DEPTH * s->ld;
}

/* Add the products of `count` slabs to `sum`. */
DEVICE void add_slabs(ITEM sum[PLANES][RESULTS], sources *from, const slabs *s, int count)
{
    int stage = 0, idle = STAGES - 1; /* stage being multiplied; stage that receives the next slab */
#pragma unroll
    for (int x = 0; x < STAGES - 1; x++) { /* there are always more slabs than stages */
        start_copies(from, s, x);
        end_copies();
    }
#pragma unroll 1
    for (int x = 0; x < count; x++) {
        await_copies();
        BARRIER();
        if (x + STAGES - 1 < count)
            start_copies(from, s, idle);
        end_copies();
        multiply_slab(sum, s, stage);
        idle = stage;
        stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
}
