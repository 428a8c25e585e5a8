/* recur.h - Linear recurrences along lines, in chunks (src/contract/series.h). The caller defines the element type T, the
 * matching KIND_* macro, and R, the real type of T.
 *
 * There are three kernels. The first kernel runs all chunks except the last, with a zero initial state, and computes how a
 * chunk transforms each unit state. The second kernel combines the chunks of a line in order. The state after a chunk is the
 * transform of the state before the chunk plus the result for a zero state. If this sum is not finite, the second kernel runs
 * the steps of the chunk instead. The third kernel runs all chunks from their initial states, as a sequential loop would.
 * Sources: G. E. Blelloch, Prefix sums and their applications (1990), 1.4; D. Merrill and A. Grimshaw, Parallel scan for stream
 * architectures (2009), for the reduce-then-scan order. */
#define MAX_ORDER 16
#ifdef KIND_COMPLEX
#define ADD_PRODUCT(sum, a, b) \
    sum = product_of((R)(sum.re + (a.re * b.re - a.im * b.im)), (R)(sum.im + (a.re * b.im + a.im * b.re)))
#define SET(x, value) x.re = (value), x.im = 0
#define IS_FINITE_NUMBER(x) (x.re - x.re == 0 && x.im - x.im == 0)
#define IS_NAN(x) (x.re != x.re && x.im != x.im)
DEVICE T product_of(R re, R im)
{
    T z;
    z.re = re;
    z.im = im;
    return z;
}
#else
#define ADD_PRODUCT(sum, a, b) sum += a * b
#define SET(x, value) x = (value)
#define IS_FINITE_NUMBER(x) (x - x == 0)
#define IS_NAN(x) (x != x)
#endif

/* Run steps of a filter. Each step computes one value from the last k values. The state is in private memory. */
DEVICE void filter_steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *terms, T *state, int64 count, int has_terms, int writes)
{
    for (int64 t = 0; t < count; t++) {
        T next;
        SET(next, 0);
        if (has_terms)
            next = terms[t];
        for (int i = (int)s.k - 1; i >= 0; i--) { /* the newest value is used last, so that the other products need not wait for
                                                   * this value */
            T x = state[i], c = a[i];
            ADD_PRODUCT(next, c, x);
            if (i + 1 < (int)s.k)
                state[i + 1] = x;
        }
        state[0] = next;
        if (writes)
            terms[t] = next;
    }
}

DEVICE void matrix_steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *terms, T *state, int64 count, int has_terms, int writes)
{
    T next[MAX_ORDER];
    int k = (int)s.k;
    for (int64 t = 0; t < count; t++) {
        for (int i = 0; i < k; i++) {
            T sum;
            SET(sum, 0);
            if (has_terms)
                sum = terms[t * k + i];
            for (int j = 0; j < k; j++) {
                T c = a[t * s.a_step + i * k + j], x = state[j];
                ADD_PRODUCT(sum, c, x);
            }
            next[i] = sum;
        }
        for (int i = 0; i < k; i++) {
            state[i] = next[i];
            if (writes)
                terms[t * k + i] = next[i];
        }
    }
}

/* Run steps with a state of one element, which is kept in a register. */
DEVICE void single_steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *terms, T *state, int64 count, int has_terms, int writes)
{
    T x = state[0];
    for (int64 t = 0; t < count; t++) {
        T next, c = a[t * s.a_step];
        SET(next, 0);
        if (has_terms)
            next = terms[t];
        ADD_PRODUCT(next, c, x);
        x = next;
        if (writes)
            terms[t] = x;
    }
    state[0] = x;
}

DEVICE void steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *terms, T *state, int64 count, int has_terms, int writes)
{
    if (s.k == 1)
        single_steps(s, a, terms, state, count, has_terms, writes);
    else if (s.filters)
        filter_steps(s, a, terms, state, count, has_terms, writes);
    else
        matrix_steps(s, a, terms, state, count, has_terms, writes);
}

/* Run steps whose state has more than MAX_ORDER elements, for lines that consist of one chunk. States are read from the
 * output. */
DEVICE void long_steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *out, const GLOBAL T *start)
{
    for (int64 t = 0; t < s.n; t++) {
        if (s.filters) {
            T next = out[t];
            for (int64 i = s.k < t ? s.k : t; i > 0; i--) {
                T x = out[t - i], c = a[i - 1];
                ADD_PRODUCT(next, c, x);
            }
            out[t] = next;
        } else {
            for (int64 i = 0; i < s.k; i++) {
                T sum = out[t * s.k + i];
                for (int64 j = 0; j < s.k; j++) {
                    T c = a[t * s.a_step + i * s.k + j], x;
                    SET(x, 0);
                    if (t > 0)
                        x = out[(t - 1) * s.k + j];
                    else if (s.starts)
                        x = start[j];
                    ADD_PRODUCT(sum, c, x);
                }
                out[t * s.k + i] = sum;
            }
        }
    }
}

/* Number of chunk transformations stored per line, number of lines with separate transformations, and position of the
 * transformation for a chunk. */
#define PRODUCT_CHUNKS(s) ((s).a_step ? (s).chunks - 1 : 1)
#define PRODUCT_LINES(s) ((s).a_line ? (s).lines : 1)
#define PRODUCTS_OF(s, line, c) ((((s).a_line ? (line) : 0) * PRODUCT_CHUNKS(s) + ((s).a_step ? (c) : 0)) * (s).k * (s).k)
#define WIDTH(s) ((s).filters ? 1 : (s).k) /* number of outputs per step */

KERNEL recur_ends(recur_sizes s, const GLOBAL T *a, GLOBAL T *out, GLOBAL T *states, GLOBAL T *products)
{
    int64 ends = s.lines * (s.chunks - 1), all = ends + PRODUCT_LINES(s) * PRODUCT_CHUNKS(s) * s.k;
    for (int64 i = GLOBAL_ID; i < all; i += GLOBAL_SIZE) {
        T state[MAX_ORDER];
        int64 has_terms = i < ends, m = has_terms ? i : (i - ends) / s.k, each = has_terms ? s.chunks - 1 : PRODUCT_CHUNKS(s);
        int64 line = m / each, c = m - line * each, unit = has_terms ? -1 : (i - ends) - m * s.k;
        GLOBAL T *to = has_terms ? states + (line * s.chunks + c) * s.k : products + (m * s.k + unit) * s.k;
        for (int64 j = 0; j < s.k; j++)
            SET(state[j], j == unit ? 1 : 0);
        steps(s, a + line * s.a_line + c * s.chunk * s.a_step, out + (line * s.n + c * s.chunk) * WIDTH(s), state, s.chunk,
              (int)has_terms, 0);
        for (int64 j = 0; j < s.k; j++)
            to[j] = state[j];
    }
}

KERNEL recur_starts(recur_sizes s, const GLOBAL T *a, GLOBAL T *out, const GLOBAL T *start, GLOBAL T *states,
                    const GLOBAL T *products)
{
    for (int64 line = GLOBAL_ID; line < s.lines; line += GLOBAL_SIZE) {
        T state[MAX_ORDER], next[MAX_ORDER];
        for (int64 j = 0; j < s.k; j++) {
            SET(state[j], 0);
            if (s.starts)
                state[j] = start[line * s.k + j];
        }
        for (int64 c = 0; c < s.chunks; c++) {
            GLOBAL T *at = states + (line * s.chunks + c) * s.k;
            const GLOBAL T *p = products + PRODUCTS_OF(s, line, c);
            int finite = 1, nowhere = 1;
            for (int64 i = 0; i < s.k && c + 1 < s.chunks; i++) {
                next[i] = at[i];
                finite = finite && IS_FINITE_NUMBER(next[i]) && IS_FINITE_NUMBER(state[i]);
                nowhere = nowhere && IS_NAN(state[i]);
                for (int64 j = 0; j < s.k; j++) {
                    T x = p[j * s.k + i];
                    finite = finite && IS_FINITE_NUMBER(x);
                    ADD_PRODUCT(next[i], x, state[j]);
                }
            }
            for (int64 i = 0; i < s.k; i++) {
                at[i] = state[i];
                if (finite)
                    state[i] = next[i];
            }
            if (!finite && !nowhere && c + 1 < s.chunks) /* NaN remains NaN */
                steps(s, a + line * s.a_line + c * s.chunk * s.a_step, out + (line * s.n + c * s.chunk) * WIDTH(s), state,
                      s.chunk, 1, 0);
        }
    }
}

KERNEL recur_steps(recur_sizes s, const GLOBAL T *a, GLOBAL T *out, const GLOBAL T *start, const GLOBAL T *states)
{
    for (int64 i = GLOBAL_ID; i < s.lines * s.chunks; i += GLOBAL_SIZE) {
        T state[MAX_ORDER];
        int64 line = i / s.chunks, c = i - line * s.chunks, left = s.n - c * s.chunk;
        const GLOBAL T *of = a + line * s.a_line + c * s.chunk * s.a_step;
        GLOBAL T *rows = out + (line * s.n + c * s.chunk) * WIDTH(s);
        if (s.k > MAX_ORDER) {
            long_steps(s, of, rows, start + (s.starts ? line * s.k : 0));
            continue;
        }
        for (int64 j = 0; j < s.k; j++) {
            SET(state[j], 0);
            if (s.chunks > 1)
                state[j] = states[i * s.k + j];
            else if (s.starts)
                state[j] = start[line * s.k + j];
        }
        steps(s, of, rows, state, left < s.chunk ? left : s.chunk, 1, 1);
    }
}
