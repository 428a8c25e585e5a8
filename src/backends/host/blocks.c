/* blocks.c - The pool's medium-sized blocks: a few blocks of each size class, on several shelves.  Each thread has its own
 * shelf, unless there are too many threads.  The capacity of a shelf is fixed, so the blocks need not be counted. */
#include "memory.h"

#include <stdlib.h>

#define BITS 2
#define FIRST 10 /* log2 of SMALL */
#define CLASSES ((17 - FIRST) << BITS)
#define DEEPEST 8
#define SHELVES 8
#define SHELF_BYTES ((size_t)4 << 20) /* upper bound on the capacity of a shelf */
_Static_assert(GLA_HOST_SMALL == 1 << FIRST && GLA_HOST_PAGES == 1 << 17, "the classes are those of blocks");

/* Each class has its own cache line. */
typedef struct shelf {
    _Alignas(64) _Atomic(void *) place[CLASSES][DEEPEST];
} shelf;

static shelf shelves[SHELVES];
static atomic_int n_shelves; /* number of shelves in use; 0: no blocks are kept */

/* Allocate an aligned block within a larger block, whose address is stored just before the aligned block. */
void *gla_host_plain_alloc(size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return NULL;
    char *base = malloc(bytes + GLA_HOST_ALIGNMENT + sizeof(void *));
    if (!base)
        return NULL;
    char *end = base + sizeof(void *);
    void **data = (void **)(end + -(uintptr_t)end % GLA_HOST_ALIGNMENT);
    data[-1] = base;
    return data;
}

void gla_host_plain_free(void *data)
{
    free(((void **)data)[-1]);
}

static gla_host_class class_of(size_t bytes)
{
    gla_host_class c = gla_host_class_of(bytes, BITS);
    c.code -= FIRST << BITS;
    return c;
}

static size_t size_of(int class)
{
    return ((size_t)(class & 3) + 5) << (class / 4 + FIRST - BITS);
}

/* Return the number of blocks that a shelf keeps of this size.  A statement such as y = w*(1 - x) + w*x needs three results at
 * a time, in addition to the last value of y.  Blocks that do not fit on a shelf are returned to malloc, whose heap then
 * shrinks and grows with each call and must use new pages. */
static int depth_of(size_t size)
{
    return size <= 16384 ? DEEPEST : 4;
}

/* Return the shelf of this thread, or NULL if no blocks are kept.  Threads are numbered in the order of their first call. */
static shelf *own_shelf(void)
{
    static atomic_uint threads;
    static _Thread_local unsigned number;
    int n = atomic_load_explicit(&n_shelves, memory_order_relaxed);
    if (n == 0)
        return NULL;
    if (number == 0)
        number = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1;
    return &shelves[number % (unsigned)n];
}

static void *take(_Atomic(void *) *place)
{
    return atomic_load_explicit(place, memory_order_relaxed) ? atomic_exchange_explicit(place, NULL, memory_order_acquire)
                                                             : NULL;
}

/* Take the most recently freed block, because it is still in the processor's caches. */
void *gla_host_block_alloc(size_t bytes)
{
    gla_host_class c = class_of(bytes);
    shelf *s = own_shelf();
    void *data;
    for (int i = s ? depth_of(c.size) : 0; i-- > 0;)
        if ((data = take(&s->place[c.code][i]))) {
            GLA_HOST_SHOW(data, bytes);
            return data;
        }
    return gla_host_plain_alloc(c.size + c.size / 4); /* pages.c explains this margin */
}

void gla_host_block_free(void *data, size_t bytes)
{
    gla_host_class c = class_of(bytes);
    shelf *s = own_shelf();
    for (int i = 0, n = s ? depth_of(c.size) : 0; i < n; i++) {
        void *nothing = NULL;
        if (atomic_load_explicit(&s->place[c.code][i], memory_order_relaxed))
            continue;
        GLA_HOST_HIDE(data, c.size);
        if (atomic_compare_exchange_strong_explicit(&s->place[c.code][i], &nothing, data, memory_order_release,
                                                    memory_order_relaxed))
            return;
    }
    GLA_HOST_SHOW(data, c.size);
    gla_host_plain_free(data);
}

size_t gla_host_blocks_keep(size_t bytes)
{
    int n = bytes / SHELF_BYTES < SHELVES ? (int)(bytes / SHELF_BYTES) : SHELVES;
    atomic_store(&n_shelves, n);
    return (size_t)n * SHELF_BYTES;
}

size_t gla_host_blocks_idle(void)
{
    size_t bytes = 0;
    for (int s = 0; s < SHELVES; s++)
        for (int c = 0; c < CLASSES; c++)
            for (int i = 0; i < DEEPEST; i++)
                if (atomic_load_explicit(&shelves[s].place[c][i], memory_order_relaxed))
                    bytes += size_of(c);
    return bytes;
}

size_t gla_host_blocks_trim(void)
{
    size_t bytes = 0;
    for (int s = 0; s < SHELVES; s++)
        for (int c = 0; c < CLASSES; c++)
            for (int i = 0; i < DEEPEST; i++) {
                void *data = take(&shelves[s].place[c][i]);
                if (!data)
                    continue;
                GLA_HOST_SHOW(data, size_of(c));
                gla_host_plain_free(data);
                bytes += size_of(c);
            }
    return bytes;
}
