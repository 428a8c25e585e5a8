/* The Bellman operator of a savings problem with logarithmic utility: with resources x[i] in state i,
 *
 *     next[i] = max over j of log(x[i] - grid[j]) + beta value[j],
 *
 * and policy[i] the j that it is reached at.  One group of BLOCK items, a power of two, for each state: the items look at every
 * BLOCK-th choice, then the best of each are compared in local memory.  Value and place go together through one pass, and no
 * matrix of states and choices is ever stored.  Among equals the first wins, so the result does not depend on BLOCK. */
KERNEL bellman(const GLOBAL T *resources, const GLOBAL T *grid, const GLOBAL T *value, T beta, int32 n, GLOBAL T *next,
               GLOBAL int32 *policy)
{
    LOCAL T best[BLOCK];
    LOCAL int32 place[BLOCK];
    const int32 me = (int32)LOCAL_ID;
    const T x = resources[GROUP_ID];
    T most = -INFINITY;
    int32 at = n;
    for (int32 j = me; j < n && grid[j] < x; j += BLOCK) { /* the grid is increasing: later choices are not affordable either */
        T v = log(x - grid[j]) + beta * value[j];
        if (v > most) {
            most = v;
            at = j;
        }
    }
    best[me] = most;
    place[me] = at;
    BARRIER();
    for (int32 reach = BLOCK / 2; reach > 0; reach /= 2) {
        if (me < reach) {
            T other = best[me + reach];
            if (other > best[me] || (other == best[me] && place[me + reach] < place[me])) {
                best[me] = other;
                place[me] = place[me + reach];
            }
        }
        BARRIER();
    }
    if (me == 0) {
        next[GROUP_ID] = best[0];
        policy[GROUP_ID] = place[0];
    }
}
