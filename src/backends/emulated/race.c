/* race.c - Detect data races, which are unordered accesses to the same memory in a launch.
 *
 * Each access is compared with earlier accesses to the same memory.  The comparison uses the order that the dialect guarantees,
 * not the order in which the accesses happened in this run.  Therefore a race is found in any order of the work-items.
 *
 * Two accesses in a group are ordered if all its work-items have met at a barrier between the accesses.  Two accesses in a warp
 * are also ordered if its lanes have met.  Barriers for local memory do not order accesses to global memory.  Groups are
 * ordered by fences: a work-item calls GROUP_FENCE and then writes through a volatile pointer or by an atomic operation.
 * Accesses before this fence precede the accesses of a group that has read the written value.  This order is recorded for the
 * whole reading group, not only for the reading work-item, so a missing barrier after the read is not detected. */
#include "emulated.h"

#include <stdlib.h>
#include <string.h>

#define LANES 32
#define PAGE_BITS 12
#define PAGES_KEPT 4000 /* number of pages that are kept from launch to launch */
#define MAX_KNOWN 2048  /* largest number of groups of a launch whose order is tracked */
#define BUCKETS (1 << 16)

typedef struct access {
    uint32_t scope; /* identifies the launch or, for local memory, the group; 0: no access */
    uint32_t group, item, span, global_span, warp_span, released;
    const void *code;
} access;

/* The last accesses to a unit of memory.  Two reads and two atomic operations are kept: the last access, and the access whose
 * work-item is furthest from the work-item of the last access, for example in another group. */
typedef struct cell {
    access written, look, read[2], atomic[2];
} cell;

/* A page of memory, divided into units as small as the smallest access to the page. */
typedef struct page {
    struct page *next;
    uintptr_t number;
    int bits;
    cell *cells;
} page;

/* State of a coroutine: the number of its last barrier of each kind, and its last fence.  Barrier numbers are unique. */
typedef struct moment {
    uint32_t span, global_span, warp_span, fence;
} moment;

typedef enum { ORDERED, SAME_ITEM, SAME_WARP, SAME_GROUP, OTHER_GROUP } relation;

static moment moments[GLA_EMULATED_MAX_GROUP];
static page *buckets[BUCKETS], *last;
static int pages;
static uint32_t serial, launch_scope, local_scope;
static const gla_emulated_kernel *kernel;
static const gla_work_item *item;
static bool side_by_side, out_of_memory;
static uint32_t *known; /* [group * groups + other]: the group sees accesses of the other group up to this barrier number */
static struct {
    access first, second;
    gla_access_kind kinds[2];
    bool is_found, is_local, is_unwritten;
} found;

/* ---- recorded accesses --------------------------------------------------------------------------------------------------- */
static void forget_pages(void)
{
    for (int b = 0; b < BUCKETS; b++)
        while (buckets[b]) {
            page *p = buckets[b];
            buckets[b] = p->next;
            free(p->cells);
            free(p);
        }
    last = NULL;
    pages = 0;
}

static page *page_of(uintptr_t number)
{
    if (last && last->number == number)
        return last;
    page **at = &buckets[(number ^ number >> 16) % BUCKETS];
    for (last = *at; last && last->number != number;)
        last = last->next;
    if (last)
        return last;
    page *p = calloc(1, sizeof *p);
    cell *cells = calloc((size_t)1 << (PAGE_BITS - 3), sizeof *cells);
    if (!p || !cells) {
        free(p);
        free(cells);
        return NULL;
    }
    *p = (page){.next = *at, .number = number, .bits = 3, .cells = cells};
    pages++;
    return *at = last = p;
}

/* Divide a page into units of 1 << bits bytes. */
static bool split(page *p, int bits)
{
    int times = 1 << (p->bits - bits), count = 1 << (PAGE_BITS - bits);
    cell *cells = malloc(sizeof *cells * (size_t)count);
    if (!cells)
        return false;
    for (int i = 0; i < count; i++)
        cells[i] = p->cells[i / times];
    free(p->cells);
    p->cells = cells;
    p->bits = bits;
    return true;
}

/* ---- order of accesses --------------------------------------------------------------------------------------------------- */
/* Return how the access s is related to the access `now`, or ORDERED if s precedes `now`.  If s only reads (`reads`), any
 * barrier before a later write orders the two accesses. */
static relation relate(const access *s, const access *now, bool reads)
{
    if (s->scope != now->scope)
        return ORDERED;
    if (s->group != now->group)
        return known && s->span <= known[(size_t)now->group * item->group_count + s->group] ? ORDERED : OTHER_GROUP;
    if (reads ? s->span != now->span : s->global_span != now->global_span)
        return ORDERED;
    if (s->item / LANES != now->item / LANES)
        return SAME_GROUP;
    return s->item == now->item ? SAME_ITEM : s->warp_span == now->warp_span ? SAME_WARP : ORDERED;
}

static void remember(access *two, const access *now, bool reads)
{
    if (relate(&two[0], now, reads) >= relate(&two[1], now, reads))
        two[1] = two[0];
    two[0] = *now;
}

static bool is_same(const access *s, const access *now)
{
    return s->scope == now->scope && s->span == now->span && s->global_span == now->global_span && s->item == now->item &&
           s->warp_span == now->warp_span;
}

/* Record that the reading group sees everything that the writing group saw before its fence. */
static void see(const access *signal, const access *now)
{
    size_t groups = item->group_count;
    if (signal->scope != now->scope || signal->group == now->group || signal->released == 0 || groups > MAX_KNOWN)
        return;
    if (!known && !(known = calloc(groups * groups, sizeof *known))) {
        out_of_memory = true;
        return;
    }
    uint32_t *mine = known + now->group * groups, *its = known + signal->group * groups;
    for (size_t g = 0; g < groups; g++)
        mine[g] = its[g] > mine[g] ? its[g] : mine[g];
    if (signal->released > mine[signal->group])
        mine[signal->group] = signal->released;
}

static void compare(const access *s, gla_access_kind kind, const access *now, gla_access_kind kind_now)
{
    if (found.is_found || relate(s, now, kind == GLA_READ_PLAIN || kind == GLA_LOOK) <= SAME_ITEM)
        return;
    found.is_found = true;
    found.first = *s;
    found.second = *now;
    found.kinds[0] = kind;
    found.kinds[1] = kind_now;
}

static void compare_atomic(const cell *c, const access *now, gla_access_kind kind)
{
    compare(&c->atomic[0], GLA_STORE, now, kind);
    compare(&c->atomic[1], GLA_STORE, now, kind);
}

static void compare_reads(const cell *c, const access *now, gla_access_kind kind)
{
    compare(&c->read[0], GLA_READ_PLAIN, now, kind);
    compare(&c->read[1], GLA_READ_PLAIN, now, kind);
}

static void record(cell *c, const access *now, gla_access_kind kind, bool is_local)
{
    if (kind == GLA_LOOK || kind == GLA_EXCHANGE) {
        see(&c->atomic[0], now);
        see(&c->atomic[1], now);
    }
    switch (kind) {
    case GLA_READ_PLAIN:
        if (is_same(&c->read[0], now))
            return;
        found.is_unwritten = is_local && !found.is_found && c->written.scope != now->scope && c->atomic[0].scope != now->scope;
        if (found.is_unwritten) {
            found.is_found = true;
            found.second = *now;
        }
        compare(&c->written, GLA_WRITE_PLAIN, now, kind);
        compare_atomic(c, now, kind);
        remember(c->read, now, true);
        break;
    case GLA_WRITE_PLAIN:
        if (is_same(&c->written, now))
            return;
        compare(&c->written, GLA_WRITE_PLAIN, now, kind);
        compare(&c->look, GLA_LOOK, now, kind);
        compare_reads(c, now, kind);
        compare_atomic(c, now, kind);
        c->written = *now;
        break;
    case GLA_LOOK:
        compare(&c->written, GLA_WRITE_PLAIN, now, kind);
        c->look = *now;
        break;
    case GLA_STORE:
    case GLA_EXCHANGE:
        compare(&c->written, GLA_WRITE_PLAIN, now, kind);
        compare_reads(c, now, kind);
        remember(c->atomic, now, false);
        break;
    }
}

/* ---- called by kernels --------------------------------------------------------------------------------------------------- */
static moment *moment_of_item(void)
{
    return &moments[(side_by_side ? item->group_id * item->local_size : 0) + item->local_id];
}

static bool is_between(const void *p, const char *begin, const char *end)
{
    return (const char *)p >= begin && (const char *)p < end;
}

static void watch(const void *p, unsigned size, int kind, const void *code)
{
    if (found.is_found || gla_fiber_holds(p) || p == kernel->item ||
        is_between(p, (const char *)item, (const char *)(item + 1)))
        return;
    char *const *local = kernel->local;
    bool is_local = is_between(p, local[0], local[1]) || is_between(p, local[2], local[3]);
    const moment *m = moment_of_item();
    access now = {.scope = is_local ? local_scope : launch_scope,
                  .group = item->group_id,
                  .item = item->local_id,
                  .span = m->span,
                  .global_span = is_local ? m->span : m->global_span,
                  .warp_span = m->warp_span,
                  .released = m->fence,
                  .code = code};
    uintptr_t at = (uintptr_t)p, end = at + size;
    if (is_local && side_by_side) { /* each group has its own local memory */
        at += (uintptr_t)(item->group_id + 1) << 48;
        end = at + size;
    }
    while (at < end && !found.is_found) {
        page *page = page_of(at >> PAGE_BITS);
        int bits = page ? page->bits : 0;
        while (bits > 0 && ((at | end) & (((uintptr_t)1 << bits) - 1)))
            bits--;
        if (!page || (bits < page->bits && !split(page, bits))) {
            out_of_memory = true;
            return;
        }
        record(&page->cells[(at & ((1 << PAGE_BITS) - 1)) >> bits], &now, kind, is_local);
        at += (uintptr_t)1 << bits;
    }
    found.is_local = is_local;
}

static void fence(void)
{
    moment *m = moment_of_item();
    m->fence = m->span;
}

/* ---- called by launches -------------------------------------------------------------------------------------------------- */
void gla_race_begin(const gla_emulated_kernel *k, gla_work_item *of_launch, bool together)
{
    kernel = k;
    item = of_launch;
    side_by_side = together;
    of_launch->watch = watch;
    of_launch->fence = fence;
    if (pages > PAGES_KEPT)
        forget_pages();
    memset(&found, 0, sizeof found);
    out_of_memory = false;
    launch_scope = local_scope = ++serial;
}

void gla_race_group(int first, int threads)
{
    serial++;
    if (!side_by_side)
        local_scope = serial;
    for (int i = first; i < first + threads; i++)
        moments[i] = (moment){.span = serial, .global_span = serial};
}

void gla_race_meeting(int first, int count, gla_meeting what)
{
    if (what == GLA_LANES_MEET)
        return;
    serial++;
    for (int i = first; i < first + count; i++) {
        moments[i].warp_span = serial;
        if (what >= GLA_GROUP_MEETS)
            moments[i].span = serial;
        if (what == GLA_GROUP_MEETS_GLOBALLY)
            moments[i].global_span = serial;
    }
}

static const char *verb(gla_access_kind kind)
{
    static const char *const verbs[] = {"reads", "writes", "looks at", "stores to", "exchanges"};
    return verbs[kind];
}

gla_status gla_race_end(const char *op)
{
    char first[300], second[300];
    free(known);
    known = NULL;
    if (out_of_memory)
        return gla_fail_memory(op, sizeof(cell) << PAGE_BITS);
    if (!found.is_found)
        return GLA_OK;
    const access *one = &found.first, *other = &found.second;
    const char *what = found.is_local ? "local" : "global";
    gla_place_name((const char *)other->code - 1, second, sizeof second);
    if (found.is_unwritten)
        return gla_fail(GLA_DEVICE_ERROR,
                        "%s: kernel \"%s\": work-item %u of group %u reads local memory at %s before any write", op,
                        kernel->name, other->item, other->group, second);
    gla_place_name((const char *)one->code - 1, first, sizeof first);
    return gla_fail(GLA_DEVICE_ERROR,
                    "%s: race in kernel \"%s\": work-item %u of group %u %s %s memory at %s, and "
                    "work-item %u of group %u %s at %s; these accesses are unordered",
                    op, kernel->name, one->item, one->group, verb(found.kinds[0]), what, first, other->item, other->group,
                    verb(found.kinds[1]), second);
}
