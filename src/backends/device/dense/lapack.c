/* lapack.c - Table of the LAPACK slots of GPU backends.  The host computes eigenvalues of large general matrices. */
#include "condition.h"
#include "dense.h"
#include "contract/dense.h"

const gla_lapack_ops gla_device_lapack_ops = {
    .gesv = gla_device_gesv,
    .getrf = gla_device_getrf,
    .potrf = gla_device_potrf,
    .trcon = gla_device_trcon,
    .geqrf = gla_device_geqrf,
    .orgqr = gla_device_orgqr,
    .ormqr = gla_device_ormqr,
    .gesvd = gla_device_gesvd,
    .syevd = gla_device_syevd,
    .gradient = gla_device_gradient,
    .small_gesv = gla_device_small_gesv,
    .small_potrf = gla_device_small_potrf,
    .small_det = gla_device_small_det,
    .small_syevd = gla_device_small_syevd,
    .small_gesvd = gla_device_small_gesvd,
    .small_geev = gla_device_small_geev,
    .small_gradient = gla_device_small_gradient,
    .small_gels = gla_device_small_gels,
};
