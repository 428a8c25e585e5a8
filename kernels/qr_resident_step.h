/* qr_resident_step.h - Process up to eight columns in qr_resident.h when at most N columns remain. This code is an include file
 * instead of a function, because the code contains barriers. */
NOT_UNROLLED
for (int step = 0; N <= WIDTH && step < 8 && j < w; step++, j++) {
    GLOBAL WORD *column = mine + j * (groups + 1) * MESSAGE;
    LOCAL_POINTER T *terms = (LOCAL_POINTER T *)space;
    int lane = t % AT_A_TIME, slice = t / AT_A_TIME;
    if (row == j) /* in the first group, while the other groups add */
#pragma unroll
        for (int c = 0; c < N; c++)
            publish_value(column + (groups * WIDTH + c) * WORDS, a[0][c]);
#pragma unroll
    for (int begin = 0; begin < N; begin += AT_A_TIME) {
#pragma unroll
        for (int c = 0; c < AT_A_TIME && begin + c < N; c++) {
            T sum = F_NUMBER(0);
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                if (row + r * THREADS > j)
                    sum = F_ADD_PRODUCT(sum, F_CONJ(a[r][0]), a[r][begin + c]);
            terms[t * (AT_A_TIME + 1) + c] = sum;
        }
        BARRIER();
        if (begin + lane < N) {
            T sums[4] = {F_NUMBER(0), F_NUMBER(0), F_NUMBER(0), F_NUMBER(0)};
#pragma unroll
            for (int i = 0; i < AT_A_TIME; i++)
                sums[i % 4] = F_ADD(sums[i % 4], terms[(slice * AT_A_TIME + i) * (AT_A_TIME + 1) + lane]);
            parts[slice * WIDTH + begin + lane] = F_ADD(F_ADD(sums[0], sums[1]), F_ADD(sums[2], sums[3]));
        }
        BARRIER();
    }
    if (gives_up)
        break;
    if (t < N) {
        T sum = parts[t];
#pragma unroll
        for (int i = 1; i < SLICES; i++)
            sum = F_ADD(sum, parts[i * WIDTH + t]);
        publish_value(column + (group * WIDTH + t) * WORDS, sum);
    }
    if (!fetch_messages(column, space, groups + 1, N * WORDS, MESSAGE, t, THREADS)) {
        MARK(&gives_up, 1);
        MARK(lost, 1);
    }
    BARRIER();
    if (gives_up)
        break;
    T below = F_NUMBER(0), sum = F_NUMBER(0), tau, scale;
    for (int g = 0; g < groups; g++) {
        below = F_ADD(below, value_of(space + g * MESSAGE));
        sum = F_ADD(sum, value_of(space + g * MESSAGE + t % N * WORDS));
    }
    T beta = reflector(value_of(space + groups * MESSAGE), F_REAL(below), &scale, &tau);
    if (t < N)
        factors[t] = F_MUL(F_CONJ(tau), F_ADD_PRODUCT(value_of(space + groups * MESSAGE + t * WORDS), F_CONJ(scale), sum));
    if (begins)
        taus[matrix * s.steps + s.first + j] = tau;
    BARRIER();
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int at = row + r * THREADS;
        T v = at > j && at < m ? F_MUL(a[r][0], scale) : F_NUMBER(at == j);
        kept[r][j] = at > j ? v : at == j ? beta : a[r][0];
#pragma unroll
        for (int c = 1; c < N; c++)
            a[r][c - 1] = F_LESS_PRODUCT(a[r][c], v, factors[c]);
        a[r][N - 1] = F_NUMBER(0);
    }
}
