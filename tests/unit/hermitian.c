/* hermitian.c - The slot behind eigh on the emulated device, beyond the cases of eigh: upper triangle, all orders in memory
 * with gaps, and each allocation failing.
 * tags: slow */
#include "backends/device/dense/dense.h"
#include "backends/device/dense/hermitian.h"
#include "tap.h"
#include "contract/device.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdlib.h>

#define LARGEST 70
#define LD (LARGEST + 3)

static gla_device device;

/* Make the matrix min(i, j) + 1, times phase(i)/phase(j). Its eigenvalues are 1 / (2 sin((2 k + 1) pi / (4 n + 2)))^2. */
static void make(gla_dtype dtype, gla_uplo uplo, int n, double *a)
{
    int item = dtype == GLA_COMPLEX128 ? 2 : 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double *x = a + (ptrdiff_t)item * (j * LD + i), size = i < j ? i + 1 : j + 1;
            bool is_there = uplo == GLA_LOWER ? i >= j : i <= j;
            x[0] = !is_there ? NAN : item == 1 ? size : size * cos(i - j);
            if (item == 2)
                x[1] = is_there ? size * sin(i - j) : NAN;
        }
}

static double value(int n, int k)
{
    double half = 2 * sin((2 * k + 1) * M_PI / (4 * n + 2));
    return 1 / (half * half);
}

static double error_of(int n, const double *w)
{
    double worst = 0;
    for (int k = 0; k < n; k++)
        worst = fmax(worst, fabs(w[k] - value(n, n - 1 - k)) / value(n, 0));
    return worst;
}

static gla_status compute(gla_dtype dtype, bool vectors, gla_uplo uplo, int n, double *w)
{
    static double a[2 * LD * LARGEST];
    gla_matrix m = {a, n, n, LD, 0};
    int64_t info = 7;
    make(dtype, uplo, n, a);
    gla_status st = gla_device_syevd(&device, dtype, vectors, uplo, &m, w, 1, &info);
    return st ? st : info ? GLA_CONVERGENCE_ERROR : GLA_OK;
}

static void check_values(gla_dtype dtype, gla_uplo uplo)
{
    static const int orders[] = {1, 2, 3, 31, 32, 33, 63, 64, 65, LARGEST};
    double worst = 0, w[LARGEST];
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        for (int vectors = 0; vectors < 2; vectors++) {
            gla_status st = compute(dtype, vectors, uplo, orders[i], w);
            worst = st ? INFINITY : fmax(worst, error_of(orders[i], w));
        }
    ok(worst < 1e-14, "%s, %s triangle: values off by %.1e of the largest", gla_dtype_name(dtype),
       uplo == GLA_LOWER ? "lower" : "upper", worst);
}

/* Let the first, second, ... allocation fail, until the call makes no more allocations. */
static void check_starved(bool vectors)
{
    double w[LARGEST];
    long failures = 0;
    gla_status st = GLA_OUT_OF_MEMORY_ERROR;
    for (; st == GLA_OUT_OF_MEMORY_ERROR && failures < 1000; failures++) {
        gla_test_fail_allocation(failures + 1, false);
        st = compute(GLA_FLOAT64, vectors, GLA_LOWER, LARGEST, w);
        gla_test_fail_allocation(0, false);
        gla_clear_error();
    }
    ok(!st && failures > 5 && error_of(LARGEST, w) < 1e-14, "%ld allocations failed, %s", failures - 1,
       vectors ? "with vectors" : "without vectors");
}

int main(void)
{
    setenv("GPULINALG_EIGH_FROM", "2", 1);
    device = (gla_device){.backend = gla_backend_entry()};
    if (!ok(device.backend && !device.backend->device->open(&device), "the emulated device opens"))
        return done();
    for (int t = 0; t < 2; t++) {
        check_values(t ? GLA_COMPLEX128 : GLA_FLOAT64, GLA_LOWER);
        check_values(t ? GLA_COMPLEX128 : GLA_FLOAT64, GLA_UPPER);
    }
    check_starved(false);
    check_starved(true);
    return done();
}
