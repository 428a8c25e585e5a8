/* messages.h - words that the groups of a launch leave for one another in global memory, where all of them are resident: they
 * run side by side, and each may wait for the others.  Before it: T and its kind; WORD, an unsigned integer as large as R.
 *
 * A message lies in memory that is filled with bits that no number has, MISSING: a word is there when its bits have changed.
 * So nothing depends on the order in which words arrive, and no fences are needed. */
#define WORDS ((int)(sizeof(T) / sizeof(WORD)))
#define MISSING (~(WORD)0)
#define AT_ONCE 4 /* loads */
#ifndef PATIENCE
#define PATIENCE 4000000 /* looks at a word before its reader gives up: seconds */
#endif

typedef union {
    T value;
    WORD words[WORDS];
} bits;

DEVICE void leave_word(GLOBAL WORD *to, WORD word)
{
    *(volatile GLOBAL WORD *)to = word == MISSING ? MISSING - 1 : word; /* one NaN for another */
}

DEVICE void leave_value(GLOBAL WORD *to, T value)
{
    bits b;
    b.value = value;
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        leave_word(to + i, b.words[i]);
}

/* The first `used` words of each of `count` messages, which lie `apart`, to `to` in the same places as they arrive, thread t of
 * `threads`; false where one does not. */
DEVICE boolean fetch_messages(const GLOBAL WORD *from, LOCAL_POINTER WORD *to, int count, int used, int apart, int t,
                              int threads)
{
    const volatile GLOBAL WORD *all = (const volatile GLOBAL WORD *)from;
    int looks = 0;
    for (int begin = t; begin < count * used; begin += AT_ONCE * threads) {
        WORD words[AT_ONCE];
        int at[AT_ONCE], missing;
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++) {
            int e = begin + u * threads;
            at[u] = e < count * used ? e / used * apart + e % used : -1;
            words[u] = MISSING;
        }
        do { /* loads that do not wait for each other */
            missing = 0;
#pragma unroll
            for (int u = 0; u < AT_ONCE; u++)
                if (at[u] >= 0 && words[u] == MISSING)
                    words[u] = all[at[u]];
#pragma unroll
            for (int u = 0; u < AT_ONCE; u++)
                missing |= at[u] >= 0 && words[u] == MISSING;
            if (missing) {
                YIELD();
                looks++;
            }
        } while (missing && looks < PATIENCE);
#pragma unroll
        for (int u = 0; u < AT_ONCE; u++)
            if (at[u] >= 0)
                to[at[u]] = words[u];
    }
    return looks < PATIENCE;
}

DEVICE T value_of(const LOCAL_POINTER WORD *words)
{
    bits b;
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        b.words[i] = words[i];
    return b.value;
}
