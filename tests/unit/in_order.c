/* in_order.c - Sorting of eigenvalues or singular values together with their vectors, on the emulated device. Vendor libraries
 * that leave values unsorted need it, and no other device does.  Results are compared with a stable insertion sort. */
#include "backends/device/dense/dense.h"
#include "tap.h"
#include "contract/device.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdlib.h>

#define N 300
#define ROWS 5
#define BATCH 4

static gla_device device;

static double values[BATCH][N], before[BATCH][N];
static double left[BATCH][N][2 * ROWS], right[BATCH][2 * ROWS][N]; /* complex columns; real rows */

/* Make values that are sorted, sorted except for one exchange, random with ties, or random with NaN. */
static void make(bool descending)
{
    srand(143);
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++)
            values[b][i] = b < 2 ? (descending ? N - i : i) : rand() % 200;
    values[1][17] = values[1][18];
    values[1][18] += descending ? 1 : -1;
    values[3][0] = values[3][100] = NAN;
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++) {
            before[b][i] = values[b][i];
            for (int r = 0; r < ROWS; r++) {
                left[b][i][2 * r] = i + 1000 * r;
                left[b][i][2 * r + 1] = -i;
                right[b][r][i] = i * 10 + r;
            }
        }
}

static bool belongs_before(double a, double b, bool descending)
{
    return isnan(b) ? !isnan(a) : descending ? a > b : a < b;
}

static bool is_right(int b, bool descending, bool with_columns)
{
    int from[N], count = 0;
    for (int i = 0; i < N; i++) {
        int at = count++;
        for (; at > 0 && belongs_before(before[b][i], before[b][from[at - 1]], descending); at--)
            from[at] = from[at - 1];
        from[at] = i;
    }
    for (int i = 0; i < N; i++) {
        double wanted = before[b][from[i]], found = values[b][i];
        int column = with_columns ? from[i] : i;
        if (!(wanted == found || (isnan(wanted) && isnan(found))))
            return false;
        for (int r = 0; r < ROWS; r++)
            if (left[b][i][2 * r] != column + 1000 * r || left[b][i][2 * r + 1] != -column)
                return false;
    }
    return true;
}

static gla_status put_in_order(gla_dtype dtype, bool descending, bool with_columns)
{
    gla_dense d;
    gla_status st = gla_dense_begin(&d, "test", &device, dtype, BATCH);
    const gla_dense_columns_of side = {{left, 1, ROWS, N * ROWS}, ROWS}, none = {{NULL, 1, 1, 0}, 0};
    return st ? st : gla_dense_sort_values(&d, N, descending, values, with_columns ? &side : NULL, &none);
}

static void check(bool descending, bool with_columns)
{
    make(descending);
    gla_status st = put_in_order(GLA_COMPLEX128, descending, with_columns);
    int good = 0;
    for (int b = 0; b < BATCH; b++)
        good += is_right(b, descending, with_columns);
    ok(!st && good == BATCH, "%s%s: %d of %d matrices", descending ? "descending" : "ascending",
       with_columns ? ", with columns" : "", good, BATCH);
}

/* Check vectors stored as rows of the transpose. */
static void check_rows(void)
{
    gla_dense d;
    make(true);
    gla_status st = gla_dense_begin(&d, "test", &device, GLA_FLOAT64, BATCH);
    const gla_dense_columns_of side = {{right, N, 1, 2 * ROWS * N}, ROWS};
    st = st ? st : gla_dense_sort_values(&d, N, true, values, NULL, &side);
    int wrong = 0;
    for (int b = 0; b < BATCH; b++)
        for (int i = 0; i < N; i++)
            for (int r = 0; r < ROWS; r++) {
                int from = ((int)right[b][r][i] - r) / 10;
                wrong += right[b][r][i] != from * 10 + r || !(before[b][from] == values[b][i] || isnan(values[b][i]));
            }
    ok(!st && !wrong, "the right side, by rows: %d wrong", wrong);
}

static void check_starved(void)
{
    make(true);
    gla_test_fail_allocation(1, true);
    gla_status st = put_in_order(GLA_COMPLEX128, true, true);
    gla_test_fail_allocation(0, false);
    gla_clear_error();
    ok(st == GLA_OUT_OF_MEMORY_ERROR, "without memory: %s", gla_status_name(st));
}

int main(void)
{
    device = (gla_device){.backend = gla_backend_entry()};
    if (!ok(device.backend && !device.backend->device->open(&device), "the emulated device opens"))
        return done();
    for (int i = 0; i < 4; i++)
        check(i & 1, i & 2);
    check_rows();
    check_starved();
    return done();
}
