/* gpulinalg.h - linear algebra on GPUs and CPUs: one interface to cuBLAS/cuSOLVER, CLBlast and OpenBLAS/LAPACK.
 *
 * Conventions of every function declared here:
 *   - It returns a gla_status; GLA_OK is 0. On failure the thread's message describes the error (gla_last_message), and all
 *     result pointers are NULL.
 *   - `const gla_array *` arguments are borrowed for the call and never changed.
 *   - `gla_array **` arguments receive a new reference, which the caller releases with gla_unref.
 *   - NULL for a result means that it is not needed: the call does the same work and discards the result.
 *   - Invalid arguments (NULL, another class of handle, a dtype or a length out of range) are an ArgumentError, DTypeError or
 *     ShapeError; docs/design/security.md lists what cannot be detected.
 *   - Inputs come first, then results, then arguments marked GLA_DEFAULT, which are optional in script languages. C callers
 *     pass all arguments.
 *   - Threads may call any function at any time, share arrays and other handles, and pass handles on. While a call reads an
 *     array, no other thread may change it (setitem, inplace, or a kernel that writes to it). Error message, warnings and
 *     current stream belong to each thread. Device, policy, memory limits and hooks belong to the process.
 *
 * Comments that begin with two asterisks are the documentation in every language (tools/hdoc reads them). */
#ifndef GPULINALG_H
#define GPULINALG_H

#include "gpulinalg/core.h"
#include "gpulinalg/array.h"
#include "gpulinalg/shape.h"
#include "gpulinalg/rearrange.h"
#include "gpulinalg/index.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/bitwise.h"
#include "gpulinalg/reduce.h"
#include "gpulinalg/scan.h"
#include "gpulinalg/special.h"
#include "gpulinalg/stats_norm.h"
#include "gpulinalg/stats_t.h"
#include "gpulinalg/stats_chi2.h"
#include "gpulinalg/stats_f.h"
#include "gpulinalg/stats_gamma.h"
#include "gpulinalg/stats_beta.h"
#include "gpulinalg/stats_poisson.h"
#include "gpulinalg/stats_binom.h"
#include "gpulinalg/sorting.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/panel.h"
#include "gpulinalg/linalg.h"
#include "gpulinalg/matrices.h"
#include "gpulinalg/matrix_functions.h"
#include "gpulinalg/products.h"
#include "gpulinalg/statistics.h"
#include "gpulinalg/series.h"
#include "gpulinalg/recurrence.h"
#include "gpulinalg/interpolation.h"
#include "gpulinalg/polynomials.h"
#include "gpulinalg/search.h"
#include "gpulinalg/tape.h"
#include "gpulinalg/random.h"
#include "gpulinalg/markov.h"
#include "gpulinalg/table.h"
#include "gpulinalg/table_columns.h"
#include "gpulinalg/table_values.h"
#include "gpulinalg/table_rows.h"
#include "gpulinalg/table_text.h"
#include "gpulinalg/econ.h"
#include "gpulinalg/econ_fit.h"
#include "gpulinalg/econ_model.h"
#include "gpulinalg/econ_instruments.h"
#include "gpulinalg/econ_iv_tests.h"
#include "gpulinalg/econ_systems.h"
#include "gpulinalg/econ_likelihood.h"
#include "gpulinalg/econ_panels.h"
#include "gpulinalg/econ_penalized.h"
#include "gpulinalg/econ_tests.h"
#include "gpulinalg/econ_bootstrap.h"
#include "gpulinalg/econ_tables.h"
#include "gpulinalg/fft.h"
#include "gpulinalg/resampling.h"
#include "gpulinalg/random_multivariate.h"
#include "gpulinalg/random_transformed.h"
#include "gpulinalg/quasi_random.h"
#include "gpulinalg/sparse.h"
#include "gpulinalg/sparse_arithmetic.h"
#include "gpulinalg/sparse_markov.h"
#include "gpulinalg/sparse_formats.h"
#include "gpulinalg/sparse_triangular.h"
#include "gpulinalg/sparse_direct.h"
#include "gpulinalg/sparse_structure.h"
#include "gpulinalg/sparse_maps.h"
#include "gpulinalg/sparse_io.h"
#include "gpulinalg/sparse_preconditioners.h"
#include "gpulinalg/sparse_iterative.h"
#include "gpulinalg/sparse_eigen.h"
#include "gpulinalg/inspection.h"
#include "gpulinalg/memory.h"
#include "gpulinalg/stream.h"
#include "gpulinalg/kernel.h"
#include "gpulinalg/expression.h"
#include "gpulinalg/io.h"

#endif
