/* group.c - Sums, extremes, counts and positions by group of rows (kernels/group.h). */
#include "array_kernels.h"
#include "backends/device/array/slots.h"
#include "runtime/group.h"

#include "backends/device/list/list.h"

#define LIMBS 3 /* as in kernels/group.h */
#define LIMB_PLACES 4
#define MAX_PASSES 64
#define LOCAL_WORDS 3072

enum { SUM, EXTREME, COUNT, PLACE };

static void put_group(gla_writer *w, const gla_device_program *p)
{
    gla_dtype dtype = (gla_dtype)p->numbers[0];
    static const char *const names[] = {"SUM", "EXTREME", "COUNT", "PLACE"};
    int bytes = (int)gla_itemsize(dtype), slot = p->numbers[3] ? 64 : 32;
    gla_put_dialect_type(w, dtype);
    gla_put(w, "#define OF_%s\n#define WORD uint%d\n#define SLOT uint%d\n#define SLOT_MAX ATOMIC_MAX%s\n%s",
            names[p->numbers[1]], 8 * (bytes > 8 ? 8 : bytes), slot, slot == 64 ? "_64" : "",
            p->numbers[2] ? "#define LARGEST\n" : "");
}

static gla_device_program program_of(gla_dtype dtype, int what, bool largest, bool wide)
{
    return (gla_device_program){"group.h", put_group, NULL, {(uint16_t)dtype, (uint16_t)what, largest, wide}};
}

static gla_device_program program_for(gla_group_op op, gla_dtype dtype, bool wide)
{
    bool largest = op == GLA_GROUP_MAX || op == GLA_GROUP_LAST;
    return op == GLA_GROUP_SUM                          ? program_of(dtype, SUM, false, false)
           : op == GLA_GROUP_COUNT                      ? program_of(GLA_INT64, COUNT, false, false)
           : op == GLA_GROUP_MIN || op == GLA_GROUP_MAX ? program_of(dtype, EXTREME, largest, gla_itemsize(dtype) > 4)
                                                        : program_of(GLA_INT64, PLACE, largest, wide);
}

GLA_LIST(group)
{
    gla_kind kind = gla_kind_of(t);
    for (int op = GLA_GROUP_SUM; op <= GLA_GROUP_LAST; op++)
        if (kind != GLA_KIND_COMPLEX && (op > GLA_GROUP_SUM || kind == GLA_KIND_REAL || gla_itemsize(t) == 8))
            for (int wide = 0; wide < 2; wide++)
                gla_list_add(list, program_for((gla_group_op)op, t, wide), "groups",
                             wide             ? 0
                             : t == GLA_INT64 ? GLA_LISTED_NEXT
                                              : gla_list_next(t));
}

typedef struct work {
    const char *op;
    gla_device *dev;
    gla_device_program program;
    const gla_array *x, *keys;
    gla_array *out;
    int64_t n, k, groups, words;
    uint32_t *bad;
    char *room; /* begins with `bad`, whose bits are all set; the rest is zero */
    char *kept; /* tables of earlier passes, if there is more than one pass */
} work;

/* Return the bytes of the table of units for floating-point sums. */
static size_t table_size(const work *w)
{
    return LIMB_PLACES * (size_t)w->words * 8;
}

/* Launch with n grid-stride steps.  The number of thread groups is bounded, because each thread group has its own table. */
static gla_status run(const work *w, const char *name, int64_t n, int n_args, const gla_argument *args)
{
    return gla_device_run_for(w->op, w->dev, &w->program, name, n, n_args, args);
}

static gla_status add_integers(work *w)
{
    int in_local = w->words <= LOCAL_WORDS, none = 0;
    uint64_t *table = gla_data(w->out);
    gla_status st = gla_device_fill(w->op, w->dev, table, 0, (size_t)w->words * 8);
    const gla_argument args[] = {
        GLA_VALUE(w->n),         GLA_VALUE(w->k),   GLA_VALUE(w->groups),       GLA_VALUE(in_local),
        GLA_VALUE(none),         GLA_VALUE(none),   GLA_BUFFER(gla_data(w->x)), GLA_BUFFER(gla_data(w->keys)),
        GLA_BUFFER(w->room + 8), GLA_BUFFER(table), GLA_BUFFER(NULL),           GLA_BUFFER(w->bad)};
    return st ? st : run(w, "group_add", w->n * w->k, 12, args);
}

/* Add the units of one pass.  Set *more if elements have nonzero bits below these units. */
static gla_status add_units(work *w, int bits, int pass, int *more)
{
    int in_local = w->words * LIMBS <= LOCAL_WORDS, first = pass * LIMBS, seen[4];
    size_t table_bytes = table_size(w);
    char *table = w->room + 16, *flags = table + table_bytes;
    gla_status st = pass ? gla_device_fill(w->op, w->dev, w->room + 12, 0, 4 + table_bytes) : GLA_OK;
    const gla_argument args[] = {
        GLA_VALUE(w->n),         GLA_VALUE(w->k),   GLA_VALUE(w->groups),       GLA_VALUE(in_local),
        GLA_VALUE(bits),         GLA_VALUE(first),  GLA_BUFFER(gla_data(w->x)), GLA_BUFFER(gla_data(w->keys)),
        GLA_BUFFER(w->room + 8), GLA_BUFFER(table), GLA_BUFFER(flags),          GLA_BUFFER(w->bad)};
    if (!st)
        st = run(w, "group_add", w->n * w->k, 12, args);
    const gla_argument last[] = {GLA_VALUE(w->words), GLA_VALUE(bits),   GLA_BUFFER(w->room + 8),
                                 GLA_BUFFER(table),   GLA_BUFFER(flags), GLA_BUFFER(gla_data(w->out))};
    if (!st && pass == 0) /* nearly always the only pass */
        st = run(w, "group_total", w->words, 6, last);
    if (!st)
        st = gla_device_read(w->op, w->dev, seen, w->room, sizeof seen);
    *more = !st && (uint32_t)seen[0] == UINT32_MAX && seen[3];
    return st;
}

/* Append the table of this pass to the tables of earlier passes. */
static gla_status keep(work *w, int pass)
{
    size_t bytes = table_size(w);
    char *kept = NULL;
    gla_status st = gla_device_scratch(w->op, w->dev, (size_t)(pass + 1) * bytes, (void **)&kept);
    if (!st && pass)
        st = gla_device_copy_block(w->op, w->dev, kept, w->kept, (size_t)pass * bytes);
    if (!st)
        st = gla_device_copy_block(w->op, w->dev, kept + (size_t)pass * bytes, w->room + 16, bytes);
    gla_device_drop(w->dev, w->kept);
    w->kept = kept;
    return st;
}

static gla_status total_of_passes(work *w, int bits, int passes)
{
    const gla_argument args[] = {GLA_VALUE(w->words),         GLA_VALUE(bits),     GLA_VALUE(passes),
                                 GLA_BUFFER(w->room + 8),     GLA_BUFFER(w->kept), GLA_BUFFER(w->room + 16 + table_size(w)),
                                 GLA_BUFFER(gla_data(w->out))};
    return run(w, "group_total_of_passes", w->words, 7, args);
}

static gla_status add_up(work *w)
{
    int64_t size = w->n * w->k;
    int more = 1, pass = 0, bits = gla_group_bits(w->n);
    const gla_argument args[] = {GLA_VALUE(size), GLA_BUFFER(gla_data(w->x)), GLA_BUFFER(w->room + 8)};
    gla_status st = run(w, "group_scale", size, 3, args);
    for (; !st && more && pass < MAX_PASSES; pass++) {
        st = add_units(w, bits, pass, &more);
        if (!st && (more || pass))
            st = keep(w, pass);
    }
    if (!st && pass > 1)
        st = total_of_passes(w, bits, pass);
    gla_device_drop(w->dev, w->kept);
    return st;
}

static gla_status count(work *w)
{
    int in_local = w->groups <= 2 * LOCAL_WORDS;
    gla_status st = gla_device_fill(w->op, w->dev, gla_data(w->out), 0, (size_t)w->groups * 8);
    const gla_argument args[] = {GLA_VALUE(w->n),
                                 GLA_VALUE(w->groups),
                                 GLA_VALUE(in_local),
                                 GLA_BUFFER(gla_data(w->keys)),
                                 GLA_BUFFER(gla_data(w->out)),
                                 GLA_BUFFER(w->bad)};
    return st ? st : run(w, "group_count", w->n, 6, args);
}

static gla_status extremes(work *w)
{
    void *table = w->room + 16;
    const gla_argument args[] = {
        GLA_VALUE(w->n),   GLA_VALUE(w->k),   GLA_VALUE(w->groups), GLA_BUFFER(gla_data(w->x)), GLA_BUFFER(gla_data(w->keys)),
        GLA_BUFFER(table), GLA_BUFFER(w->bad)};
    gla_status st = run(w, "group_extreme", w->n * w->k, 7, args);
    const gla_argument last[] = {GLA_VALUE(w->words), GLA_BUFFER(table), GLA_BUFFER(gla_data(w->out))};
    return st ? st : run(w, "group_extreme_values", w->words, 3, last);
}

static gla_status places(work *w)
{
    void *table = w->room + 16;
    const gla_argument args[] = {GLA_VALUE(w->n), GLA_VALUE(w->groups), GLA_BUFFER(gla_data(w->keys)), GLA_BUFFER(table),
                                 GLA_BUFFER(w->bad)};
    gla_status st = run(w, "group_place", w->n, 5, args);
    const gla_argument last[] = {GLA_VALUE(w->n), GLA_VALUE(w->groups), GLA_BUFFER(table), GLA_BUFFER(gla_data(w->out))};
    return st ? st : run(w, "group_place_values", w->groups, 4, last);
}

static gla_status check(const work *w)
{
    uint32_t bad = 0;
    int64_t key;
    gla_status st = gla_device_read(w->op, w->dev, &bad, w->bad, sizeof bad);
    if (st || bad == UINT32_MAX)
        return st;
    st = gla_device_read(w->op, w->dev, &key, (const int64_t *)gla_data(w->keys) + bad, sizeof key);
    return st ? st : gla_group_out_of_range(w->op, bad, key, w->groups);
}

gla_status gla_device_group(gla_device *dev, const char *name, gla_group_op op, const gla_array *x, const gla_array *keys,
                            int64_t groups, gla_array *out)
{
    work w = {.op = name, .dev = dev, .x = x, .keys = keys, .out = out, .n = keys->size, .groups = groups};
    gla_dtype dtype = x ? x->dtype : GLA_INT64;
    bool wide = w.n >= (int64_t)UINT32_MAX - 1, is_real = op == GLA_GROUP_SUM && dtype >= GLA_FLOAT32;
    w.k = out->size / groups;
    w.words = out->size;
    w.program = program_for(op, dtype, wide);
    if (w.program.numbers[3] && !gla_device_traits(dev)->has_int64_atomics)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                        "%s: %s lacks 64-bit atomic operations; convert the values to a 32-bit dtype, or work on "
                        "the host",
                        name, dev->name);
    size_t bytes = 16 + (op == GLA_GROUP_SUM     ? is_real ? (LIMB_PLACES * 8 + 4) * (size_t)w.words : 0
                         : op == GLA_GROUP_COUNT ? 0
                                                 : 8 * (size_t)w.words);
    gla_status st = gla_device_enter(name, dev);
    if (!st)
        st = gla_device_scratch(name, dev, bytes, (void **)&w.room);
    if (!st)
        st = gla_device_fill(name, dev, w.room, 0, bytes);
    if (!st)
        st = gla_device_fill(name, dev, w.room, 0xff, 4);
    w.bad = (uint32_t *)w.room;
    if (!st)
        st = op == GLA_GROUP_SUM                          ? is_real ? add_up(&w) : add_integers(&w)
                                      : op == GLA_GROUP_COUNT ? count(&w)
             : op == GLA_GROUP_MIN || op == GLA_GROUP_MAX ? extremes(&w)
                                                          : places(&w);
    if (!st)
        st = check(&w);
    gla_device_drop(dev, w.room);
    return st;
}
