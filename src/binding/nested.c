/* nested.c - Convert nested lists of numbers and arrays to an array. The shape is read from the first elements. One pass then
 * checks and stores all elements. If the dtype cannot represent a value, the pass starts again with a wider dtype. Signal
 * handlers, other threads and elements that run code may change the lists at any time, so each pass checks everything again. An
 * element that runs code is read once, and its value is kept. */
#include "binding/nested.h"
#include "runtime/allocation.h"

#include "core/core.h"
#include "tape/tape.h"

#include <math.h>
#include <string.h>

gla_status gla_fail_changed(void)
{
    return gla_argument_fact(GLA_SHAPE_ERROR, "changed while it was read; pass a copy");
}

static int fail_kind(const char *got, const char *others)
{
    return gla_argument_fact(
        GLA_SHAPE_ERROR, "is %s, but other rows have %s here; give all rows the same length and nesting depth", got, others);
}

static int fail_length(int64_t length, int64_t others)
{
    return gla_argument_fact(GLA_SHAPE_ERROR, "has length %lld, but other rows have length %lld; give all rows the same length",
                             (long long)length, (long long)others);
}

static int fail_not_a_list(gla_nested *s, void *o)
{
    char text[GLA_DESCRIPTION];
    gla_value v;
    gla_status st = s->r->binding->look(s->r, o, GLA_LOOK_ONLY, &v);
    return st ? (int)st : fail_kind(gla_describe_value(text, &v), "lists");
}

static gla_status step(gla_nested *s, uint32_t cost)
{
    if ((s->steps += cost) < 0x8000)
        return GLA_OK;
    s->steps = 0;
    return gla_pause(s->r);
}

/* ---- elements that run code ---------------------------------------------------------------------------------------- */
static gla_status keep(gla_nested *s, void *o, gla_kept **k)
{
    if (s->count == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 16;
        gla_kept *bigger = gla_realloc(s->kept, capacity * sizeof *bigger);
        if (!bigger)
            return gla_fail_memory("asarray", capacity * sizeof *bigger);
        s->kept = bigger;
        s->capacity = capacity;
    }
    *k = &s->kept[s->count++];
    **k = (gla_kept){.object = o};
    s->hold(s->r, o);
    return GLA_OK;
}

/* The call runs code of the script; s must not be used afterwards. */
static void forget(gla_nested *s)
{
    for (size_t i = 0; i < s->count; i++) {
        gla_unref(s->kept[i].array);
        if (s->kept[i].list)
            s->release(s->r, s->kept[i].list);
        s->release(s->r, s->kept[i].object);
    }
    gla_free(s->kept);
}

static gla_status read_element(gla_reader *r, void *o, gla_value *v)
{
    if (r->binding->element)
        return r->binding->element(r, o, v);
    v->kind = GLA_VALUE_ARRAY;
    v->array = NULL;
    return r->binding->memory ? r->binding->memory(r, o, &v->array) : gla_wanted(r, GLA_DTYPE_ERROR, o, GLA_WANT_NUMBER);
}

/* Read a value, or return the value kept from an earlier pass. Fail if a later pass finds a different object. */
static int read_once(gla_nested *s, void *o, gla_value *v)
{
    gla_kept *k;
    if (s->next < s->count && s->kept[s->next].object != o)
        return gla_fail_changed();
    if (s->next == s->count) {
        gla_status st = step(s, 0x80);
        if (st || (st = keep(s, o, &k)))
            return st;
        size_t place = s->next;
        if ((st = read_element(s->r, o, v)))
            return st;
        k = &s->kept[place];
        k->kind = v->kind;
        k->list = v->kind == GLA_VALUE_LIST ? v->list : NULL;
        k->array = v->kind == GLA_VALUE_ARRAY ? v->array : NULL;
        k->number = v->number;
    }
    k = &s->kept[s->next++];
    *v = (gla_value){.kind = k->kind, .number = k->number, .array = k->array, .list = k->list};
    return 0;
}

/* Determine the kind of o. If o is a list, v->list can be traversed. */
static int see(gla_nested *s, void *o, gla_value *v)
{
    const gla_binding *binding = s->r->binding;
    gla_status st = binding->look(s->r, o, GLA_LOOK_ELEMENT, v);
    if (st)
        return st;
    if (v->kind != GLA_VALUE_OTHER)
        return 0;
    if (!binding->whole)
        return read_once(s, o, v);
    return s->taken_apart ? 0 : GLA_NESTED_WHOLE;
}

/* ---- type ------------------------------------------------------------------------------------------------------------ */
static unsigned needs_of(const gla_value *v)
{
    if (v->kind == GLA_VALUE_LARGE)
        return NEEDS_LARGE;
    switch (v->number.dtype) {
    case GLA_BOOL: return NEEDS_BOOL;
    case GLA_INT64: return v->number.v.i < 0 ? NEEDS_INTEGER | NEEDS_NEGATIVE : NEEDS_INTEGER;
    case GLA_UINT64: return NEEDS_INTEGER | NEEDS_UINT64;
    case GLA_FLOAT64: return NEEDS_REAL;
    default: return NEEDS_COMPLEX;
    }
}

static unsigned needs_of_dtype(gla_dtype dtype)
{
    if (gla_dtype_is_complex(dtype))
        return NEEDS_COMPLEX;
    if (gla_dtype_is_real_floating(dtype))
        return NEEDS_REAL;
    if (dtype == GLA_BOOL)
        return NEEDS_BOOL;
    if (dtype == GLA_UINT64)
        return NEEDS_INTEGER | NEEDS_UINT64;
    return gla_dtype_is_unsigned(dtype) ? NEEDS_INTEGER : NEEDS_INTEGER | NEEDS_NEGATIVE;
}

/* Choose the dtype of the result. Arrays that share one dtype keep it. If arrays are mixed with scalars or with other dtypes,
 * their elements are treated as scalars. */
static gla_dtype choose(const gla_nested *s)
{
    unsigned both = NEEDS_UINT64 | NEEDS_NEGATIVE;
    if (!s->mixed && s->arrays)
        return s->arrays;
    if (s->needs & NEEDS_COMPLEX)
        return GLA_COMPLEX128;
    if (s->needs & (NEEDS_REAL | NEEDS_LARGE) || (s->needs & both) == both)
        return GLA_FLOAT64;
    if (s->needs & NEEDS_UINT64)
        return GLA_UINT64;
    return s->needs & NEEDS_INTEGER ? GLA_INT64 : s->needs & NEEDS_BOOL ? GLA_BOOL : GLA_FLOAT64;
}

/* Record an innermost element: a scalar, or an array with its dtype. */
static int note(gla_nested *s, unsigned needs, gla_dtype array)
{
    s->mixed |= !array || (s->arrays && s->arrays != array);
    s->arrays = array ? array : s->arrays;
    s->needs |= needs;
    return s->storing && choose(s) != s->dtype ? GLA_NESTED_AGAIN : 0;
}

/* If no integer dtype represents all integers, the result would have to be floating-point. Raise an error instead, unless real
 * elements require a floating dtype anyway. */
static int check_integers(const gla_nested *s)
{
    unsigned both = NEEDS_UINT64 | NEEDS_NEGATIVE;
    if (!s->mixed || s->needs & (NEEDS_REAL | NEEDS_COMPLEX))
        return s->huge ? GLA_NESTED_AGAIN : 0;
    if (s->needs & NEEDS_LARGE)
        return gla_argument_fact(GLA_OVERFLOW_ERROR,
                                 "contains an integer that does not fit in 64 bits; give a smaller one, or a float");
    if ((s->needs & both) == both && !s->r->binding->whole_floats)
        return gla_argument_fact(GLA_OVERFLOW_ERROR, "contains negative integers and integers of 2**63 or more, but no "
                                                     "integer dtype can represent both; convert them to floats");
    return 0;
}

/* ---- shape ----------------------------------------------------------------------------------------------------------- */
static int add_level(gla_nested *s, int64_t length)
{
    if (s->ndim == GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR,
                                 "is nested deeper than %d lists, or contains itself; arrays have at most %d "
                                 "dimensions",
                                 GLA_MAX_NDIM, GLA_MAX_NDIM);
    s->shape[s->ndim++] = length;
    return 0;
}

/* Determine the shape from the first elements, and record the first innermost element. An invalid first element is refused
 * later, by the pass. */
static int measure(gla_nested *s, void *o)
{
    gla_value v;
    int st;
    for (s->ndim = 0, s->next = 0;;) {
        if ((st = see(s, o, &v)))
            return st;
        if (v.kind == GLA_VALUE_NUMBER || v.kind == GLA_VALUE_LARGE)
            return note(s, needs_of(&v), GLA_NO_DTYPE);
        for (int i = 0; !st && v.kind == GLA_VALUE_ARRAY && i < gla_array_ndim(v.array); i++)
            st = add_level(s, gla_array_shape(v.array)[i]);
        if (st || v.kind != GLA_VALUE_LIST)
            return st                          ? st
                   : v.kind == GLA_VALUE_ARRAY ? note(s, needs_of_dtype(gla_array_dtype(v.array)), gla_array_dtype(v.array))
                                               : 0;
        int64_t n = s->r->binding->length(s->r, v.list);
        if ((st = add_level(s, n)) || !n)
            return st;
        o = s->r->binding->item(s->r, v.list, 0);
    }
}

/* ---- the pass ---------------------------------------------------------------------------------------------------------- */
/* Store a scalar that the dtype can represent. */
static void store(gla_nested *s, const gla_number *n)
{
    switch (s->dtype) {
    case GLA_BOOL: *(uint8_t *)s->to = n->v.b; break;
    case GLA_INT64:
    case GLA_UINT64: *(int64_t *)s->to = n->dtype == GLA_BOOL ? n->v.b : n->v.i; break;
    case GLA_FLOAT64: *(double *)s->to = gla_number_real(n); break;
    default: ((double *)s->to)[0] = gla_number_real(n); ((double *)s->to)[1] = n->dtype == GLA_COMPLEX128 ? n->v.f[1] : 0;
    }
    s->to += s->itemsize;
}

static int fill_number(gla_nested *s, const gla_value *v)
{
    int st = note(s, needs_of(v), GLA_NO_DTYPE);
    if (!st && v->kind == GLA_VALUE_LARGE && isinf(v->number.v.f[0])) {
        if (s->needs & (NEEDS_REAL | NEEDS_COMPLEX))
            return gla_argument_fact(GLA_OVERFLOW_ERROR,
                                     "is an integer that does not fit in 64 bits; give a smaller one, or a float");
        s->huge = true;
    }
    if (!st && s->storing)
        store(s, &v->number);
    return st;
}

static gla_status store_elements(gla_nested *s, const gla_array *a, int axis, const char *p)
{
    gla_status st = GLA_OK;
    gla_dtype dtype = gla_array_dtype(a);
    if (axis == gla_array_ndim(a)) {
        gla_number n;
        if (dtype == s->dtype) {
            memcpy(s->to, p, s->itemsize);
            s->to += s->itemsize;
        } else {
            gla_number_load(&n, dtype, p);
            store(s, &n);
        }
        return step(s, 1);
    }
    ptrdiff_t stride = (ptrdiff_t)(gla_array_strides(a)[axis] * (int64_t)gla_itemsize(dtype));
    for (int64_t i = 0; !st && i < gla_array_shape(a)[axis]; i++)
        st = store_elements(s, a, axis + 1, p + i * stride);
    return st;
}

/* `o` is used in messages. */
static int fill_array(gla_nested *s, const gla_array *a, int depth, void *o)
{
    gla_array *host;
    void *data;
    gla_dtype dtype = gla_array_dtype(a);
    for (int i = 0; i < gla_array_ndim(a); i++)
        if (depth + i >= s->ndim)
            return fail_kind(GLA_DESCRIBE_LIST, "numbers");
        else if (gla_array_shape(a)[i] != s->shape[depth + i])
            return fail_length(gla_array_shape(a)[i], s->shape[depth + i]);
    if (depth + gla_array_ndim(a) < s->ndim)
        return fail_not_a_list(s, o);
    int st = note(s, needs_of_dtype(dtype), dtype);
    if (st || !s->storing || !gla_array_size(a))
        return st;
    if (gla_taping && gla_tape_knows(a))
        return gla_argument_fact(GLA_ARGUMENT_ERROR,
                                 "contains an array that a tape records; use stack or concat instead of a list");
    if ((st = gla_to_host(a, &host, &data)))
        return st;
    if (dtype == s->dtype && gla_array_is_contiguous(host)) {
        size_t bytes = (size_t)gla_array_size(host) * s->itemsize;
        memcpy(s->to, data, bytes);
        s->to += bytes;
    } else
        st = store_elements(s, host, 0, data);
    gla_unref(host);
    return st;
}

/* Fast path: store a run of plain numbers of the array's dtype. Return the length of the run. */
static int64_t fill_plain(gla_nested *s, void *list, int64_t first, int64_t n)
{
    if (!s->storing || !s->mixed || (s->dtype != GLA_FLOAT64 && s->dtype != GLA_INT64))
        return 0;
    int64_t got = s->numbers(s->r, list, first, n < 4096 ? n : 4096, s->dtype, s->to), low = 0;
    for (int64_t i = 0; s->dtype == GLA_INT64 && i < got; i++)
        low |= ((const int64_t *)s->to)[i];
    s->needs |= low < 0 ? NEEDS_NEGATIVE : 0;
    s->needs |= got && s->dtype == GLA_FLOAT64 ? NEEDS_REAL : 0;
    s->to += (size_t)got * s->itemsize;
    return got;
}

static int fill(gla_nested *s, void *o, int depth);

static int fill_list(gla_nested *s, void *list, int depth)
{
    const gla_binding *binding = s->r->binding;
    int64_t n = s->shape[depth], length = binding->length(s->r, list), i = 0;
    int st = length == n ? 0 : depth ? fail_length(length, n) : (int)gla_fail_changed();
    s->hold(s->r, list);
    while (i < n && !st) {
        int64_t got = depth + 1 == s->ndim ? fill_plain(s, list, i, n - i) : 0;
        i += got;
        if (!got && (st = fill(s, binding->item(s->r, list, i++), depth + 1)) > 0)
            gla_argument_at(i - 1);
        if (!st)
            st = step(s, got ? (uint32_t)got : 1);
        if (!st && binding->length(s->r, list) != n)
            st = gla_fail_changed();
    }
    s->release(s->r, list);
    return st;
}

static int fill(gla_nested *s, void *o, int depth)
{
    gla_value v;
    int st = see(s, o, &v);
    if (st)
        return st;
    switch (v.kind) {
    case GLA_VALUE_LIST: return depth == s->ndim ? fail_kind(GLA_DESCRIBE_LIST, "numbers") : fill_list(s, v.list, depth);
    case GLA_VALUE_ARRAY: {
        gla_array *a = gla_ref(v.array); /* reading it may run code of the script */
        st = fill_array(s, a, depth, o);
        gla_unref(a);
        return st;
    }
    case GLA_VALUE_NUMBER:
    case GLA_VALUE_LARGE: return depth == s->ndim ? fill_number(s, &v) : fail_not_a_list(s, o);
    default: return depth < s->ndim ? fail_not_a_list(s, o) : (int)gla_wanted(s->r, GLA_DTYPE_ERROR, o, GLA_WANT_NUMBER);
    }
}

/* Return true if the array would be so large that the lists should be checked by a separate pass before memory is allocated. */
static bool is_suspicious(const gla_nested *s)
{
    double bytes = 8;
    for (int i = 0; i < s->ndim; i++)
        bytes *= (double)s->shape[i];
    return bytes > 0x1p28 && bytes < 0x1p40;
}

static int attempt(gla_nested *s, void *list, gla_array **out)
{
    void *data;
    s->storing = false;
    int st = measure(s, list);
    s->next = 0;
    if (!st && is_suspicious(s))
        st = fill(s, list, 0);
    while (!st) {
        s->dtype = choose(s);
        s->itemsize = gla_itemsize(s->dtype);
        s->next = 0;
        if ((st = gla_new_host(s->dtype, s->ndim, s->shape, out, &data)))
            break;
        s->to = data;
        s->storing = true;
        if (!(st = fill(s, list, 0)) && !(st = check_integers(s)))
            return 0;
        gla_unref(*out);
        *out = NULL;
        if (st == GLA_NESTED_AGAIN)
            st = 0;
    }
    return st;
}

static void hold_nothing(gla_reader *r, void *object)
{
    (void)r;
    (void)object;
}

static int64_t no_numbers(gla_reader *r, void *list, int64_t first, int64_t n, gla_dtype dtype, void *to)
{
    (void)r, (void)list, (void)first, (void)n, (void)dtype, (void)to;
    return 0;
}

gla_status gla_read_nested(gla_reader *r, void *list, gla_array **out)
{
    const gla_binding *b = r->binding;
    gla_nested s = {.r = r,
                    .hold = b->hold ? b->hold : hold_nothing,
                    .release = b->release ? b->release : hold_nothing,
                    .numbers = b->numbers ? b->numbers : no_numbers};
    *out = NULL;
    int st = attempt(&s, list, out);
    if (st == GLA_NESTED_WHOLE) {
        gla_status failed = GLA_OK;
        s.taken_apart = true;
        list = r->binding->whole(r, list, &failed);
        st = list ? attempt(&s, list, out) : (int)failed;
    }
    forget(&s);
    return (gla_status)st;
}
