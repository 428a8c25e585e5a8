/* list.c - the list, made by the backend's own functions that write defines, over the table of operations and all types.
 *
 * Who adds a file to kernels/ or a define to one of them adds a line here; the test says so when it is missing. */
#include "programs.h"

#ifdef LIST_CUDA
#include "backends/cuda/cuda.h"
#define LIST_WARPS true
#else
#define LIST_WARPS false
#endif
#include "backends/device/array/array_kernels.h"
#include "backends/device/dense/condition.h"
#include "backends/device/dense/dense.h"
#include "backends/device/fft/fft.h"
#include "backends/device/krylov/krylov.h"
#include "backends/device/random/random.h"
#include "backends/device/sorting/sorting.h"
#include "backends/device/sparse/sparse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 4000

static program *list;
static int count;

char *type_lines(gla_dtype type)
{
    char *lines = NULL;
    gla_device_program p = gla_device_typed("", type);
    gla_device_lines(&p, &lines);
    return lines;
}

/* The type whose defines these begin with. */
static gla_dtype type_of(const char *defines)
{
    gla_dtype found = GLA_NO_DTYPE;
    for (int t = GLA_BOOL; t < GLA_DTYPE_COUNT && !found; t++) {
        char *types = type_lines((gla_dtype)t);
        found = strncmp(types, defines, strlen(types)) == 0 ? (gla_dtype)t : GLA_NO_DTYPE;
        gla_free(types);
    }
    return found;
}

static void add_one(gla_device_program p, const char *purpose, bool converts)
{
    char *defines = NULL;
    gla_device_lines(&p, &defines);
    for (int i = 0; i < count; i++)
        if (strcmp(list[i].file, p.file) == 0 && strcmp(list[i].defines, defines) == 0) {
            gla_free(defines);
            return;
        }
    if (count == MAX_PROGRAMS) {
        printf("Bail out! %s: make room in %s\n", p.file, __FILE__);
        exit(1);
    }
    list[count++] = (program){
        .file = p.file, .purpose = purpose, .type = type_of(defines), .converts = converts, .defines = defines};
}

static void add(gla_device_program p, const char *purpose)
{
    add_one(p, purpose, false);
}

static void add_operations(gla_dtype t)
{
    for (int op = 0; op < GLA_OP_COUNT; op++) {
        const gla_op_info *info = gla_op_describe((gla_op)op);
        gla_dtype result = info->result == GLA_RESULT_TO_BOOL                          ? GLA_BOOL
                           : info->result == GLA_RESULT_TO_REAL && t == GLA_COMPLEX64  ? GLA_FLOAT32
                           : info->result == GLA_RESULT_TO_REAL && t == GLA_COMPLEX128 ? GLA_FLOAT64
                                                                                       : t;
        if (!info->expression[gla_kind_of(t)])
            continue;
        for (int way = 0; way < GLA_MAP_WAYS + (op == GLA_OP_add); way++) /* the last way, for CPUs, differs in little */
            add(gla_device_map_program((gla_op)op, t, result, (gla_map_way)way), info->name);
    }
    for (int from = GLA_BOOL; from < GLA_DTYPE_COUNT; from++)
        for (int way = 0; way < GLA_MAP_WAYS; way++)
            add_one(gla_device_copy_program((gla_dtype)from, t, (gla_map_way)way), "copy", from != (int)t);
}

/* Reductions of elements of type t to results of all types that the facade lets them have. */
static void add_reductions(gla_dtype t)
{
    gla_dtype real = t == GLA_FLOAT32 || t == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64;
    for (int op = GLA_REDUCE_SUM; op <= GLA_REDUCE_MEAN; op++)
        for (int to = GLA_BOOL; to < GLA_DTYPE_COUNT; to++) {
            gla_kind from_kind = gla_kind_of(t), to_kind = gla_kind_of((gla_dtype)to);
            bool made;
            switch (op) {
            case GLA_REDUCE_SUM:
            case GLA_REDUCE_PROD: made = to_kind >= from_kind; break;
            case GLA_REDUCE_MEAN: made = to_kind >= from_kind && to_kind >= GLA_KIND_REAL; break;
            case GLA_REDUCE_ANY:
            case GLA_REDUCE_ALL: made = to == GLA_BOOL; break;
            case GLA_REDUCE_VAR:
            case GLA_REDUCE_STD: made = to == (int)real; break;
            case GLA_REDUCE_ARGMIN:
            case GLA_REDUCE_ARGMAX: made = to == GLA_INT64 && from_kind != GLA_KIND_COMPLEX; break;
            default: made = to == (int)t && from_kind != GLA_KIND_COMPLEX;
            }
            if (!made)
                continue;
            add_one(gla_device_reduce_program((gla_reduction)op, t, (gla_dtype)to, false, false), "reduce",
                    to != (int)t && to != GLA_BOOL && to != GLA_INT64);
            if (to != (int)t)
                continue;
            for (int parts = 0; parts < 2; parts++)
                add(gla_device_reduce_program((gla_reduction)op, t, (gla_dtype)to, true, parts), "reduce on CPUs");
        }
}

/* Factorisations: where GPULINALG_CUDA_WITHOUT leaves the vendor's libraries off. */
static void add_dense(gla_dtype t)
{
    static const char *const files[][2] = {{"product.h", "#define DEPTH 16\n"},
                                           {"lower.h", "#define COLUMNS 16\n"},
                                           {"lu.h", "#define WIDTH 32\n#define GROUP 64\n"},
                                           {"qr.h", "#define WIDTH 32\n#define GROUP 32\n"}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        add(gla_device_typed_with(files[i][0], t, files[i][1]), "factorisations");
}

static void add_matrices(gla_dtype t)
{
    int threads, teams;
    gla_device_program p;
    gla_small_variant v;
    add(gla_device_typed("triangle.h", t), "triangles");
    add(gla_device_typed("dot.h", t), "matmul");
    add(gla_device_typed_with("dot.h", t, "#define TURNED\n"), "matmul");
    add(gla_device_typed("stack.h", t), "stacks of matrices");
    add(gla_device_condition_program(t), "conditions");
#ifdef LIST_CUDA
    for (int cols = 1; cols <= 1024; cols = 4 * cols + 1) /* few and many, of both kinds of sharing a row */
        add(gla_cuda_tall_program(t, gla_dtype_is_complex(t) ? (cols + 1) / 2 : cols), "lstsq");
    for (int n = 32; n <= 64; n += 32)
        add(gla_dense_substitution_program(t, n), "triangles and few columns");
#endif
    static const int factors[] = {1, 2, 3, 4, 5, 7, 8, 11, 13};
    for (size_t i = 0; gla_dtype_is_complex(t) && i < sizeof factors / sizeof *factors; i++)
        for (int wide = 0; wide < 2; wide++)
            add(gla_device_fft_program(t, factors[i], wide), "Fourier transforms");
    add(gla_device_typed("tall.h", t), "lstsq on any device");
    add_dense(t);
    for (int columns = 1; columns <= GLA_SMALL_COLUMNS; columns += GLA_SMALL_COLUMNS - 1)
        for (int64_t n = 1; gla_device_small_variant(t, n, columns, &v); n++) {
            add(gla_device_small_program("small_solve.h", t, &v), "small matrices");
            if (LIST_WARPS && v.order <= 32)
                add(gla_device_small_program("small_warp.h", t, &v), "small matrices");
            add(gla_device_small_program("small_cholesky.h", t, &v), "small matrices");
        }
    for (int64_t n = 1; gla_device_small_variant(t, n, 1, &v); n++)
        add(gla_device_stack_lu_program(t, &v), "stacks of matrices");
    gla_stack_qr_variant stack = GLA_STACK_QR_IN_PLACE;
    add(gla_device_stack_qr_program(t, &stack), "stacks of matrices");
    for (int columns = 1; columns <= 64; columns += 63)
        for (int64_t n = 1; gla_device_stack_qr_variant(48 << 10, t, n, columns, &stack); n = stack.elements + 1)
            add(gla_device_stack_qr_program(t, &stack), "stacks of matrices");
    for (int64_t n = 1; gla_device_small_eigh_program(t, n, &p); n++)
        add(p, "small matrices");
    for (int64_t n = 1; gla_device_small_eig_program(t, n, &p); n++)
        add(p, "small matrices");
    for (int vectors = 0; vectors < 2; vectors++)
        for (int64_t q = 1; q <= GLA_SMALL_MOST; q *= 2)
            for (int64_t n = q; gla_device_small_svd_program(t, n, q, vectors, &p, &threads); n *= 2)
                add(p, "small matrices");
    for (int nrhs = 1; nrhs <= 4; nrhs += 3)
        for (int64_t n = 8; n <= 32; n *= 2)
            for (int64_t m = n; gla_device_small_lstsq_program(t, m, n, nrhs, &p, &threads, &teams); m *= 2)
                add(p, "stacks of least squares");
    for (int64_t m = 64; gla_device_stack_gradient_program(t, m, &p, &threads); m *= 2)
        add(p, "stacks of least squares");
}

static void add_sorting(gla_dtype t)
{
    for (int second = 0; second < 2; second++) {
        add(gla_device_sort_program(t, second, false), "sort");
        add(gla_device_sort_program(t, second, true), "sort");
        add(gla_device_search_program(t, second), "searchsorted");
#ifdef LIST_CUDA
        add(gla_device_sweep_program(t, second, false), "sort");
        if (gla_kind_of(t) == GLA_KIND_REAL)
            add(gla_device_sweep_program(t, second, true), "sort");
        if (gla_itemsize(t) <= 8)
            add(gla_device_short_program(t, second, second ? 2 : 32, second ? 4 : 8), "sort");
#endif
    }
    add(gla_device_unique_program(t), "unique");
    if (gla_kind_of(t) != GLA_KIND_COMPLEX)
        add(gla_device_order_program(t), "median");
}

program *list_programs(int *n)
{
    list = calloc(MAX_PROGRAMS, sizeof *list);
    for (int i = GLA_BOOL; list && i < GLA_DTYPE_COUNT; i++) {
        gla_dtype t = (gla_dtype)i;
        gla_kind kind = gla_kind_of(t);
        add_operations(t);
        add_reductions(t);
        for (int wide = 0; wide < 2; wide++)
            add(gla_device_index_program(t, wide), "getitem, setitem");
        add(gla_device_sized("transpose.h", t), "copy");
        add(gla_device_typed("select.h", t), "nonzero");
        add(gla_device_select_program(t), "getitem");
        add_sorting(t);
        for (int op = GLA_GROUP_SUM; op <= GLA_GROUP_LAST; op++)
            if (kind != GLA_KIND_COMPLEX && (op > GLA_GROUP_SUM || kind == GLA_KIND_REAL || gla_itemsize(t) == 8))
                for (int wide = 0; wide < 2; wide++)
                    add(gla_device_group_program((gla_group_op)op, t, wide), "groups");
        add(gla_device_typed("range.h", t), "arange");
        add(gla_device_typed("convolve.h", t), "convolve");
        if (gla_dtype_is_real_floating(t) || gla_dtype_is_complex(t)) {
            add(gla_device_typed("interp.h", t), "interp");
            add(gla_device_typed("recur.h", t), "lfilter");
            for (int outputs = 0; outputs <= 3; outputs++) /* of lobpcg's and cg's shapes; others differ in numbers alone */
                add(gla_device_krylov_program(t, outputs + 1, outputs, outputs < 2 ? 2 : 1), "iterative solvers");
            add(gla_device_typed("krylov_sums.h", t), "iterative solvers");
            for (int wide = 0; wide < 2; wide++) {
                add(gla_device_sparse_program(t, wide), "sparse matrices");
                add(gla_device_sparse_solve_program(t, wide), "triangular systems");
                add(gla_device_sparse_fill_program(t, wide), "products of sparse matrices");
                add(gla_device_sparse_sampled_program(t, wide), "sampled products");
                add(gla_device_sparse_count_program(wide), "products of sparse matrices");
            }
            if (kind == GLA_KIND_REAL) {
                add(gla_device_typed("spline.h", t), "cubic_spline");
                add(gla_device_typed("interpn.h", t), "interpn");
            }
        }
        if (kind == GLA_KIND_INT) {
            add(gla_device_typed("integer_gemm.h", t), "matmul");
            add(gla_device_integers_program(t, false), "integers");
            add(gla_device_integers_program(t, true), "integers");
        }
        for (int d = 0; d < GLA_DRAWS; d++)
            if (d == GLA_DRAW_poisson || d == GLA_DRAW_binomial ? t == GLA_INT64 : kind == GLA_KIND_REAL)
                for (int arrays = 0; arrays < 2; arrays++)
                    add(gla_device_draw_program((gla_distribution)d, t, arrays), "random numbers");
        if (kind >= GLA_KIND_REAL)
            add_matrices(t);
        if (kind == GLA_KIND_COMPLEX)
            add(gla_device_typed("matrix.h", t), "steps between layouts");
    }
    add(gla_device_typed("random_kernel.h", GLA_FLOAT64), "random numbers in kernels of users");
    add(gla_device_typed("sobol.h", GLA_FLOAT64), "quasi-random points");
    add(gla_device_typed("halton.h", GLA_FLOAT64), "quasi-random points");
    *n = count;
    return list;
}
