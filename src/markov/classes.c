/* classes.c - Classes of communicating states: strongly connected components by Tarjan's algorithm (1972), without
 * recursion. */
#include "markov/markov.h"

#define BLOCK ((int64_t)1 << 20) /* steps between two checks for an interrupt */

typedef struct walk {
    int64_t *number, *low, *next, *stack, *path; /* arrays over states; the two stacks */
    int64_t seen, depth, length;
} walk;

static void enter(chain *c, walk *w, int64_t state)
{
    w->number[state] = w->low[state] = ++w->seen;
    w->next[state] = c->begins[state];
    w->stack[w->depth++] = state;
    w->path[w->length++] = state;
}

/* After all transitions out of a state have been followed, the state is the root of a class, or belongs to the class of an
 * earlier state. */
static void leave(chain *c, walk *w, int64_t state)
{
    int64_t member;
    w->length--;
    if (w->length > 0) {
        int64_t *low = &w->low[w->path[w->length - 1]];
        *low = w->low[state] < *low ? w->low[state] : *low;
    }
    if (w->low[state] != w->number[state])
        return;
    do {
        member = w->stack[--w->depth];
        c->of[member] = c->classes;
    } while (member != state);
    c->classes++;
}

static void walk_from(chain *c, walk *w, int64_t state, const bool *ends)
{
    enter(c, w, state);
    for (int64_t step = 1; w->length > 0; step++) {
        int64_t at = w->path[w->length - 1];
        if (step % BLOCK == 0 && chain_interrupted(c))
            return;
        if (w->next[at] == c->begins[at + 1] || (ends && ends[at])) {
            leave(c, w, at);
            continue;
        }
        int64_t to = c->to[w->next[at]++];
        if (!w->number[to])
            enter(c, w, to);
        else if (c->of[to] < 0 && w->number[to] < w->low[at])
            w->low[at] = w->number[to];
    }
}

/* List the states of each class, and find the classes that the chain never leaves. */
static void list_classes(chain *c)
{
    gla_scope *s = &c->s;
    c->starts = gla_s_memory(s, c->classes + 2, sizeof *c->starts);
    c->closed = gla_s_memory(s, c->classes, sizeof *c->closed);
    if (s->status)
        return;
    for (int64_t i = 0; i < c->n; i++)
        c->starts[c->of[i] + 2]++;
    for (int64_t k = 0; k < c->classes; k++) {
        c->starts[k + 2] += c->starts[k + 1];
        c->closed[k] = true;
    }
    for (int64_t i = 0; i < c->n; i++) {
        int64_t of = c->of[i];
        c->states[c->starts[of + 1]++] = i;
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++)
            c->closed[of] = c->closed[of] && c->of[c->to[e]] == of;
    }
}

void chain_find_classes(chain *c, const bool *ends)
{
    gla_scope *s = &c->s;
    walk w = {.seen = 0};
    int64_t **arrays[] = {&w.number, &w.low, &w.next, &w.stack, &w.path, &c->of, &c->states};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = gla_s_memory(s, c->n, sizeof **arrays[i]);
    c->classes = 0;
    for (int64_t i = 0; i < c->n && !s->status; i++)
        c->of[i] = -1;
    for (int64_t i = 0; i < c->n && !s->status; i++)
        if (!w.number[i])
            walk_from(c, &w, i, ends);
    if (!s->status)
        list_classes(c);
}

int64_t chain_order(chain *c, bool all, int64_t *order)
{
    int64_t count = 0;
    for (int64_t i = 0; i < c->n && !c->s.status; i++) {
        int64_t of = c->of[i];
        if (c->states[c->starts[of]] == i && (all || c->closed[of]))
            order[count++] = of;
    }
    return count;
}

static int64_t divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Compute the period from distances to the first state, by breadth-first search.  Each transition from a state at distance d to
 * a state at distance e shows that the period divides d + 1 - e. */
int64_t chain_period(chain *c, int64_t class)
{
    gla_scope *s = &c->s;
    int64_t *distance = gla_s_memory(s, c->n, sizeof *distance), *queue = gla_s_memory(s, c->n, sizeof *queue);
    int64_t first = c->states[c->starts[class]], period = 0, last = 1;
    if (s->status)
        return 0;
    queue[0] = first;
    distance[first] = 1;
    for (int64_t at = 0; at < last; at++) {
        int64_t i = queue[at];
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++) {
            int64_t j = c->to[e], more = distance[i] + 1 - distance[j];
            if (distance[j] == 0) {
                distance[j] = distance[i] + 1;
                queue[last++] = j;
            } else {
                period = divisor(period, more < 0 ? -more : more);
            }
        }
    }
    return period;
}

int64_t chain_place(const chain *c, int64_t class, int64_t state)
{
    int64_t low = c->starts[class], high = c->starts[class + 1];
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (c->states[middle] <= state)
            low = middle;
        else
            high = middle;
    }
    return low - c->starts[class];
}
