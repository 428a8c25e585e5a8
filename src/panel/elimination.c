/* elimination.c - Approximate Cholesky factors of graph Laplacians; see elimination.h. */
#include "panel/elimination.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include "core/core.h"

#include <stdlib.h>
#include <string.h>

enum { EXACT = 64 };          /* maximum number of neighbours of a node that may be eliminated exactly */
enum { LEAST = 8 };           /* smallest capacity of a nonempty edge list */
enum { NOTHING = -1 };        /* marks a missing node */
#define BLOCK ((int64_t)4096) /* nodes between two checks for an interrupt */

typedef struct edge {
    double weight;
    int32_t to, none;
} edge;

/* The edges of a node.  Several edges may lead to the same node, but only if they are after `merged`.  Edges may also lead to
 * eliminated nodes. */
typedef struct edges {
    int32_t count, merged, capacity;
    edge *v;
} edges;

struct graph {
    int64_t n, exact; /* number of edges that exact eliminations may still create */
    edges *of;
    int32_t *place;                       /* position of a node in the list that is being merged; NOTHING if it is not in the
                                           * list */
    bool *is_gone;                        /* eliminated */
    int32_t *first, *next, *before, *key; /* lists of nodes with equal numbers of edges; the last list contains all nodes with
                                           * more edges */
    uint64_t random;
    bool failed;
    int32_t *nodes; /* neighbours of the node that is being eliminated, and the weights of the edges */
    double *weights;
    int64_t capacity;
};

struct elimination {
    int64_t n, count, capacity;
    int32_t *order;  /* nodes in order of elimination; the next two arrays have one element for each node */
    int64_t *ends;   /* end of its range in `to` and `share` */
    double *inverse; /* 1 / the sum of the node's weights; 0 if the node had no edges */
    int32_t *to;     /* its neighbours */
    double *share;   /* weight of the edge divided by that sum */
};

/* ---- the graph ----------------------------------------------------------------------------------------------- */
static int32_t key_of(const graph *g, int32_t node)
{
    int64_t count = g->of[node].count;
    return (int32_t)(count < g->n ? count : g->n - 1);
}

static void take_out(graph *g, int32_t node)
{
    int32_t before = g->before[node], next = g->next[node];
    if (before == NOTHING)
        g->first[g->key[node]] = next;
    else
        g->next[before] = next;
    if (next != NOTHING)
        g->before[next] = before;
}

static void put_in(graph *g, int32_t node)
{
    int32_t key = g->key[node] = key_of(g, node), next = g->first[key];
    g->next[node] = next;
    g->before[node] = NOTHING;
    if (next != NOTHING)
        g->before[next] = node;
    g->first[key] = node;
}

graph *panel_graph_new(int64_t n, int64_t exact)
{
    graph *g = gla_calloc(1, sizeof *g);
    size_t size = (size_t)n;
    if (!g)
        return NULL;
    *g = (graph){.n = n, .exact = exact, .random = 1};
    g->of = gla_calloc(size, sizeof *g->of);
    g->is_gone = gla_calloc(size, sizeof *g->is_gone);
    g->place = gla_malloc(size * sizeof *g->place);
    g->first = gla_malloc(4 * size * sizeof *g->first);
    if (!g->of || !g->is_gone || !g->place || !g->first) {
        panel_graph_free(g);
        return NULL;
    }
    memset(g->place, 0xff, size * sizeof *g->place);
    memset(g->first, 0xff, 4 * size * sizeof *g->first);
    g->next = g->first + n;
    g->before = g->next + n;
    g->key = g->before + n;
    return g;
}

void panel_graph_free(graph *g)
{
    if (!g)
        return;
    for (int64_t i = 0; i < g->n && g->of; i++)
        gla_free(g->of[i].v);
    gla_free(g->of);
    gla_free(g->is_gone);
    gla_free(g->place);
    gla_free(g->first);
    gla_free(g->nodes);
    gla_free(g->weights);
    gla_free(g);
}

/* Merge parallel edges into one edge to each neighbour that is not eliminated. */
static void merge(graph *g, int32_t node)
{
    edges *e = &g->of[node];
    int32_t count = 0;
    for (int32_t i = 0; i < e->count; i++) {
        int32_t to = e->v[i].to, at = g->place[to];
        if (g->is_gone[to])
            continue;
        if (at != NOTHING) {
            e->v[at].weight += e->v[i].weight;
        } else {
            e->v[count] = e->v[i];
            g->place[to] = count++;
        }
    }
    for (int32_t i = 0; i < count; i++)
        g->place[e->v[i].to] = NOTHING;
    e->count = e->merged = count;
}

static void append(graph *g, int32_t from, int32_t to, double weight)
{
    edges *e = &g->of[from];
    if (e->count == e->capacity) {
        if (e->count > 2 * e->merged)
            merge(g, from);
        if (e->count >= e->capacity / 2) {
            int32_t capacity = e->capacity > INT32_MAX / 2 ? INT32_MAX : e->capacity ? 2 * e->capacity : LEAST;
            edge *v = e->capacity == INT32_MAX ? NULL : gla_realloc(e->v, (size_t)capacity * sizeof *v);
            if (!v) {
                g->failed = true;
                return;
            }
            e->v = v;
            e->capacity = capacity;
        }
    }
    e->v[e->count++] = (edge){.to = to, .weight = weight};
}

void panel_graph_join(graph *g, int32_t a, int32_t b, double weight)
{
    append(g, a, b, weight);
    append(g, b, a, weight);
}

/* ---- one node ------------------------------------------------------------------------------------------------ */
/* Return a random number between 0 and 1 (G. L. Steele, D. Lea and C. H. Flood, SplitMix, 2014). */
static double uniform(graph *g)
{
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void exchange(int32_t *nodes, double *weights, int64_t i, int64_t j)
{
    int32_t node = nodes[i];
    double weight = weights[i];
    nodes[i] = nodes[j];
    weights[i] = weights[j];
    nodes[j] = node;
    weights[j] = weight;
}

static void sift(int32_t *nodes, double *weights, int64_t i, int64_t n)
{
    for (int64_t child; (child = 2 * i + 1) < n; i = child) {
        child += child + 1 < n && weights[child + 1] > weights[child];
        if (weights[i] >= weights[child])
            return;
        exchange(nodes, weights, i, child);
    }
}

/* Sort by weight, ascending (heapsort). */
static void sort(int64_t n, int32_t *nodes, double *weights)
{
    for (int64_t i = n / 2 - 1; i >= 0; i--)
        sift(nodes, weights, i, n);
    for (int64_t i = n - 1; i > 0; i--) {
        exchange(nodes, weights, 0, i);
        sift(nodes, weights, 0, i);
    }
}

/* Join each of n nodes with one of the later nodes, chosen with probability proportional to its weight. */
static void join_some(graph *g, int64_t n, int32_t *nodes, double *weights)
{
    sort(n, nodes, weights);
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        weights[i] = sum += weights[i];
    for (int64_t i = 0; i < n - 1; i++) {
        double weight = weights[i] - (i > 0 ? weights[i - 1] : 0), rest = sum - weights[i];
        double at = weights[i] + uniform(g) * rest;
        int64_t low = i + 1, high = n - 1;
        while (low < high) {
            int64_t middle = low + (high - low) / 2;
            if (weights[middle] > at)
                high = middle;
            else
                low = middle + 1;
        }
        panel_graph_join(g, nodes[i], nodes[low], weight * rest / sum);
    }
}

static void join_all(graph *g, int64_t n, const int32_t *nodes, const double *weights)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += weights[i];
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            panel_graph_join(g, nodes[i], nodes[j], weights[i] / sum * weights[j]);
    g->exact -= n * (n - 1) / 2;
}

void panel_graph_add_star(graph *g, int64_t n, int32_t *nodes, double *weights)
{
    if (n <= 3 || (n <= EXACT && n * (n - 1) / 2 <= g->exact))
        join_all(g, n, nodes, weights);
    else
        join_some(g, n, nodes, weights);
}

/* ---- all nodes ----------------------------------------------------------------------------------------------- */
static bool make_room(graph *g, elimination *e, int64_t count)
{
    if (e->count + count > e->capacity) {
        int64_t capacity = 2 * (e->count + count);
        int32_t *to = gla_realloc(e->to, (size_t)capacity * sizeof *to);
        e->to = to ? to : e->to;
        double *share = to ? gla_realloc(e->share, (size_t)capacity * sizeof *share) : NULL;
        e->share = share ? share : e->share;
        if (!share)
            return false;
        e->capacity = capacity;
    }
    if (count > g->capacity) {
        int32_t *nodes = gla_realloc(g->nodes, 2 * (size_t)count * sizeof *nodes);
        g->nodes = nodes ? nodes : g->nodes;
        double *weights = nodes ? gla_realloc(g->weights, 2 * (size_t)count * sizeof *weights) : NULL;
        g->weights = weights ? weights : g->weights;
        if (!weights)
            return false;
        g->capacity = 2 * count;
    }
    return true;
}

static bool eliminate(graph *g, elimination *e, int64_t at, int32_t node)
{
    edges *own = &g->of[node];
    double sum = 0;
    take_out(g, node);
    merge(g, node);
    if (!make_room(g, e, own->count))
        return false;
    for (int32_t i = 0; i < own->count; i++)
        sum += own->v[i].weight;
    for (int32_t i = 0; i < own->count; i++) {
        e->to[e->count] = g->nodes[i] = own->v[i].to;
        g->weights[i] = own->v[i].weight;
        e->share[e->count++] = own->v[i].weight / sum;
    }
    e->order[at] = node;
    e->inverse[at] = sum > 0 ? 1 / sum : 0;
    e->ends[at] = e->count;
    g->is_gone[node] = true;
    panel_graph_add_star(g, own->count, g->nodes, g->weights);
    gla_free(own->v);
    own->v = NULL;
    for (int64_t i = at > 0 ? e->ends[at - 1] : 0; i < e->count; i++) {
        int32_t to = e->to[i];
        if (g->of[to].count > 2 * g->of[to].merged)
            merge(g, to);
        take_out(g, to);
        put_in(g, to);
    }
    return !g->failed;
}

static bool eliminate_all(graph *g, elimination *e)
{
    int32_t least = 0;
    for (int32_t i = 0; i < g->n; i++) {
        merge(g, i);
        put_in(g, i);
    }
    for (int64_t at = 0; at < g->n; at++) {
        if (at % BLOCK == 0 && gla_interrupted())
            return false;
        while (g->first[least] == NOTHING)
            least++;
        int32_t node = g->first[least];
        if (!eliminate(g, e, at, node))
            return false;
        for (int64_t i = at > 0 ? e->ends[at - 1] : 0; i < e->count; i++)
            least = g->key[e->to[i]] < least ? g->key[e->to[i]] : least;
    }
    return true;
}

elimination *panel_eliminate(graph *g)
{
    elimination *e = g->failed ? NULL : gla_calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->n = g->n;
    e->order = gla_malloc((size_t)g->n * sizeof *e->order);
    e->ends = gla_malloc((size_t)g->n * sizeof *e->ends);
    e->inverse = gla_malloc((size_t)g->n * sizeof *e->inverse);
    if (!e->order || !e->ends || !e->inverse || !eliminate_all(g, e)) {
        panel_elimination_free(e);
        return NULL;
    }
    return e;
}

void panel_elimination_free(elimination *e)
{
    if (!e)
        return;
    gla_free(e->order);
    gla_free(e->ends);
    gla_free(e->inverse);
    gla_free(e->to);
    gla_free(e->share);
    gla_free(e);
}

void panel_elimination_solve(const elimination *e, int64_t k, double *x)
{
    for (int64_t at = 0, i = 0; at < e->n; at++) {
        double *own = x + e->order[at] * k;
        for (; i < e->ends[at]; i++)
            for (int64_t c = 0; c < k; c++)
                x[e->to[i] * k + c] += e->share[i] * own[c];
        for (int64_t c = 0; c < k; c++)
            own[c] *= e->inverse[at];
    }
    for (int64_t at = e->n - 1, i = e->count - 1; at >= 0; at--) {
        double *own = x + e->order[at] * k;
        for (int64_t begin = at > 0 ? e->ends[at - 1] : 0; i >= begin; i--)
            for (int64_t c = 0; c < k; c++)
                own[c] += e->share[i] * x[e->to[i] * k + c];
    }
}
