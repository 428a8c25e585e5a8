/* search.h - Positions of values in sorted rows. The caller defines the macros of sort_key.h; LEVELS, the maximum depth of the
 * search tree; and ASKS, if each result is a boolean that states whether the row contains the value.
 *
 * Local memory contains 2^levels - 1 elements of a row: each is the last element of a block, and all blocks have equal length.
 * These elements form a search tree: the root is stored first, then each level from left to right. As a result, the threads of
 * a group read neighbouring nodes and avoid bank conflicts. The descent moves to the right child if the value comes after the
 * node. The descent ends at a block, in which a binary search continues. */
#include "sort_key.h"
#define GROUP 256
#define NODES (1 << LEVELS)
#define TOGETHER 4 /* number of values that a thread searches for at once, so that memory accesses overlap */
#define FOUND 2 /* as in gla_lookup */

#ifdef ASKS
#define RESULT boolean
#else
#define RESULT int64
#endif

/* Return true if a value is inserted after an element with the given key. */
DEVICE int is_behind(sort_key value, sort_key key, int64 right)
{
    return right ? !KEY_LESS(value, key) : KEY_LESS(key, value);
}

KERNEL search(search_sizes s, const GLOBAL element *rows, const GLOBAL element *values, GLOBAL RESULT *out)
{
    LOCAL sort_key tree[NODES];
    int levels = (int)s.levels;
    for (int64 g = GROUP_ID; g < s.rows * s.shares; g += GROUP_COUNT) {
        const GLOBAL element *row = rows + g / s.shares * s.n;
        int64 first = g / s.shares * s.m;
        for (int j = LOCAL_ID + 1; j < 1 << levels; j += GROUP) {
            int level = 0;
            while (j >> (level + 1))
                level++;
            int64 i = ((2 * (int64)(j - (1 << level)) + 1) << (levels - level - 1)) * s.block - 1;
            tree[j] = key_of(row[i < s.n ? i : s.n - 1], 0);
        }
        BARRIER();
        for (int64 base = g % s.shares * (GROUP * TOGETHER); base < s.m; base += s.shares * (GROUP * TOGETHER)) {
            sort_key key[TOGETHER];
            int node[TOGETHER];
            for (int v = 0; v < TOGETHER; v++) {
                int64 i = base + v * GROUP + LOCAL_ID;
                key[v] = key_of(values[first + (i < s.m ? i : s.m - 1)], 0);
                node[v] = 1;
            }
            for (int level = 0; level < levels; level++)
                for (int v = 0; v < TOGETHER; v++)
                    node[v] = 2 * node[v] + is_behind(key[v], tree[node[v]], s.right);
            for (int v = 0; v < TOGETHER; v++) {
                int64 i = base + v * GROUP + LOCAL_ID, at = (int64)(node[v] - (1 << levels)) * s.block;
                int64 end = at + s.block - 1;
                at = at < s.n ? at : s.n;
                end = end < s.n ? end : s.n;
                while (at < end) {
                    int64 middle = at + (end - at) / 2;
                    if (is_behind(key[v], key_of(row[middle], 0), s.right))
                        at = middle + 1;
                    else
                        end = middle;
                }
                if (i >= s.m)
                    continue;
#ifdef ASKS
                int found = at < s.n && KEY_EQUAL(key_of(row[at], 0), key[v]) && !is_nan_element(values[first + i]);
                out[first + i] = (boolean)(found == (s.what == FOUND));
#else
                out[first + i] = at;
#endif
            }
        }
        BARRIER();
    }
}
