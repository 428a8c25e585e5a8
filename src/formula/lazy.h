/* lazy.h - lazy evaluation on the host: elementwise operations on large arrays are noted, and computed in one pass
 * when somebody asks for an element.  W*(1 - x) + W*x then reads W and x once, where one operation after another goes
 * through memory eleven times.
 *
 * What stands for such a result is an array of another class (gla_lazy_class) with its shape, type and memory, whose
 * elements are not there yet.  The library's entries let none in: they evaluate it first, but for the entries of
 * elementwise functions, which call gla_lazy_apply.  So nothing behind the entries ever sees one.  See
 * docs/decisions/0053. */
#ifndef GLA_FORMULA_LAZY_H
#define GLA_FORMULA_LAZY_H

#include "backend.h"
#include "runtime/object.h"
#include "elementwise/op.h"

extern const gla_class gla_lazy_class;

/* Elements from which on an operation is worth a look; 0 before the environment has been read. */
extern _Atomic int64_t gla_lazy_least;

static inline bool gla_lazy_pays(const gla_array *a)
{
    return a->size >= atomic_load_explicit(&gla_lazy_least, memory_order_relaxed);
}

/* What an elementwise function's entry does with large operands.  True: it is done, *out is the result or *st the
 * error.  False: the function is to compute; all operands have their elements. */
bool gla_lazy_apply(gla_op op, int n, const gla_array *const in[], gla_array **out, gla_status *st);

/* Results that are not computed yet.  Before any array is changed all of them are evaluated: they may have it as an
 * operand. */
extern atomic_int gla_lazy_count;
gla_status gla_lazy_evaluate_all(void);
static inline gla_status gla_lazy_before_change(void)
{
    return atomic_load_explicit(&gla_lazy_count, memory_order_acquire) ? gla_lazy_evaluate_all() : GLA_OK;
}

#endif
