/* matrices.c - List the programs of products and factorisations of dense matrices, and of stacks of matrices. */
#include "list.h"

#include "backends/device/dense/condition.h"
#include "backends/device/dense/hermitian.h"

/* Programs that are not needed if the vendors' libraries are installed. */
GLA_LIST_FLOATING(factorisations)
{
    const char *columns = gla_itemsize(t) == 16 ? "#define COLUMNS 16\n" : "#define COLUMNS 64\n";
    const char *const files[][2] = {{"lower.h", columns},
                                    {"lu.h", "#define WIDTH 32\n#define GROUP 64\n"},
                                    {"qr.h", "#define WIDTH 32\n#define GROUP 32\n"}};
    gla_device_program p;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        gla_list_add(list, gla_device_typed_with(files[i][0], t, files[i][1]), "factorisations",
                     GLA_LISTED_SOLVER | gla_list_common(t));
    const gla_resident_kind *kinds[] = {gla_resident_lu(t), gla_resident_qr(t, false), gla_resident_qr(t, true)};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        gla_list_add(list, gla_device_typed_with(kinds[i]->file, t, kinds[i]->lines), "factorisations",
                     GLA_LISTED_SOLVER | GLA_LISTED_NVIDIA | gla_list_common(t));
    if (t == GLA_FLOAT64)
        gla_list_add(list, gla_dense_cholesky_program(), "cholesky",
                     GLA_LISTED_SOLVER | GLA_LISTED_NVIDIA | gla_list_common(t));
    for (int i = 0; i < GLA_DENSE_PRODUCTS; i++)
        if (gla_dense_product_program(t, i, &p))
            gla_list_add(list, p, "matmul and factorisations",
                         GLA_LISTED_SOLVER | gla_list_common(t) |
                             (i < GLA_DENSE_PRODUCTS_PARALLEL ? GLA_LISTED_SERIAL
                              : i < GLA_DENSE_PRODUCTS_NVIDIA ? GLA_LISTED_PARALLEL
                                                              : GLA_LISTED_NVIDIA));
    gla_list_add(list, gla_device_typed_with("product_parts.h", t, ""), "matmul and factorisations", gla_list_common(t));
}

GLA_LIST_FLOATING(eigenvalues)
{
    static const char purpose[] = "eigh of large matrices";
    unsigned common = gla_list_common(t);
    gla_list_add(list, gla_device_typed_with("hermitian.h", t, gla_hermitian_lines), purpose, common);
    gla_list_add(list, gla_device_typed_with("qr.h", t, gla_band_lines(t)), purpose, common);
    gla_list_add(list, gla_device_typed_with("chase.h", t, gla_chase_lines(t, false)), purpose, common);
    gla_list_add(list, gla_device_typed_with("chase.h", t, gla_chase_lines(t, true)), purpose, GLA_LISTED_WARPS | common);
    for (int mma = 80; mma <= 90 && t == GLA_FLOAT64; mma += 10)
        gla_list_add(list, gla_device_typed_with("chase_apply.h", t, gla_chase_apply_lines(mma)), purpose,
                     GLA_LISTED_SOLVER | GLA_LISTED_NVIDIA | common);
    for (int i = 0; i < gla_back_count && t == GLA_FLOAT64; i++)
        gla_list_add(list, gla_device_typed_with("chase_back.h", t, gla_back_variants[i].lines), purpose,
                     GLA_LISTED_WARPS | common);
}

/* Small matrices: one program for each size class. */
GLA_LIST_FLOATING(small)
{
    static const char purpose[] = "small matrices";
    unsigned next = gla_list_next(t);
    int threads;
    gla_device_program p;
    gla_small_variant v;
    for (int columns = 1; columns <= GLA_SMALL_COLUMNS; columns += GLA_SMALL_COLUMNS - 1)
        for (int64_t n = 1; gla_device_small_variant(t, n, columns, &v); n++) {
            gla_list_add(list, gla_device_small_program("small_solve.h", t, &v), purpose, next);
            if (v.order <= 32)
                gla_list_add(list, gla_device_small_program("small_warp.h", t, &v), purpose, GLA_LISTED_WARPS | next);
            gla_list_add(list, gla_device_small_program("small_cholesky.h", t, &v), purpose, next);
        }
    for (int64_t n = 1; gla_device_small_eigh_program(t, n, &p); n++)
        gla_list_add(list, p, purpose, next);
    for (int64_t n = 1; gla_device_small_eig_program(t, n, &p); n++)
        gla_list_add(list, p, purpose, next);
    for (int vectors = 0; vectors < 2; vectors++)
        for (int64_t q = 1; q <= GLA_SMALL_MAX; q *= 2)
            for (int64_t n = q; gla_device_small_svd_program(t, n, q, vectors, &p, &threads); n *= 2)
                gla_list_add(list, p, purpose, n <= 64 ? next : 0);
}

GLA_LIST_FLOATING(stacks)
{
    static const char purpose[] = "stacks of matrices";
    unsigned next = gla_list_next(t);
    gla_small_variant v;
    gla_stack_qr_variant stack = GLA_STACK_QR_IN_PLACE;
    gla_list_add(list, gla_device_typed("stack.h", t), purpose, gla_list_common(t));
    for (int64_t n = 1; gla_device_small_variant(t, n, 1, &v); n++)
        gla_list_add(list, gla_device_stack_lu_program(t, &v), purpose, next);
    for (int64_t n = 128; n <= 512; n *= 2) {
        gla_list_add(list, gla_device_stack_panel_program(t, n), purpose, next);
        gla_list_add(list, gla_device_stack_values_program(t, n, 1024), purpose, 0);
        if (n > 128 && t != GLA_COMPLEX128) /* for devices that limit groups to GLA_GROUP threads; on other devices the program
                                             * is the same */
            gla_list_add(list, gla_device_stack_values_program(t, n, GLA_GROUP), purpose, 0);
        gla_list_add(list, gla_device_stack_qr_panel_program(t, n), purpose, GLA_LISTED_WAITING | next);
    }
    gla_list_add(list, gla_device_stack_sides_program(t), purpose, next);
    gla_list_add(list, gla_device_stack_cholesky_program(t), purpose, next);
    gla_list_add(list, gla_device_stack_qr_sides_program(t), purpose, GLA_LISTED_WAITING | next);
    gla_list_add(list, gla_device_stack_qr_program(t, &stack), purpose, next);
    for (int columns = 1; columns <= 64; columns += 63)
        for (int64_t n = 1; gla_device_stack_qr_variant(48 << 10, t, n, columns, &stack); n = stack.elements + 1)
            gla_list_add(list, gla_device_stack_qr_program(t, &stack), purpose, next);
}

GLA_LIST_FLOATING(least_squares)
{
    static const char purpose[] = "stacks of least squares";
    int threads, teams;
    gla_device_program p;
    for (int nrhs = 1; nrhs <= 4; nrhs += 3)
        for (int64_t n = 8; n <= 32; n *= 2)
            for (int64_t m = n; gla_device_small_lstsq_program(t, m, n, nrhs, &p, &threads, &teams); m *= 2)
                gla_list_add(list, p, purpose, 0);
    for (int64_t m = 64; gla_device_stack_gradient_program(t, m, &p, &threads); m *= 2)
        gla_list_add(list, p, purpose, 0);
}

GLA_LIST(matrix)
{
    if (gla_dtype_is_complex(t))
        gla_list_add(list, gla_device_typed("matrix.h", t), "steps between layouts", t == GLA_COMPLEX128 ? GLA_LISTED_NEXT : 0);
}
