/* elimination.h - approximate Cholesky factors of Laplacian matrices, on the host.
 *
 * A Laplacian is D - A, where A has the weights of the edges of a graph and D their sums.  The elimination of a node joins its
 * neighbours pairwise.  Where that would make too many edges, each neighbour is joined with one other, chosen at random such
 * that the expectation is right (R. Kyng and S. Sachdeva, 2016; Y. Gao, R. Kyng and D. A. Spielman, 2023).  The same graph
 * always gives the same factor. */
#ifndef GLA_PANEL_ELIMINATION_H
#define GLA_PANEL_ELIMINATION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct graph graph;
typedef struct elimination elimination;

/* A graph of n nodes without edges; NULL without memory.  `exact` edges may be made for nodes that are eliminated exactly. */
graph *panel_graph_new(int64_t n, int64_t exact);
void panel_graph_free(graph *g);
/* Add an edge.  Failures are kept until panel_eliminate. */
void panel_graph_join(graph *g, int32_t a, int32_t b, double weight);
/* Add what the elimination of a node outside the graph leaves, which has edges to n different nodes; both lists are changed. */
void panel_graph_add_star(graph *g, int64_t n, int32_t *nodes, double *weights);

/* Eliminate all nodes; the graph is of no more use.  NULL: no memory, or the user wants to stop. */
elimination *panel_eliminate(graph *g);
void panel_elimination_free(elimination *e);
/* Solve for k vectors in place, x[node * k + column]. */
void panel_elimination_solve(const elimination *e, int64_t k, double *x);

#endif
