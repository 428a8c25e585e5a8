/* list.c - the list, made by the functions that write the lines of programs, over the table of operations and all types.
 *
 * Who adds a file to kernels/ or a define to one of them adds a line here; tests/cuda/programs says so when it is missing. */
#include "list.h"

#include "backends/device/krylov/krylov.h"
#include "backends/device/random/random.h"
#include "backends/device/sorting/sorting.h"
#include "backends/device/sparse/sparse.h"

void gla_list_sorting(const gla_list *list, gla_dtype t)
{
    unsigned common = t == GLA_BOOL ? 0 : gla_list_common(t);
    for (int second = 0; second < 2; second++) {
        /* Also random orders, and those of the indices of sparse matrices. */
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

static void list_series(const gla_list *list, gla_dtype t)
{
    unsigned next = gla_list_next(t);
    gla_list_add(list, gla_device_typed("convolve.h", t), "convolve", next);
    if (gla_kind_of(t) < GLA_KIND_REAL)
        return;
    gla_list_add(list, gla_device_typed("interp.h", t), "interp", next);
    gla_list_add(list, gla_device_typed("recur.h", t), "lfilter", next);
    if (gla_kind_of(t) == GLA_KIND_REAL) {
        gla_list_add(list, gla_device_typed("spline.h", t), "cubic_spline", next);
        gla_list_add(list, gla_device_typed("interpn.h", t), "interpn", next);
    }
}

/* Those of the solvers differ in these numbers alone: inputs, outputs and sums. */
static void list_krylov(const gla_list *list, gla_dtype t)
{
    static const struct {
        int inputs, outputs, dots;
        bool is_variant;
    } shapes[] = {{1, 0, 1, false}, {2, 1, 2, false}, {3, 2, 2, false}, {4, 3, 1, false}, {1, 1, 0, true},
                  {1, 1, 1, true},  {1, 1, 2, true},  {1, 2, 0, true},  {1, 3, 0, true},  {2, 0, 1, true},
                  {2, 0, 2, true},  {2, 1, 0, true},  {2, 1, 1, true},  {3, 1, 0, true},  {3, 1, 1, true},
                  {3, 1, 2, true},  {3, 2, 0, true},  {4, 1, 0, true},  {4, 2, 0, true}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        gla_list_add(list, gla_device_krylov_program(t, shapes[i].inputs, shapes[i].outputs, shapes[i].dots),
                     "iterative solvers", gla_list_next(t) | (shapes[i].is_variant ? GLA_LISTED_VARIANT : 0));
    gla_list_add(list, gla_device_typed("krylov_sums.h", t), "iterative solvers", gla_list_next(t));
}

static void list_sparse(const gla_list *list, gla_dtype t)
{
    list_krylov(list, t);
    for (int wide = 0; wide < 2; wide++) {
        unsigned next = wide ? 0 : gla_list_next(t);
        gla_list_add(list, gla_device_sparse_program(t, wide), "sparse matrices", next);
        for (int many = 0; many < 2 && !(many && gla_dtype_is_complex(t)); many++)
            gla_list_add(list, gla_device_sparse_codes_program(t, wide, many), "sparse matrices",
                         GLA_LISTED_PARALLEL | (!wide && t == GLA_FLOAT64 ? GLA_LISTED_COMMON : 0));
        gla_list_add(list, gla_device_sparse_blocks_program(t, wide), "sparse matrices", GLA_LISTED_PARALLEL);
        gla_list_add(list, gla_device_sparse_solve_program(t, wide), "triangular systems", next);
        gla_list_add(list, gla_device_sparse_fill_program(t, wide), "products of sparse matrices", next);
        gla_list_add(list, gla_device_sparse_sampled_program(t, wide), "sampled products", 0);
        gla_list_add(list, gla_device_sparse_count_program(wide), "products of sparse matrices", next);
        for (int many = 0; many <= wide; many++)
            gla_list_add(list, gla_device_sparse_turn_program(t, wide, many), "transposes of sparse matrices", next);
    }
}

static void list_random(const gla_list *list, gla_dtype t)
{
    for (int d = 0; d < GLA_DRAWS; d++) {
        bool whole = d == GLA_DRAW_poisson || d == GLA_DRAW_binomial, plain = d == GLA_DRAW_uniform || d == GLA_DRAW_normal;
        if (whole ? t != GLA_INT64 : gla_kind_of(t) != GLA_KIND_REAL)
            continue;
        for (int arrays = 0; arrays < 2; arrays++)
            gla_list_add(list, gla_device_draw_program((gla_distribution)d, t, arrays), "random numbers",
                         arrays  ? 0
                         : plain ? gla_list_common(t)
                         : whole ? GLA_LISTED_NEXT
                                 : gla_list_next(t));
    }
    for (int arrays = 0; gla_kind_of(t) == GLA_KIND_INT && arrays < 2; arrays++)
        gla_list_add(list, gla_device_integers_program(t, arrays), "integers", t == GLA_INT64 && !arrays ? GLA_LISTED_NEXT : 0);
    gla_list_add(list, gla_device_take_rows_program(t), "random orders", gla_list_common(t));
    if (t == GLA_INT64)
        gla_list_add(list, gla_device_order_of_words_program(), "random orders", GLA_LISTED_COMMON);
}

void gla_list_all(const gla_list *list)
{
    for (int i = GLA_BOOL; i < GLA_DTYPE_COUNT; i++) {
        gla_dtype t = (gla_dtype)i;
        gla_list_arrays(list, t);
        gla_list_sorting(list, t);
        list_series(list, t);
        list_random(list, t);
        if (gla_kind_of(t) >= GLA_KIND_REAL) {
            list_sparse(list, t);
            gla_list_matrices(list, t);
        }
        if (gla_kind_of(t) == GLA_KIND_INT)
            gla_list_add(list, gla_device_typed("integer_gemm.h", t), "matmul", 0);
        if (gla_device_driver.list)
            gla_device_driver.list(list, t);
    }
    gla_list_add(list, gla_device_typed("random_kernel.h", GLA_FLOAT64), "random numbers in kernels of users", 0);
    gla_list_add(list, gla_device_typed("sobol.h", GLA_FLOAT64), "quasi-random points", GLA_LISTED_NEXT);
    gla_list_add(list, gla_device_typed("halton.h", GLA_FLOAT64), "quasi-random points", GLA_LISTED_NEXT);
}
