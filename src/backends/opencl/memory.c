/* memory.c - Buffers, their addresses, and the pool of idle buffers.
 *
 * In an address, bit 62 is set, bits 40 to 59 are the number of the buffer, and the lower bits are the offset in the buffer.
 * No memory can have such an address, so no address space is reserved, and dereferencing such an address by mistake causes a
 * fault.
 *
 * Drivers are slow to create and release buffers.  Idle buffers are kept in lists by size, with four sizes for each power of
 * two, and are reused in stream order. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"
#include "contract/memory.h"

#include <string.h>

#define NUMBER_BITS 20
#define OFFSET_BITS 40
#define MARK (UINT64_C(1) << 62)
#define PAGE 1024
#define SMALLEST_LOG 8 /* 256 bytes */
#define SIZES (4 * (OFFSET_BITS - SMALLEST_LOG))

/* All buffers of the process, indexed by number.  Pages of the table are allocated on demand and never freed. */
static struct {
    pthread_mutex_t lock; /* held during changes; lookups need no lock */
    _Atomic(gla_cl_block *) *_Atomic pages[(1 << NUMBER_BITS) / PAGE];
    unsigned next; /* number at which the search for a free number starts */
} numbers = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct gla_cl_pool {
    pthread_mutex_t lock;
    gla_cl_block *idle[SIZES];
    uint64_t used_bytes, idle_bytes, keep; /* at most `keep` bytes stay idle */
};

/* ---- addresses --------------------------------------------------------------------------------------------------- */
static void *address_of(const gla_cl_block *b)
{
    return (void *)(uintptr_t)(MARK | (uint64_t)b->number << OFFSET_BITS);
}

static _Atomic(gla_cl_block *) *place(unsigned number)
{
    _Atomic(gla_cl_block *) *page = atomic_load_explicit(&numbers.pages[number / PAGE], memory_order_acquire);
    return page ? &page[number % PAGE] : NULL;
}

static gla_cl_block *find(const void *address, size_t *offset)
{
    uint64_t bits = (uint64_t)(uintptr_t)address;
    if ((bits & ~((UINT64_C(1) << (NUMBER_BITS + OFFSET_BITS)) - 1)) != MARK)
        return NULL;
    *offset = bits & ((UINT64_C(1) << OFFSET_BITS) - 1);
    _Atomic(gla_cl_block *) *p = place((unsigned)(bits >> OFFSET_BITS) & ((1u << NUMBER_BITS) - 1));
    return p ? atomic_load_explicit(p, memory_order_acquire) : NULL;
}

bool gla_cl_locate(const void *address, cl_mem *mem, size_t *offset)
{
    gla_cl_block *b = find(address, offset);
    *mem = b ? b->mem : NULL;
    return b != NULL;
}

/* Assign a number to a buffer.  Return false if all numbers are in use or memory for a page runs out. */
static bool assign_number(gla_cl_block *b)
{
    bool done = false;
    gla_lock(&numbers.lock);
    for (unsigned tried = 0; tried < 1u << NUMBER_BITS && !done; tried++) {
        unsigned n = numbers.next;
        numbers.next = (n + 1) % (1u << NUMBER_BITS);
        _Atomic(gla_cl_block *) *p = place(n);
        if (!p) {
            void *page = gla_calloc(PAGE, sizeof *p);
            if (!page)
                break;
            atomic_store_explicit(&numbers.pages[n / PAGE], page, memory_order_release);
            p = place(n);
        }
        if (atomic_load(p))
            continue;
        b->number = n;
        atomic_store_explicit(p, b, memory_order_release);
        done = true;
    }
    pthread_mutex_unlock(&numbers.lock);
    return done;
}

/* ---- the pool ---------------------------------------------------------------------------------------------------- */
static uint64_t most_idle(const gla_cl *cl)
{
    return cl->shares_host ? cl->memory / 8 : cl->memory / 4 * 3;
}

gla_status gla_cl_pool_new(gla_cl *cl)
{
    gla_cl_pool *p = gla_calloc(1, sizeof *p);
    if (!p)
        return gla_fail_memory("opencl", sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    p->keep = most_idle(cl);
    cl->pool = p;
    return GLA_OK;
}

/* Return the class of a size, and the size of the buffers of this class. */
static int size_class(size_t bytes, size_t *rounded)
{
    size_t step;
    int log = SMALLEST_LOG;
    while (bytes > (size_t)2 << log)
        log++;
    step = (size_t)1 << (log - 2);
    size_t quarters = bytes <= (size_t)1 << log ? 0 : (bytes - ((size_t)1 << log) + step - 1) / step;
    if (quarters == 4) {
        log++;
        quarters = 0;
        step *= 2;
    }
    *rounded = ((size_t)1 << log) + quarters * step;
    return 4 * (log - SMALLEST_LOG) + (int)quarters;
}

/* Take an idle buffer that was freed in q.  If q has no idle buffer and `any` is true, take an idle buffer of another queue. */
static gla_cl_block *take(gla_cl_pool *p, int class, const gla_cl_queue *q, bool any)
{
    gla_cl_block **chosen = NULL;
    for (gla_cl_block **b = &p->idle[class]; *b && !chosen; b = &(*b)->next)
        if ((*b)->freed_in == q)
            chosen = b;
    if (!chosen && any && p->idle[class])
        chosen = &p->idle[class];
    gla_cl_block *b = chosen ? *chosen : NULL;
    if (b) {
        *chosen = b->next;
        p->idle_bytes -= b->bytes;
    }
    return b;
}

/* Release a buffer to the driver, which keeps it until the commands that use the buffer have finished. */
static void release(gla_cl_block *b)
{
    _Atomic(gla_cl_block *) *p = place(b->number);
    if (p && atomic_load(p) == b)
        atomic_store(p, NULL);
    if (b->mem)
        clReleaseMemObject(b->mem);
    gla_free(b);
}

/* Release idle buffers to the driver, largest first, until at most `keep` bytes are idle. */
static void trim(gla_cl_pool *p, uint64_t keep)
{
    for (int class = SIZES; class -- > 0;)
        while (p->idle[class] && p->idle_bytes > keep) {
            gla_cl_block *b = p->idle[class];
            p->idle[class] = b->next;
            p->idle_bytes -= b->bytes;
            release(b);
        }
}

static gla_status fail_full(const char *op, const gla_cl *cl, size_t bytes)
{
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                    "%s: %s cannot allocate %zu bytes: arrays use %llu of %llu bytes; free arrays, or "
                    "split the work into parts",
                    op, cl->dev->name, bytes, (unsigned long long)cl->pool->used_bytes, (unsigned long long)cl->memory);
}

/* Create a buffer.  Some drivers allocate memory only at first use, and then report the failure too late.  Therefore the total
 * size is limited to the memory of the device. */
static gla_status make(const char *op, gla_cl *cl, size_t bytes, gla_cl_block **out)
{
    gla_cl_pool *p = cl->pool;
    cl_int error = CL_SUCCESS;
    if (bytes > cl->memory || p->used_bytes > cl->memory - bytes)
        return fail_full(op, cl, bytes);
    if (p->used_bytes + p->idle_bytes > cl->memory - bytes)
        trim(p, cl->memory - bytes - p->used_bytes);
    gla_cl_block *b = gla_calloc(1, sizeof *b);
    if (!b)
        return gla_fail_memory(op, sizeof *b);
    cl_mem_flags flags = CL_MEM_READ_WRITE | (cl->shares_host ? CL_MEM_ALLOC_HOST_PTR : 0);
    b->bytes = bytes;
    b->mem = clCreateBuffer(cl->context, flags, bytes, NULL, &error);
    if (error != CL_SUCCESS && p->idle_bytes) {
        trim(p, 0);
        b->mem = clCreateBuffer(cl->context, flags, bytes, NULL, &error);
    }
    gla_status st = GLA_OK;
    if (error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY || error == CL_OUT_OF_RESOURCES)
        st = fail_full(op, cl, bytes);
    else if (error == CL_INVALID_BUFFER_SIZE)
        st = gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: %s does not support blocks of %zu bytes; split the work into parts", op,
                      cl->dev->name, bytes);
    else if (error != CL_SUCCESS)
        st = gla_cl_check(op, error);
    else if (!assign_number(b))
        st = gla_fail(GLA_OUT_OF_MEMORY_ERROR, "%s: there are too many arrays on OpenCL devices (%d); free some of them", op,
                      1 << NUMBER_BITS);
    if (st) {
        if (error != CL_SUCCESS)
            b->mem = NULL;
        if (b->mem)
            clReleaseMemObject(b->mem);
        gla_free(b);
    } else {
        *out = b;
    }
    return st;
}

gla_status gla_cl_alloc(const char *op, gla_device *dev, size_t bytes, void **data)
{
    gla_cl *cl;
    size_t rounded;
    gla_cl_block *b = NULL;
    gla_status st = gla_cl_enter(op, dev, &cl);
    if (st)
        return st;
    if (bytes > (size_t)1 << (OFFSET_BITS - 1))
        return fail_full(op, cl, bytes);
    gla_cl_pool *p = cl->pool;
    gla_cl_queue *q = gla_cl_queue_of(cl);
    int class = size_class(bytes, &rounded);
    gla_lock(&p->lock);
    b = take(p, class, q, false);
    if (!b) { /* using a buffer of another stream requires a wait, so use one only if memory is short */
        bool short_of_memory = p->used_bytes + p->idle_bytes + rounded > cl->memory / 8 * 7;
        if (short_of_memory)
            b = take(p, class, q, true);
        if (b && (st = gla_cl_join(op, q, b->freed_in))) {
            release(b);
            b = NULL;
        }
    }
    if (!b && !st)
        st = make(op, cl, rounded, &b);
    if (!st)
        p->used_bytes += b->bytes;
    pthread_mutex_unlock(&p->lock);
    if (!st)
        *data = address_of(b);
    return st;
}

static void give_back(gla_cl *cl, void *data, gla_cl_queue *q)
{
    size_t offset, rounded;
    gla_cl_block *b = find(data, &offset);
    gla_cl_pool *p = cl->pool;
    if (!b)
        return;
    gla_lock(&p->lock);
    p->used_bytes -= b->bytes;
    if (p->idle_bytes + b->bytes > p->keep) {
        release(b);
    } else {
        int class = size_class(b->bytes, &rounded);
        b->freed_in = q;
        b->next = p->idle[class];
        p->idle[class] = b;
        p->idle_bytes += b->bytes;
    }
    pthread_mutex_unlock(&p->lock);
}

void gla_cl_free(gla_device *dev, void *data)
{
    gla_cl *cl = dev->state;
    if (data && gla_cl_is_ours())
        give_back(cl, data, gla_cl_queue_of(cl));
}

void gla_cl_pool_delete(gla_cl *cl)
{
    trim(cl->pool, 0);
    pthread_mutex_destroy(&cl->pool->lock);
    gla_free(cl->pool);
}

/* ---- the slots --------------------------------------------------------------------------------------------------- */
static gla_status memory_alloc(gla_device *dev, size_t bytes, void **data)
{
    return gla_cl_alloc("array", dev, bytes, data);
}

static void memory_free(gla_device *dev, void *data, size_t bytes, void *stream)
{
    (void)bytes;
    if (gla_cl_is_ours())
        give_back(dev->state, data, stream);
}

/* Memory that other processes use is not included, because OpenCL does not report it. */
static gla_status memory_info(gla_device *dev, gla_memory_state *state)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("memory_info", dev, &cl);
    if (st)
        return st;
    gla_lock(&cl->pool->lock);
    state->total = cl->memory;
    state->reserved = cl->pool->used_bytes + cl->pool->idle_bytes;
    pthread_mutex_unlock(&cl->pool->lock);
    state->free = state->total > state->reserved ? state->total - state->reserved : 0;
    return GLA_OK;
}

static gla_status memory_trim(gla_device *dev, size_t *bytes)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("trim", dev, &cl);
    if (st)
        return st;
    gla_lock(&cl->pool->lock);
    *bytes = cl->pool->idle_bytes;
    trim(cl->pool, 0);
    pthread_mutex_unlock(&cl->pool->lock);
    return GLA_OK;
}

static gla_status memory_limit(gla_device *dev, size_t bytes)
{
    gla_cl *cl;
    gla_status st = gla_cl_enter("set_memory_limit", dev, &cl);
    if (st)
        return st;
    gla_cl_pool *p = cl->pool;
    gla_lock(&p->lock);
    p->keep = most_idle(cl);
    if (bytes && p->keep > bytes)
        p->keep = bytes;
    if (bytes && p->used_bytes + p->idle_bytes > bytes)
        trim(p, p->used_bytes < bytes ? bytes - p->used_bytes : 0);
    pthread_mutex_unlock(&p->lock);
    return GLA_OK;
}

const gla_memory_ops gla_cl_memory_ops = {
    .alloc = memory_alloc,
    .free = memory_free,
    .upload = gla_cl_upload,
    .download = gla_cl_download,
    .info = memory_info,
    .trim = memory_trim,
    .limit = memory_limit,
    .alloc_pinned = gla_cl_alloc_pinned,
    .free_pinned = gla_cl_free_pinned,
    .copy_pinned = gla_cl_copy_pinned,
};
