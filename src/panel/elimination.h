/* elimination.h - Approximate Cholesky factors of graph Laplacians, on the host.
 *
 * A Laplacian is D - A, where A contains the edge weights of a graph, and the diagonal matrix D contains the row sums of A. The
 * elimination of a node joins its neighbours pairwise.  If an elimination would create too many edges, each neighbour is joined
 * with only one other neighbour, chosen at random such that the expectation is exact (R. Kyng and S. Sachdeva, 2016; Y. Gao, R.
 * Kyng and D. A. Spielman, 2023).  The same graph always yields the same factor. */
#ifndef GLA_PANEL_ELIMINATION_H
#define GLA_PANEL_ELIMINATION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct graph graph;
typedef struct elimination elimination;

/* Return a graph of n nodes without edges; NULL if memory is insufficient.  Exact eliminations may create at most `exact`
 * edges. */
graph *panel_graph_new(int64_t n, int64_t exact);
void panel_graph_free(graph *g);
/* Add an edge.  A failure is reported by panel_eliminate(). */
void panel_graph_join(graph *g, int32_t a, int32_t b, double weight);
/* Add the edges that eliminating a node outside the graph creates between its n distinct neighbours.  Both lists are
 * overwritten. */
void panel_graph_add_star(graph *g, int64_t n, int32_t *nodes, double *weights);

/* Eliminate all nodes and consume the graph.  Return NULL if memory is insufficient or the user has interrupted. */
elimination *panel_eliminate(graph *g);
void panel_elimination_free(elimination *e);
/* Solve for k vectors in place, x[node * k + column]. */
void panel_elimination_solve(const elimination *e, int64_t k, double *x);

#endif
