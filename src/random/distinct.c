/* distinct.c - Sampling without replacement of at most half of a range.
 *
 * Integers are drawn one after another, and repeated integers are skipped.  Therefore the result is the same as drawing with
 * replacement and removing duplicates. */
#include "elementwise/map.h"
#include "random/composed.h"
#include "runtime/devices.h"

#include "gpulinalg/groups.h"
#include "gpulinalg/scan.h"

#define FEW 4096  /* up to this number of integers the search runs on the host, whatever the device */
#define SPARSE 16 /* the search also runs on the host if the range is more than this multiple of the number of integers */

/* Integers drawn so far: one bit for each integer of the range or, if that takes less memory, a hash set of 2^bits slots.  A
 * slot contains an integer plus one; 0 means that the slot is empty. */
typedef struct seen {
    uint64_t *words;
    int bits; /* 0: one bit for each integer */
} seen;

static bool add_to_set(seen *e, uint64_t number)
{
    const uint64_t mask = ((uint64_t)1 << e->bits) - 1;
    uint64_t at = number * 0x9e3779b97f4a7c15u >> (64 - e->bits);
    for (; e->words[at]; at = (at + 1) & mask)
        if (e->words[at] == number + 1)
            return false;
    e->words[at] = number + 1;
    return true;
}

static seen make_seen(gla_scope *s, int64_t n, int64_t m)
{
    seen e = {NULL, 4};
    while (((int64_t)1 << e.bits) < 2 * m)
        e.bits++;
    if (n / 64 < (int64_t)1 << e.bits)
        e.bits = 0;
    e.words = gla_s_memory(s, e.bits ? (int64_t)1 << e.bits : n / 64 + 1, sizeof *e.words);
    return e;
}

/* Keep those of `count` integers that were not drawn before, up to m in all.  Return the total so far. */
static int64_t sift(seen *e, const int64_t *drawn, int64_t count, int64_t m, int64_t found, int64_t *kept)
{
    uint64_t *words = e->words;
    if (e->bits) {
        for (int64_t i = 0; i < count && found < m; i++) {
            const int64_t number = drawn[i];
            if (add_to_set(e, (uint64_t)number))
                kept[found++] = number;
        }
        return found;
    }
    for (int64_t i = 0; i < count && found < m; i++) {
        const int64_t number = drawn[i];
        uint64_t *word = words + number / 64, before = *word, bit = (uint64_t)1 << number % 64;
        *word = before | bit;
        kept[found] = number;
        found += !(before & bit);
    }
    return found;
}

/* Return the first m distinct integers, in the memory of the given integers.  Draw more integers if there are too few. */
static gla_array *find_on_host(random_call *c, gla_array *drawn, int64_t n, int64_t m)
{
    gla_scope *s = &c->s;
    gla_device *host = NULL;
    void *first = NULL, *data = NULL;
    gla_array *kept = drawn ? gla_s_to_host(s, drawn, &first) : NULL;
    if (!kept || gla_s_check(s, gla_host_device(&host)))
        return NULL;
    seen e = make_seen(s, n, m);
    data = first;
    for (int64_t found = 0, count = kept->size; !s->status && found < m;) {
        found = sift(&e, data, count, m, found, first);
        count = 2 * (m - found) + 2;
        gla_array *more = found < m ? gla_random_between(c, 0, n - 1, &(gla_ints){.n = 1, .v = {count}}, host) : NULL;
        if (more)
            gla_s_to_host(s, more, &data);
    }
    gla_array *some = s->status ? NULL : gla_s_slice(s, kept, 0, 0, m);
    return some ? gla_s_convert(s, some, GLA_INT64, c->dev, GLA_MAYBE) : NULL;
}

/* Like find_on_host(), on a device.  For each integer the position of its first occurrence is found.  Return NULL if there are
 * too few distinct integers. */
static gla_array *find_on_device(random_call *c, gla_array *drawn, int64_t n, int64_t m)
{
    gla_scope *s = &c->s;
    gla_arrays *places = NULL;
    gla_array *count = s->status ? NULL : gla_s_number(s, (double)drawn->size), *at = NULL, *first = NULL, *made = NULL;
    at = count ? gla_s_adopt(s, gla_arange(count, &at, NULL, NULL, GLA_INT64, c->dev->name), &at) : NULL;
    first = at ? gla_s_adopt(s, gla_group_first(at, drawn, &first, n), &first) : NULL;
    gla_array *own = first ? gla_s_adopt(s, gla_take(first, drawn, &made, NULL), &made) : NULL;
    gla_array *is_new = own ? gla_s_combine(s, gla_equal, own, at) : NULL;
    if (!is_new || gla_s_check(s, gla_nonzero(is_new, &places)))
        return NULL;
    gla_array *fresh = gla_s_own(s, gla_ref((gla_array *)places->v[0]));
    gla_arrays_free(places);
    made = NULL;
    if (s->status || fresh->size < m)
        return NULL;
    return gla_s_adopt(s, gla_take(drawn, gla_s_slice(s, fresh, 0, 0, m), &made, NULL), &made);
}

gla_array *gla_random_distinct(random_call *c, int64_t n, int64_t m)
{
    gla_device *host = NULL;
    if (m == 0 || gla_s_check(&c->s, gla_host_device(&host)))
        return gla_s_new(&c->s, c->dev, GLA_INT64, 1, &m);
    gla_device *dev = m > FEW && n / m <= SPARSE ? c->dev : host;
    const gla_ints enough = {.n = 1, .v = {m + m / (n / m) + 2}}; /* about twice the expected repetitions */
    gla_array *drawn = gla_random_between(c, 0, n - 1, &enough, dev);
    gla_array *found = drawn && !dev->is_host ? find_on_device(c, drawn, n, m) : NULL;
    return found ? found : find_on_host(c, drawn, n, m);
}
