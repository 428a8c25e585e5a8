/* lazy.h - Lazy evaluation on the host. Elementwise operations on large arrays are recorded and computed in one pass when an
 * element is needed. W*(1 - x) + W*x then reads W and x once; separate operations would traverse memory eleven times.
 *
 * A lazy result is an array of the class gla_lazy_class with shape, dtype and memory, but without computed elements. The entry
 * points of the library evaluate lazy arguments first; only the entry points of elementwise functions call gla_lazy_apply
 * instead. Code inside the library therefore never sees a lazy array. See docs/design/streams-and-signals.md. */
#ifndef GLA_FORMULA_LAZY_H
#define GLA_FORMULA_LAZY_H

#include "backend.h"
#include "runtime/object.h"
#include "elementwise/op.h"

extern const gla_class gla_lazy_class;

/* Minimum number of elements for which lazy evaluation is considered; 0 before the environment has been read. */
extern _Atomic int64_t gla_lazy_least;

static inline bool gla_lazy_pays(const gla_array *a)
{
    return a->size >= atomic_load_explicit(&gla_lazy_least, memory_order_relaxed);
}

/* Called by the entry points of elementwise functions with large operands. Return true if the operation is done; *out is then
 * the result, or *st the error. Return false if the function must compute the result; all operands are then evaluated. */
bool gla_lazy_apply(gla_op op, int n, const gla_array *const in[], gla_array **out, gla_status *st);

/* Number of lazy results. Before any array is changed all lazy results are evaluated, because the array may be one of their
 * operands. */
extern atomic_int gla_lazy_count;
gla_status gla_lazy_evaluate_all(void);
static inline gla_status gla_lazy_before_change(void)
{
    return atomic_load_explicit(&gla_lazy_count, memory_order_acquire) ? gla_lazy_evaluate_all() : GLA_OK;
}

#endif
