/* reduce.c - Sparse elimination of a large class without subtractions; compare eliminate.c for the dense case.
 *
 * The next state to be eliminated has the fewest transitions in and out (H. M. Markowitz, Management Science 3 (1957),
 * 255-269), so that little fill-in arises: none for a walk on a line, a few transitions per state for a grid.  When nearly all
 * transitions between the remaining states exist, these states are eliminated as a dense matrix. */
#include "markov/markov.h"
#include "runtime/allocation.h"

#include <string.h>

#define CORE 2000       /* number of states that are eliminated as a dense matrix */
#define FULL 3          /* a matrix is dense if each state has at least 1 / FULL of all possible transitions */
#define WORK 2e10       /* limit of transitions visited ... */
#define CELLS 150000000 /* ... and stored, after which the reduction is given up */
#define LISTED 1024     /* from this number of transitions on, all states share one list */
#define LOOK 4096       /* states between two checks for an interrupt */

typedef struct cell {
    int64_t at;
    double p;
} cell;

/* A growable array of integers or cells. */
typedef struct list {
    void *items;
    int64_t count, room;
} list;

typedef struct reduction {
    chain *c;
    int64_t n, width;
    list *rows;     /* cells: transitions out of a state to states that are not yet eliminated; for an eliminated state those at
                     * its elimination */
    list *columns;  /* int64_t: sources of transitions into a state, some of which may be eliminated */
    list *ways_in;  /* cells: sources of transitions into an eliminated state at its elimination */
    int64_t *left;  /* number of transitions into a state from states not yet eliminated */
    double *extra;  /* (n, width) */
    double *out;    /* exit probability of an eliminated state */
    bool *is_out;   /* eliminated */
    int64_t *order; /* order of elimination */
    int64_t done;
    int64_t *heads, *next, *before; /* doubly linked lists of states with the same number of transitions; -1 ends a list */
    bool *is_listed;
    list merged;
    double work;
    int64_t cells;
    bool gives_up;
} reduction;

static bool no_memory(reduction *q, size_t bytes)
{
    gla_s_check(&q->c->s, gla_fail_memory(q->c->s.op, bytes));
    q->gives_up = true;
    return false;
}

static bool grow(reduction *q, list *l, int64_t count, size_t size)
{
    if (count <= l->room)
        return true;
    int64_t room = count + count / 2 + 2;
    void *items = gla_malloc((size_t)room * size);
    if (!items)
        return no_memory(q, (size_t)room * size);
    if (l->count)
        memcpy(items, l->items, (size_t)l->count * size);
    q->cells += room - l->room;
    gla_free(l->items);
    l->items = items;
    l->room = room;
    return true;
}

static void drop(reduction *q, list *l)
{
    q->cells -= l->room;
    gla_free(l->items);
    *l = (list){NULL, 0, 0};
}

static bool add_cell(reduction *q, list *l, int64_t at, double p)
{
    if (!grow(q, l, l->count + 1, sizeof(cell)))
        return false;
    ((cell *)l->items)[l->count++] = (cell){at, p};
    return true;
}

static bool add_place(reduction *q, list *l, int64_t at)
{
    if (!grow(q, l, l->count + 1, sizeof(int64_t)))
        return false;
    ((int64_t *)l->items)[l->count++] = at;
    return true;
}

/* ---- states by number of transitions
 * ---------------------------------------------------------------------------------------- */
static int64_t list_of(const reduction *q, int64_t k)
{
    int64_t ways = q->rows[k].count + q->left[k];
    return ways < LISTED ? ways : LISTED;
}

static void enter(reduction *q, int64_t k)
{
    int64_t *head = q->heads + list_of(q, k);
    q->next[k] = *head;
    q->before[k] = -1;
    q->is_listed[k] = true;
    if (*head >= 0)
        q->before[*head] = k;
    *head = k;
}

static void leave(reduction *q, int64_t k)
{
    if (!q->is_listed[k])
        return;
    q->is_listed[k] = false;
    if (q->before[k] >= 0)
        q->next[q->before[k]] = q->next[k];
    else
        q->heads[list_of(q, k)] = q->next[k];
    if (q->next[k] >= 0)
        q->before[q->next[k]] = q->before[k];
}

static int64_t fewest(const reduction *q)
{
    int64_t list = 0;
    while (q->heads[list] < 0)
        list++;
    return q->heads[list];
}

/* ---- one state ----------------------------------------------------------------------------------------------- */
static double *find(const list *row, int64_t at)
{
    cell *cells = row->items;
    int64_t low = 0, high = row->count;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        *(cells[middle].at <= at ? &low : &high) = middle;
    }
    return &cells[low].p;
}

/* Update the transitions out of i when s is eliminated: add the transitions of s, times a factor.  One of the transitions out
 * of i leads to s with probability p. */
static bool pass_by(reduction *q, int64_t i, int64_t s, double p)
{
    const list *row = &q->rows[i], *through = &q->rows[s];
    const cell *a = row->items, *b = through->items, *a_end = a + row->count, *b_end = b + through->count;
    double factor = p / q->out[s];
    if (!grow(q, &q->merged, row->count + through->count, sizeof(cell)))
        return false;
    cell *to = q->merged.items;
    while (a < a_end || b < b_end) {
        if (b == b_end || (a < a_end && a->at < b->at)) {
            *to = *a++;
            to += to->at != s;
        } else if (a < a_end && a->at == b->at) {
            *to++ = (cell){a->at, a->p + factor * b->p};
            a++, b++;
        } else { /* a new transition, unless it leads back to i */
            *to = *b++;
            to->p *= factor;
            if (to->at != i) {
                if (!add_place(q, &q->columns[to->at], i))
                    return false;
                q->left[to->at]++;
                to++;
            }
        }
    }
    int64_t count = to - (cell *)q->merged.items;
    q->work += (double)(row->count + through->count);
    q->rows[i].count = row->count < count ? row->count : count;
    if (!grow(q, &q->rows[i], count, sizeof(cell)))
        return false;
    memcpy(q->rows[i].items, q->merged.items, (size_t)count * sizeof(cell));
    q->rows[i].count = count;
    for (int64_t v = 0; v < q->width; v++)
        q->extra[i * q->width + v] += factor * q->extra[s * q->width + v];
    return true;
}

/* Remove s and its neighbours from the lists until the transitions of the neighbours are counted again. */
static void leave_around(reduction *q, int64_t s)
{
    const cell *ways = q->rows[s].items;
    const int64_t *from = q->columns[s].items;
    leave(q, s);
    for (int64_t e = 0; e < q->columns[s].count; e++)
        if (!q->is_out[from[e]])
            leave(q, from[e]);
    for (int64_t e = 0; e < q->rows[s].count; e++)
        leave(q, ways[e].at);
    for (int64_t e = 0; e < q->rows[s].count; e++)
        q->left[ways[e].at]--;
}

static void enter_around(reduction *q, int64_t s)
{
    const cell *ways = q->rows[s].items;
    const int64_t *from = q->columns[s].items;
    for (int64_t e = 0; e < q->columns[s].count; e++)
        if (!q->is_out[from[e]])
            enter(q, from[e]);
    for (int64_t e = 0; e < q->rows[s].count; e++)
        if (!q->is_listed[ways[e].at])
            enter(q, ways[e].at);
}

/* Return false if a state has no transition out, or if the reduction is given up. */
static bool eliminate(reduction *q, int64_t s)
{
    const cell *ways = q->rows[s].items;
    const int64_t *from = q->columns[s].items;
    double out = q->width ? q->extra[s * q->width] : 0;
    for (int64_t e = 0; e < q->rows[s].count; e++)
        out += ways[e].p;
    if (!(out > 0))
        return false;
    q->out[s] = out;
    leave_around(q, s);
    q->is_out[s] = true;
    q->order[q->done++] = s;
    for (int64_t e = 0; e < q->columns[s].count; e++) {
        int64_t i = from[e];
        if (q->is_out[i])
            continue;
        double p = *find(&q->rows[i], s);
        if ((q->width == 0 && !add_cell(q, &q->ways_in[s], i, p)) || !pass_by(q, i, s, p))
            return false;
    }
    enter_around(q, s);
    drop(q, &q->columns[s]);
    if (q->width == 0)
        drop(q, &q->rows[s]);
    return true;
}

/* ---- remaining states
 * ------------------------------------------------------------------------------------------------------- */
/* Write the remaining states to a dense matrix.  `of` receives the numbers of these states, `place` their positions. */
static void write_core(const reduction *q, double *a, double *extra, int64_t *of, int64_t *place)
{
    int64_t size = q->n - q->done, at = 0;
    for (int64_t k = 0; k < q->n; k++)
        if (!q->is_out[k]) {
            place[k] = at;
            of[at++] = k;
        }
    for (int64_t k = 0; k < size; k++) {
        const cell *ways = q->rows[of[k]].items;
        for (int64_t e = 0; e < q->rows[of[k]].count; e++)
            a[k * size + place[ways[e].at]] = ways[e].p;
        for (int64_t v = 0; v < q->width; v++)
            extra[k * q->width + v] = q->extra[of[k] * q->width + v];
    }
}

static bool eliminate_core(reduction *q, double *values, share *shares)
{
    gla_scope s;
    int64_t size = q->n - q->done, columns = q->width ? q->width - 1 : 0;
    bool good = false;
    gla_scope_begin(&s, q->c->s.op);
    double *a = gla_s_memory(&s, size * size, sizeof *a), *extra = gla_s_memory(&s, size * q->width, sizeof *extra);
    double *way_out = gla_s_memory(&s, size, sizeof *way_out), *x = gla_s_memory(&s, size * columns, sizeof *x);
    int64_t *of = gla_s_memory(&s, size, sizeof *of), *place = gla_s_memory(&s, q->n, sizeof *place);
    share *found = gla_s_memory(&s, size, sizeof *found);
    if (!s.status) {
        write_core(q, a, extra, of, place);
        good = q->width ? eliminate_states(q->c, a, size, extra, q->width, way_out, x)
                        : eliminate_for_shares(q->c, a, size, way_out, found);
        for (int64_t k = 0; k < size * columns; k++)
            values[of[k / columns] * columns + k % columns] = x[k];
        for (int64_t k = 0; k < size && !q->width; k++)
            shares[of[k]] = found[k];
    }
    gla_s_check(&q->c->s, gla_scope_end(&s));
    q->gives_up = q->gives_up || q->c->s.status;
    return good;
}

/* Back substitution: the share of a state is the flow into it. */
static bool return_shares(const reduction *q, share *shares)
{
    for (int64_t i = q->done - 1; i >= 0; i--) {
        int64_t s = q->order[i];
        const cell *ways = q->ways_in[s].items;
        share sum = NO_SHARE;
        for (int64_t e = 0; e < q->ways_in[s].count; e++)
            share_add(&sum, shares[ways[e].at], ways[e].p);
        sum.x /= q->out[s];
        if (!share_normalize(&sum))
            return false;
        shares[s] = sum;
    }
    return true;
}

static void return_values(const reduction *q, double *x)
{
    const int64_t columns = q->width - 1;
    for (int64_t i = q->done - 1; i >= 0; i--) {
        int64_t s = q->order[i];
        const cell *ways = q->rows[s].items;
        for (int64_t v = 0; v < columns; v++) {
            double sum = q->extra[s * q->width + 1 + v];
            for (int64_t e = 0; e < q->rows[s].count; e++)
                sum += ways[e].p * x[ways[e].at * columns + v];
            x[s * columns + v] = sum / q->out[s];
        }
    }
}

/* ---- a class ------------------------------------------------------------------------------------------------- */
static bool begin(reduction *q, chain *c, int64_t class)
{
    const int64_t n = q->n;
    size_t lists = (size_t)n * sizeof(list), numbers = (size_t)n * sizeof(int64_t), flags = (size_t)n * sizeof(bool);
    size_t bytes = 3 * lists + 5 * numbers + 2 * flags + (LISTED + 1) * sizeof(int64_t);
    q->rows = gla_calloc(1, bytes);
    if (!q->rows)
        return no_memory(q, bytes);
    q->columns = q->rows + n;
    q->ways_in = q->columns + n;
    q->left = (int64_t *)(void *)(q->ways_in + n);
    q->order = q->left + n;
    q->next = q->order + n;
    q->before = q->next + n;
    q->heads = q->before + n;
    q->out = (double *)(void *)(q->heads + LISTED + 1);
    q->is_out = (bool *)(q->out + n);
    q->is_listed = q->is_out + n;
    for (int64_t k = 0; k < n; k++) {
        int64_t i = c->states[c->starts[class] + k];
        if (k % ROWS == 0 && chain_interrupted(c)) {
            q->gives_up = true;
            return false;
        }
        for (int64_t e = c->begins[i]; e < c->begins[i + 1]; e++) {
            int64_t to = c->of[c->to[e]] == class && c->to[e] != i ? chain_place(c, class, c->to[e]) : -1;
            if (to < 0)
                continue;
            if (!add_cell(q, &q->rows[k], to, c->p[e]) || !add_place(q, &q->columns[to], k))
                return false;
            q->left[to]++;
        }
    }
    for (int k = 0; k <= LISTED; k++)
        q->heads[k] = -1;
    for (int64_t k = n - 1; k >= 0; k--)
        enter(q, k);
    return true;
}

static void end(reduction *q)
{
    for (int64_t k = 0; k < q->n && q->rows; k++) {
        drop(q, &q->rows[k]);
        drop(q, &q->columns[k]);
        drop(q, &q->ways_in[k]);
    }
    drop(q, &q->merged);
    gla_free(q->rows);
}

reduction_outcome chain_reduce(chain *c, int64_t class, double *extra, int64_t width, double *values, share *shares)
{
    reduction q = {.c = c, .n = c->starts[class + 1] - c->starts[class], .width = width, .extra = extra};
    bool good = begin(&q, c, class);
    while (good && q.n - q.done > 1) {
        int64_t s = fewest(&q), live = q.n - q.done;
        bool is_full = (q.rows[s].count + q.left[s]) * FULL >= 2 * live;
        if (is_full && live <= CORE)
            break;
        q.gives_up = is_full || q.work > WORK || q.cells > CELLS || (q.done % LOOK == 0 && chain_interrupted(c));
        good = !q.gives_up && eliminate(&q, s);
    }
    good = good && eliminate_core(&q, values, shares);
    if (good && width)
        return_values(&q, values);
    else if (good)
        good = return_shares(&q, shares);
    end(&q);
    return good ? REDUCED : q.gives_up ? GIVEN_UP : VANISHED;
}
