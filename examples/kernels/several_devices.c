/* Cross-validation of a kernel regression: squared error of predicting y[i] from all other observations with bandwidth r,
 * weighted by a normal density of the distance in x. T is the floating-point type. */
KERNEL squared_errors(const GLOBAL T *x, const GLOBAL T *y, int32 n, const GLOBAL T *bandwidths, int32 rows, GLOBAL T *errors)
{
    const int32 i = (int32)GLOBAL_ID_OF(0), r = (int32)GLOBAL_ID_OF(1);
    if (i >= n || r >= rows)
        return;
    T weights = 0, sum = 0;
    for (int32 j = 0; j < n; j++) {
        T d = (x[j] - x[i]) / bandwidths[r], w = j == i ? 0 : exp(-d * d / 2);
        weights += w;
        sum += w * y[j];
    }
    T error = sum / weights - y[i];
    errors[(int64)r * n + i] = error * error;
}
