/* matrix.c - Transposes and eigenvectors of real matrices by our own kernels; the table of lapack slots. */
#include "backends/device/array/array_kernels.h"
#include "backends/device/dense/dense.h"
#include "math.h"
#include "tall.h"
#include "contract/dense.h"

gla_status gla_cuda_unfold_eigenvectors(gla_device *dev, gla_dtype dtype, int64_t n, const void *w, const void *packed, void *v,
                                        int64_t ldv)
{
    const gla_device_program p = gla_device_typed("matrix.h", dtype == GLA_FLOAT32 ? GLA_COMPLEX64 : GLA_COMPLEX128);
    void *kernel;
    gla_status st = gla_device_find(dev, &p, "unfold_eigenvectors", &kernel);
    void *args[] = {&n, &w, &packed, &v, &ldv};
    return st ? st : gla_cuda_launch_for("eig", dev, kernel, n * n, args);
}

gla_status gla_cuda_conjugate_transpose(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, const void *in,
                                        int64_t ldi, void *out, int64_t ldo)
{
    void *kernel;
    int64_t one = 1, zero = 0;
    if (gla_dtype_is_complex(dtype)) {
        const gla_device_program p = gla_device_typed("matrix.h", dtype);
        gla_status st = gla_device_find(dev, &p, "conjugate_transpose", &kernel);
        void *args[] = {&rows, &cols, &in, &ldi, &out, &ldo};
        return st ? st : gla_cuda_launch_for("transpose", dev, kernel, rows * cols, args);
    }
    const gla_device_program p = gla_device_sized("transpose.h", dtype);
    gla_status st = gla_device_find(dev, &p, "transpose", &kernel);
    int64_t tiles = (rows + 31) / 32 * ((cols + 31) / 32);
    /* In the kernel's terms, row r of the result is column r of the input and is contiguous along c. */
    void *args[] = {&out, &in, &rows, &cols, &one, &ldo, &ldi, &zero, &zero};
    return st ? st
              : gla_cuda_launch("transpose", dev, kernel, (unsigned)(tiles < 0x7fffffff ? tiles : 0x7fffffff), 256, 0, args);
}

const gla_lapack_ops gla_cuda_lapack_ops = {
    .gesv = gla_cuda_gesv,
    .getrf = gla_cuda_getrf,
    .potrf = gla_cuda_potrf,
    .geqrf = gla_cuda_geqrf,
    .orgqr = gla_cuda_orgqr,
    .ormqr = gla_cuda_ormqr,
    .gesvd = gla_cuda_gesvd,
    .syevd = gla_cuda_syevd,
    .geev = gla_cuda_geev,
    .reports_non_finite = true,
    .gram = gla_cuda_gram,
    .gradient = gla_cuda_gradient,
    .small_gesv = gla_device_small_gesv,
    .small_potrf = gla_device_small_potrf,
    .small_det = gla_device_small_det,
    .gesv_from_host = gla_cuda_gesv_from_host,
    .trcon = gla_device_trcon,
    .small_syevd = gla_device_small_syevd,
    .small_gesvd = gla_device_small_gesvd,
    .small_geev = gla_device_small_geev,
    .small_gradient = gla_device_small_gradient,
    .small_gels = gla_device_small_gels,
};
