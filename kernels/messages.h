/* messages.h - Messages between the groups of one launch through global memory. All groups must be resident, because each group
 * may wait for all other groups. The caller defines the element type T and the matching KIND_* macro; and WORD, an unsigned
 * integer type of the size of R.
 *
 * Message memory is initially filled with MISSING, a bit pattern that never occurs in a published value. A word has arrived
 * when it differs from MISSING. Therefore the order of arrival does not matter and no fences are needed. */
#define WORDS ((int)(sizeof(T) / sizeof(WORD)))
#define MISSING (~(WORD)0)
#define AT_ONCE 4 /* loads in flight */
#ifndef PATIENCE
#define PATIENCE 4000000 /* number of polls before the reader gives up, which takes several seconds */
#endif

typedef union {
    T value;
    WORD words[WORDS];
} bits;

DEVICE void publish_word(GLOBAL WORD *to, WORD word)
{
    *(volatile GLOBAL WORD *)to = word == MISSING ? MISSING - 1 : word; /* another NaN with different bits */
}

DEVICE void publish_value(GLOBAL WORD *to, T value)
{
    bits b;
    b.value = value;
#pragma unroll
    for (int i = 0; i < WORDS; i++)
        publish_word(to + i, b.words[i]);
}

/* Copy the first `used` words of each of `count` messages, as they arrive, to the corresponding positions of `to`. Consecutive
 * messages are `apart` words apart. The caller is thread t of `threads` threads that share the work. Return false if a wait
 * timed out. */
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
        do { /* independent loads */
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
