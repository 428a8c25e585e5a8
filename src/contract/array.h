/* array.h - Contract of elementwise operations, copies, reductions and indexing. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_ARRAY_H
#define GLA_CONTRACT_ARRAY_H

#include "backend.h"
#include "contract/reduction.h"
#include "elementwise/op.h"

typedef struct gla_array_ops {
    /* dst = src elementwise, with conversion of the dtype as in C (nonzero becomes true). Both arrays have the same shape and
     * any strides (stride 0 repeats elements of src). While dev is not the host src may nevertheless be a host scalar, which
     * has ndim 0, or strides that are all 0. */
    gla_status (*copy)(gla_device *dev, const gla_array *src, gla_array *dst);

    /* out = op(in...), computed in dtype `compute`, for which the table has an expression. Each in[i] has the shape of out
     * (stride 0 repeats), any strides and any dtype, and is converted to `compute` on load (the condition of `where` to bool).
     * out has the result dtype of the table and any strides. in[i] may be a host scalar, as in copy. Before out is changed,
     * call gla_op_fail_check() for integer operands that the table's flags forbid. Call gla_op_warn_overflow() if powers or
     * squares of integers wrap around. */
    gla_status (*map)(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out);

    /* Reduce all axes of x except the first nkeep axes. out is contiguous and has the shape of the kept axes, up to axes of
     * length one. Accumulate at least in the dtype of out, which is of the same kind as x's dtype or of a later kind. The
     * reduced axes are not empty. The result must not depend on the number of threads. NaN propagates in MIN, MAX, ARGMIN and
     * ARGMAX. */
    gla_status (*reduce)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out);

    /* out[i] = start + i*step for a 1-d contiguous out. Integer dtypes use istart and istep and wrap around. Other dtypes use
     * start and step, and round once after the product and once after the sum. */
    gla_status (*range)(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep);

    /* Inclusive scan along the last axis. x has the shape of out, is not empty, and has any strides. The dtype of x is of the
     * kind of out's dtype or of an earlier kind, and x is converted on load. NaN propagates in MIN and MAX. The result must not
     * depend on the number of threads. */
    gla_status (*scan)(gla_device *dev, gla_scan_op op, const gla_array *x, gla_array *out);

    /* Count the nonzero elements and find the ranges of x that contain them. Blocks. */
    gla_status (*count_nonzero)(gla_device *dev, const gla_array *x, gla_nonzero_ranges *ranges);
    /* Write the positions of the nonzero elements in row-major order, after a call to count_nonzero. out is int64, contiguous,
     * of shape (ndim, count). If x has changed since that call, the positions may be wrong, or the slot may fail with
     * GLA_ARGUMENT_ERROR. */
    gla_status (*nonzero)(gla_device *dev, const gla_array *x, const gla_nonzero_ranges *ranges, gla_array *out);
    /* Copy the elements of x for which mask is nonzero, in row-major order. mask is bool and has the shape of x; both have any
     * strides. out is contiguous. */
    gla_status (*select)(gla_device *dev, const gla_array *mask, const gla_nonzero_ranges *ranges, const gla_array *x,
                         gla_array *out);

    /* Reduce the rows of x that have the same key. x is (n, k) and contiguous; out is (groups, k) and contiguous. keys is
     * int64, contiguous, with n > 0 elements. SUM supports int64, uint64, float32 and float64; MIN and MAX support every real
     * dtype; x and out have the same dtype. For COUNT, FIRST and LAST x is NULL, k is 1 and out is int64. An empty group has
     * sum 0 and extremes NaN (undefined for integers). Results do not depend on the order of execution. Report keys out of
     * range with gla_group_out_of_range(); out may have changed by then. Blocks because of that check. */
    gla_status (*group)(gla_device *dev, const char *name, gla_group_op op, const gla_array *x, const gla_array *keys,
                        int64_t groups, gla_array *out);

    /* Advanced indexing of the first nidx axes of x. All idx[j] are int64, contiguous, and of one shape B; negative positions
     * count from the end. gather: out = x[idx...], whose shape is B followed by the other axes. scatter: x[idx...] = value,
     * where value has that shape, any dtype of x's kind, and any strides (stride 0 repeats). scatter assigns in row-major
     * order, so that the last of equal positions wins. A position out of range fails with GLA_INDEX_ERROR before x is changed;
     * the message states position, axis and length. Blocks because of that check. */
    gla_status (*gather)(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out);
    gla_status (*scatter)(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value);

    /* For each matrix of a stack (..., m, n): copy the lower triangle with the diagonal (the upper triangle if `lower` is
     * false) and set the other elements to zero. If `unit` is true the diagonal is set to one. Both arrays have the same
     * floating or complex dtype and any strides; dst may be exactly src. Elements that are not copied are not read. Required if
     * the backend has the lapack area. */
    gla_status (*triangle)(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst);
    /* Set *yes to true if no element of x is NaN or Inf. x is floating or complex with any strides. Blocks. If NULL, the facade
     * reduces isfinite. */
    gla_status (*all_finite)(gla_device *dev, const gla_array *x, bool *yes);
    /* Like reduce with MIN or MAX of a real floating x, but skip NaN elements. The result is NaN if all elements are NaN. If
     * the slot is NULL, the facade replaces NaN by infinities and calls reduce. */
    gla_status (*reduce_present)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out);
    /* Like reduce with SUM or PROD of integers or bools in an integer dtype. Set *beyond to true if a result overflowed the
     * dtype and wrapped around. If the slot is NULL, the facade compares the result with a floating-point one. */
    gla_status (*reduce_integers)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out,
                                  bool *beyond);
    /* out = minimum(maximum(x, least), most). Neither bound is NaN. x and out are float32 or float64, contiguous, and of the
     * same shape. If the slot is NULL, the facade calls map twice. */
    gla_status (*clip)(gla_device *dev, const gla_array *x, double least, double most, gla_array *out);
} gla_array_ops;

#endif
