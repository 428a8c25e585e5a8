/* cholesky_panel_step.h - eight columns of cholesky_panel.h, when at most N are left.  No function, since those have no
 * barriers.  The root of the next pivot and the updates are one stretch of code without branches, so that they overlap. */
NOT_UNROLLED
for (int s = 0; s < 8 && j < w; s++, j++) {
    const T *sent = column[j & 1];
    T second = sent[1], third = sent[2], own = a[0] * r, v = own * r, pivot = fma(-(second * r * r), second, diagonal[j & 1]);
    T next = fma(-v, second, a[1]), after = fma(-v, third, a[2]), root = inverse_root(pivot);
    if (!below && t > j)
        column[(j + 1) & 1][t - j - 1] = next;
    if (t == j + 2)
        diagonal[(j + 1) & 1] = after;
    if (writes)
        *out = own;
    out += step;
    failed = failed || d > 0 ? failed : j + 1;
#pragma unroll
    for (int c = 3; c < N; c++)
        a[c - 1] = fma(-v, sent[c], a[c]);
    a[0] = next;
    a[1] = after;
    a[N - 1] = 0;
    d = pivot;
    r = root;
    if (!(d >= SMALL && d < 1 / SMALL)) /* nearly never: the approximation knows no subnormal numbers */
        r = 1 / sqrt(d);
    BARRIER();
}
