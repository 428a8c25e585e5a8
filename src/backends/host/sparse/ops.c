/* ops.c - The table of sparse slots. */
#include "sparse.h"

const gla_sparse_ops gla_host_sparse_ops = {.multiply = gla_host_sparse_multiply,
                                            .find_levels = gla_host_find_levels,
                                            .solve_triangular = gla_host_solve_triangular,
                                            .count_product = gla_host_count_product,
                                            .fill_product = gla_host_fill_product,
                                            .sampled = gla_host_sampled,
                                            .compress = gla_host_compress,
                                            .transpose = gla_host_sparse_transpose,
                                            .add = gla_host_sparse_add,
                                            .multiply_elements = gla_host_sparse_multiply_elements,
                                            .check_rows = gla_host_check_rows,
                                            .find_runs = gla_host_find_runs,
                                            .pick_rows = gla_host_pick_rows,
                                            .count = gla_host_sparse_count,
                                            .extremes = gla_host_sparse_extremes,
                                            .kron = gla_host_sparse_kron,
                                            .from_diagonals = gla_host_sparse_from_diagonals,
                                            .count_blocks = gla_host_count_blocks,
                                            .fill_blocks = gla_host_fill_blocks};
