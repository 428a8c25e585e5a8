/* groups.h - counts, sums and other summaries of the elements of groups.
 *
 * Threads: any may call any function, also with the same arrays, which are only read. */
#ifndef GPULINALG_GROUPS_H
#define GPULINALG_GROUPS_H

#include "core.h"

GLA_BEGIN_DECLS

/** How often each whole number occurs, or the sum of the weights where it does.
 *
 * @param x          integer array of one dimension, without negative numbers
 * @param weights    real array of the length of x; none counts
 * @param minlength  least length of the result
 * @return           int64 array of length max(x) + 1, or float64 with weights
 * @throws IndexError     when x has a negative number; the message says where
 * @throws ShapeError     when x is not 1-d, or weights has another length
 * @throws DTypeError     when x is not of integer type, or weights is complex
 * @throws ArgumentError  when minlength is negative
 * @needs  array.group, array.reduce
 * @see    NumPy bincount
 * @example bincount [0, 1, 1, 3] -> [1 2 0 1]
 *   bincount [0, 1, 1] weights=[0.5, 1.0, 2.0] minlength=3 -> [0.5 3.  0. ]
 */
gla_status gla_bincount(const gla_array *x, gla_array **out, const gla_array *weights GLA_DEFAULT(= NULL),
                        int64_t minlength GLA_DEFAULT(= 0));

/** Number of elements of each group.
 *
 * @param keys        integer array of one dimension: the group of each element, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            int64 array, one number for each group
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when keys is not 1-d
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce
 * @example group_count [0, 2, 2] num_groups=4 -> [1 0 2 0]
 */
gla_status gla_group_count(const gla_array *keys, gla_array **out, gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Sum of the values of each group.
 *
 * Floating-point numbers are added as integers, so that their order does not matter: the result has the same bits on every run
 * and device, and an error of a rounding or two, however many there are.  Numbers below 2^-1000 of the largest of all may
 * count as zeros.
 *
 * @param values      array of shape (n,) or (n, k), any type
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values, int64 or uint64 for integers and bool;
 *                    0 for a group without elements
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce
 * @example group_sum [1.0, 2.0, 4.0] [0, 2, 0] -> [5. 0. 2.]
 */
gla_status gla_group_sum(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Mean of the values of each group.
 *
 * @param values      array of shape (n,) or (n, k); integers give float64
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k); NaN for a group without elements
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_mean [1.0, 2.0, 4.0] [0, 1, 0] -> [2.5 2. ]
 */
gla_status gla_group_mean(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Variance of the values of each group, about the group's mean, whose rounding error is taken out.
 *
 * @param values      array of shape (n,) or (n, k); integers give float64
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @param correction  0 for the variance of a population, 1 for the unbiased estimate from a sample
 * @return            real array of shape (groups,) or (groups, k); NaN where a group has no more than correction elements
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_var [1.0, 3.0, 4.0] [0, 0, 1] -> [1. 0.]
 */
gla_status gla_group_var(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Standard deviation of the values of each group: the square root of `group_var`.
 *
 * @param values      array of shape (n,) or (n, k); integers give float64
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @param correction  0 for a population, 1 for a sample
 * @return            real array of shape (groups,) or (groups, k); NaN where a group has no more than correction elements
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative, or correction is not finite
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_std [1.0, 5.0, 4.0] [0, 0, 1] -> [2. 0.]
 */
gla_status gla_group_std(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE), double correction GLA_DEFAULT(= 0.0));

/** Smallest value of each group; NaN if there is one.
 *
 * @param values      real array of shape (n,) or (n, k)
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values; for a group without elements NaN, or 0
 *                    where the type has none (`group_count` says which these are)
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type, or values is complex
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_min [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_min(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Largest value of each group; NaN if there is one.
 *
 * @param values      real array of shape (n,) or (n, k)
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values; for a group without elements NaN, or 0
 *                    where the type has none (`group_count` says which these are)
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type, or values is complex
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce, array.map
 * @example group_max [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_max(const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** First value of each group, in the order of the rows.
 *
 * @param values      array of shape (n,) or (n, k), any type
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values; for a group without elements NaN, or 0
 *                    where the type has none (`group_count` says which these are)
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_first [1.0, 2.0, 4.0] [0, 1, 0] -> [1. 2.]
 */
gla_status gla_group_first(const gla_array *values, const gla_array *keys, gla_array **out,
                           gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Last value of each group, in the order of the rows.
 *
 * @param values      array of shape (n,) or (n, k), any type
 * @param keys        integer array of length n: the group of each row, from 0 on
 * @param num_groups  number of groups; none means max(keys) + 1
 * @return            array of shape (groups,) or (groups, k), of the type of values; for a group without elements NaN, or 0
 *                    where the type has none (`group_count` says which these are)
 * @throws IndexError     when a key is negative or not below num_groups; the message says where
 * @throws ShapeError     when values has other dimensions, or keys is not as long
 * @throws DTypeError     when keys is not of integer type
 * @throws ArgumentError  when num_groups is negative
 * @needs  array.group, array.reduce, array.map, array.gather
 * @example group_last [1.0, 2.0, 4.0] [0, 1, 0] -> [4. 2.]
 */
gla_status gla_group_last(const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups GLA_DEFAULT(= GLA_NONE));

/** Runs of equal neighbours: what is repeated, where each run begins, how long it is.
 *
 * @param x  array of one dimension, any type; NaN is equal to nothing
 * @return   values, the first element of each run; starts, int64; lengths, int64
 * @throws ShapeError  when x is not 1-d
 * @needs  array.nonzero, array.count_nonzero, array.map, array.gather
 * @example values, starts, lengths = run_lengths [7, 7, 7, 5, 7]
 *   lengths -> [3 1 1]
 */
gla_status gla_run_lengths(const gla_array *x, gla_array **values, gla_array **starts, gla_array **lengths);

GLA_END_DECLS

#endif
