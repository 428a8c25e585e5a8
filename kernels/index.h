/* index.h - Gather and scatter by index arrays. The caller defines T, a type of the size of the elements; PLACE, an unsigned
 * type that can count the elements of all index arrays; and PLACE_MIN and PLACE_MAX, the atomic minimum and maximum for
 * PLACE. */

/* Element b of index array j. Consecutive index arrays are `step` elements apart. */
#define INDEX(j, b) idx[(j) * step + (b)]

/* Find the first index that is out of range, in row-major order over all index arrays. */
KERNEL check(int64 n, index_layout l, const GLOBAL int64 *idx, int64 step, GLOBAL PLACE *bad)
{
    for (int64 b = GLOBAL_ID; b < n; b += GLOBAL_SIZE)
        for (int j = 0; j < l.nidx; j++) {
            int64 p = INDEX(j, b);
            if (p < -l.idx_shape[j] || p >= l.idx_shape[j])
                PLACE_MIN(bad, (PLACE)(b * l.nidx + j));
        }
}

DEVICE int64 row_of(const index_layout *l, const GLOBAL int64 *idx, int64 step, int64 b)
{
    int64 at = 0;
    for (int j = 0; j < l->nidx; j++) {
        int64 p = INDEX(j, b);
        at += (p < 0 ? p + l->idx_shape[j] : p) * l->idx_strides[j];
    }
    return at;
}

/* Compute the offsets in x and in `value` of element r of the axes that are not indexed. */
DEVICE void rest_of(const index_layout *l, int64 r, int64 *at_x, int64 *at_value)
{
    *at_x = *at_value = 0;
    for (int d = l->nrest - 1; d >= 0; d--) {
        int64 i = r % l->rest_shape[d];
        r /= l->rest_shape[d];
        *at_x += i * l->x_strides[d];
        *at_value += i * l->value_strides[d];
    }
}

DEVICE int64 value_row(const index_layout *l, int64 b)
{
    int64 at = 0;
    for (int d = (int)l->nb - 1; d >= 0; d--) {
        at += b % l->b_shape[d] * l->b_strides[d];
        b /= l->b_shape[d];
    }
    return at;
}

KERNEL gather(int64 n, index_layout l, const GLOBAL int64 *idx, int64 step, const GLOBAL T *x, GLOBAL T *out)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 b = i / l.rest, at_x, at_out;
        rest_of(&l, i % l.rest, &at_x, &at_out);
        out[value_row(&l, b) + at_out] = x[row_of(&l, idx, step, b) + at_x];
    }
}

/* Return the flat position that element b of the index arrays selects. If several elements select the same position, the last
 * of these elements wins, and claim() stores 1 + the number of that element. */
DEVICE int64 place_of(const index_layout *l, const GLOBAL int64 *idx, int64 step, int64 b)
{
    int64 at = 0;
    for (int j = 0; j < l->nidx; j++) {
        int64 p = INDEX(j, b);
        at = at * l->idx_shape[j] + (p < 0 ? p + l->idx_shape[j] : p);
    }
    return at;
}

KERNEL claim(int64 n, index_layout l, const GLOBAL int64 *idx, int64 step, GLOBAL PLACE *winner)
{
    for (int64 b = GLOBAL_ID; b < n; b += GLOBAL_SIZE)
        PLACE_MAX(&winner[place_of(&l, idx, step, b)], (PLACE)b + 1);
}

KERNEL scatter(int64 n, index_layout l, const GLOBAL int64 *idx, int64 step, GLOBAL T *x, const GLOBAL T *value,
               const GLOBAL PLACE *winner)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 b = i / l.rest, at_x, at_value;
        if (winner[place_of(&l, idx, step, b)] != (PLACE)b + 1)
            continue;
        rest_of(&l, i % l.rest, &at_x, &at_value);
        x[row_of(&l, idx, step, b) + at_x] = value[value_row(&l, b) + at_value];
    }
}
