/* order_step.h - Part of the kernels of order.h: append one digit to the leading digits in own[], and store the extended
 * leading digits in next[]. Set before[] to the rank of the key among all keys with the extended leading digits. This is an
 * include file, not a function, because it contains barriers. */
for (int k = 0; k < n; k++) {
    const LOCAL_POINTER uint32 *mine = bins + bins_of(own, k) * BINS + t * OWN_BINS;
    uint32 here = 0, sum, rank = before[k];
    for (int i = 0; i < OWN_BINS; i++)
        here += mine[i];
    sums[t] = sum = here;
    BARRIER();
    for (int step = 1, side = 0; step < GROUP; step *= 2, side ^= GROUP) {
        sum += t >= step ? sums[side + t - step] : 0;
        sums[(side ^ GROUP) + t] = sum;
        BARRIER();
    }
    sum -= here;
    if (rank >= sum && rank - sum < here) {
        int i = 0;
        for (; rank - sum >= mine[i]; i++)
            sum += mine[i];
        next[k] = (own[k] << BITS_OF(digit)) + (sort_key)(t * OWN_BINS + i);
        before[k] = rank - sum;
    }
    BARRIER();
}
