/* array.h - the contract of elementwise operations, copies, reductions and indexing.
 * ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_ARRAY_H
#define GLA_CONTRACT_ARRAY_H

#include "backend.h"
#include "contract/reduction.h"
#include "elementwise/op.h"

typedef struct gla_array_ops {
    /* dst = src, element by element, converting the type (C conversion; nonzero is true).  Same shape; any strides (src
     * may repeat by stride 0).  src may be a host scalar: ndim 0 or all strides 0, on the host, while dev is not. */
    gla_status (*copy)(gla_device *dev, const gla_array *src, gla_array *dst);

    /* out = op(in...), computed in type `compute`, for which the table has an expression.  Each in[i] has the shape of out
     * (strides 0 where it repeats), of any strides and any dtype, converted to `compute` on load (the condition of
     * `where` to bool).  out has the table's result dtype and any strides.  in[i] may be a host scalar, as in copy.
     * gla_op_fail_check() for what the table's flags forbid among integers, before out is changed; gla_op_warn_overflow() where
     * powers and squares of integers wrap around. */
    gla_status (*map)(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out);

    /* Reduce the axes of x from nkeep on; the first nkeep axes are kept.  out is contiguous with their shape, but for axes
     * of size one; its dtype is the one to accumulate in at least, of the kind of x's or of a later one.  The reduced part
     * is not empty.  The result must not depend on the number of threads.  NaN wins in MIN, MAX, ARGMIN, ARGMAX. */
    gla_status (*reduce)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out);

    /* out[i] = start + i*step for a 1-d contiguous out.  Integer types use istart and istep (wrapping), others start, step,
     * the product and sum each rounded once. */
    gla_status (*range)(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep);

    /* Along the last axis, what came up to each element put together, the element itself with it; x has the shape of out, not
     * empty, any strides and any dtype of out's kind or an earlier one, converted on load.  NaN wins in MIN and MAX.  The
     * result must not depend on the number of threads. */
    gla_status (*scan)(gla_device *dev, gla_scan_op op, const gla_array *x, gla_array *out);

    /* How many elements are not zero, and in which ranges they stand (blocks). */
    gla_status (*count_nonzero)(gla_device *dev, const gla_array *x, gla_nonzero_ranges *ranges);
    /* Their positions in row-major order, after count_nonzero: out is int64, contiguous, of shape (ndim, number).  An x that
     * has changed since may give wrong positions, or GLA_ARGUMENT_ERROR. */
    gla_status (*nonzero)(gla_device *dev, const gla_array *x, const gla_nonzero_ranges *ranges, gla_array *out);
    /* The elements of x where mask is not zero, in the same order: mask is bool and has the shape of x, each of any strides;
     * out is contiguous. */
    gla_status (*select)(gla_device *dev, const gla_array *mask, const gla_nonzero_ranges *ranges, const gla_array *x,
                         gla_array *out);

    /* Of the rows of x, (n, k) and contiguous, those with the same key together: out is (groups, k), contiguous.  keys is
     * int64, contiguous, of n > 0 elements.  SUM is of int64, uint64, float32 or float64, MIN and MAX of any real type; x and
     * out have one type.  COUNT, FIRST and LAST take no x, k is 1 and out int64.  A group without elements has the sum 0 and
     * extremes NaN, or anything where there is no NaN.  Results do not depend on the order of the work.
     * gla_group_out_of_range (blocks, for that), where out may be changed. */
    gla_status (*group)(gla_device *dev, const char *name, gla_group_op op, const gla_array *x, const gla_array *keys,
                        int64_t groups, gla_array *out);

    /* Advanced indexing of the first nidx axes of x.  Each idx[j] is int64, contiguous, of one common shape B; negative
     * positions count from the end.  gather: out = x[idx...], shape B + the other axes.  scatter: x[idx...] = value, of that
     * shape (any dtype of x's, strides 0 where it repeats), in row-major order so that the last of equal positions wins.
     * GLA_INDEX_ERROR, before x is changed, when a position is out of range; the message names position, axis and
     * length (blocks, for that). */
    gla_status (*gather)(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out);
    gla_status (*scatter)(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value);

    /* For each matrix of a stack (..., m, n): dst = src on the diagonal and below it (above it unless lower), zero
     * elsewhere; with unit, one on the diagonal.  One floating or complex dtype, any strides; dst may be src exactly.
     * What is not copied is not read.  Needed with the lapack room. */
    gla_status (*triangle)(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst);
    /* Whether no element of x, floating or complex, of any strides, is NaN or Inf (blocks).  NULL: the facade reduces
     * isfinite. */
    gla_status (*all_finite)(gla_device *dev, const gla_array *x, bool *yes);
    /* As reduce, MIN or MAX of a real floating x, of the elements that are not NaN; NaN where there are none.  NULL: the facade
     * reduces x with infinities in the place of NaN. */
    gla_status (*reduce_present)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out);
    /* As reduce, SUM or PROD of integers (or bool) in an integer type; *beyond says whether a result is beyond that type, and
     * has wrapped around.  NULL: the facade compares with the same in floating point. */
    gla_status (*reduce_integers)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out,
                                  bool *beyond);
    /* out = the elements of x between two numbers, not NaN, as minimum(maximum(x, least), most) has them: x and out are float32
     * or float64, contiguous, of one shape.  NULL: the facade maps those two. */
    gla_status (*clip)(gla_device *dev, const gla_array *x, double least, double most, gla_array *out);
} gla_array_ops;

#endif
