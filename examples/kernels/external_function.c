/* Expected utility of lognormal consumption, E u(exp(mean + sd z)) with z standard normal, by Simpson's rule on [-limit,
 * limit].
 *
 * The utility is a function of another source: EXTERNAL declares it here, and the module links both. Each group sums the
 * terms of its threads in local memory, whose size is given at the launch, and writes one number. */
EXTERNAL T utility(T consumption);

KERNEL expected_utility(T mean, T sd, T limit, int32 intervals, GLOBAL T *sums DYNAMIC_LOCAL(T, part))
{
    USE_DYNAMIC_LOCAL(T, part);
    const T step = 2 * limit / intervals;
    T sum = 0;
    for (int64 i = GLOBAL_ID; i <= intervals; i += GLOBAL_SIZE) {
        T z = i * step - limit;
        T weight = i == 0 || i == intervals ? 1 : i % 2 ? 4 : 2;
        sum += weight * utility(exp(mean + sd * z)) * exp(-z * z / 2);
    }
    part[LOCAL_ID] = sum;
    BARRIER();
    for (int32 reach = LOCAL_SIZE / 2; reach > 0; reach /= 2) { /* tree reduction: the group size is a power of two */
        if (LOCAL_ID < reach)
            part[LOCAL_ID] += part[LOCAL_ID + reach];
        BARRIER();
    }
    if (LOCAL_ID == 0)
        sums[GROUP_ID] = part[0] * step / 3 * (T)0.3989422804014327; /* 1/sqrt(2 pi) */
}
