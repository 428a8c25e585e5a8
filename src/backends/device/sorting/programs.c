/* programs.c - Programs for sorting, which depend on the size and kind of elements. */
#include "sorting.h"

#include "backends/device/list/list.h"

static gla_device_program program_of(const char *file, gla_put_lines *put, gla_dtype dtype, uint16_t first, uint16_t second)
{
    gla_kind kind = gla_kind_of(dtype);
    bool is_signed = kind == GLA_KIND_INT && !gla_dtype_is_unsigned(dtype);
    return (gla_device_program){file, put, NULL, {(uint16_t)gla_itemsize(dtype), (uint16_t)kind, is_signed, first, second}};
}

static void put_key(gla_writer *w, const gla_device_program *p)
{
    gla_kind kind = (gla_kind)p->numbers[1];
    const char *name = kind == GLA_KIND_REAL      ? "REAL"
                       : kind == GLA_KIND_COMPLEX ? "COMPLEX"
                       : p->numbers[2]            ? "SIGNED"
                                                  : "PLAIN";
    gla_put_size(w, p);
    gla_put(w, "#define BYTES %d\n#define SORT_%s\n", p->numbers[0], name);
}

static void put_sort(gla_writer *w, const gla_device_program *p)
{
    put_key(w, p);
    gla_put(w, "#define ITEMS %d\n#define PLACE uint%d\n%s", p->numbers[0] == 16 ? 4 : 8, p->numbers[4] ? 64 : 32,
            p->numbers[3] ? "#define POSITIONS\n" : "");
}

gla_device_program gla_device_sort_program(gla_dtype dtype, bool positions, bool wide)
{
    return program_of("sort.h", put_sort, dtype, positions, wide);
}

/* Return the sizes of a group.  For elements of 8 bytes a tile needs more local memory than a kernel can declare.  Such large
 * tiles are used because fewer tiles then wait for each other. */
gla_sweep_shape gla_device_sweep_shape(size_t item, bool positions)
{
    gla_sweep_shape s = {.threads = 512, .items = item == 16 ? 5 : item == 8 ? 11 : 16};
    if (item == 8 && !positions)
        s = (gla_sweep_shape){.threads = 384, .items = 18};
    size_t tile = (size_t)(s.threads * s.items) * (positions && item < 4 ? 4 : item), counts = (size_t)s.threads / 32 * 2048;
    s.local = tile > counts ? tile : counts;
    return s;
}

static void put_sweep(gla_writer *w, const gla_device_program *p)
{
    gla_sweep_shape s = gla_device_sweep_shape(p->numbers[0], p->numbers[3]);
    put_key(w, p);
    gla_put(w, "#define GROUP %d\n#define ITEMS %d\n%s%s", s.threads, s.items, p->numbers[3] ? "#define POSITIONS\n" : "",
            p->numbers[4] ? "#define PLAIN\n" : "");
}

gla_device_program gla_device_sweep_program(gla_dtype dtype, bool positions, bool plain)
{
    return program_of("sort_sweep.h", put_sweep, dtype, positions, plain);
}

const gla_short_share gla_short_shares[GLA_SHORT_SHARES] = {{2, 4}, {8, 4}, {32, 4}, {32, 8}, {32, 16}};

static void put_short(gla_writer *w, const gla_device_program *p)
{
    const gla_short_share *s = &gla_short_shares[p->numbers[4]];
    put_key(w, p);
    gla_put(w, "#define LANES %d\n#define ITEMS %d\n%s", s->lanes, s->items, p->numbers[3] ? "#define POSITIONS\n" : "");
}

gla_device_program gla_device_short_program(gla_dtype dtype, bool positions, int share)
{
    return program_of("sort_short.h", put_short, dtype, positions, (uint16_t)share);
}

static void put_search(gla_writer *w, const gla_device_program *p)
{
    put_key(w, p);
    gla_put(w, "#define LEVELS %d\n%s", p->numbers[3], p->numbers[4] ? "#define ASKS\n" : "");
}

int gla_device_search_levels(gla_dtype dtype)
{
    return gla_itemsize(dtype) == 16 ? 10 : 11;
}

gla_device_program gla_device_search_program(gla_dtype dtype, bool asks)
{
    return program_of("search.h", put_search, dtype, (uint16_t)gla_device_search_levels(dtype), asks);
}

gla_device_program gla_device_unique_program(gla_dtype dtype)
{
    return program_of("unique.h", put_key, dtype, 0, 0);
}

gla_device_program gla_device_distinct_program(gla_dtype dtype)
{
    return program_of("distinct.h", put_key, dtype, 0, 0);
}

gla_device_program gla_device_order_program(gla_dtype dtype)
{
    return program_of("order.h", put_key, dtype, 0, 0);
}

GLA_LIST(sorting)
{
    unsigned common = t == GLA_BOOL ? 0 : gla_list_common(t);
    for (int second = 0; second < 2; second++) {
        /* also used for random orders, and for the indices of sparse matrices */
        unsigned orders = second && t == GLA_UINT32 ? GLA_LISTED_COMMON : second && t == GLA_INT32 ? GLA_LISTED_NEXT : common;
        gla_list_add(list, gla_device_sort_program(t, second, false), "sort", orders);
        gla_list_add(list, gla_device_sort_program(t, second, true), "sort", 0);
        gla_list_add(list, gla_device_search_program(t, second), "searchsorted", second ? 0 : common);
        gla_list_add(list, gla_device_sweep_program(t, second, false), "sort", GLA_LISTED_WARPS | orders);
        if (gla_kind_of(t) == GLA_KIND_REAL)
            gla_list_add(list, gla_device_sweep_program(t, second, true), "sort", GLA_LISTED_WARPS | common);
        for (int share = 0; gla_itemsize(t) <= 8 && share < GLA_SHORT_SHARES; share++)
            gla_list_add(list, gla_device_short_program(t, second, share), "sort",
                         GLA_LISTED_WARPS | orders | (share == (second ? 0 : 3) ? 0 : GLA_LISTED_VARIANT));
    }
    gla_list_add(list, gla_device_unique_program(t), "unique", common);
    gla_list_add(list, gla_device_distinct_program(t), "unique", gla_list_next(t));
    if (gla_kind_of(t) != GLA_KIND_COMPLEX)
        gla_list_add(list, gla_device_order_program(t), "median", common);
}
