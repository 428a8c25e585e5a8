/* layouts.h - Structs that kernels take as parameters, shared by the kernels and the C code that launches the kernels. This
 * file is plain C, which is also valid CUDA C and OpenCL C. The including file defines int64. Every compiler checks the sizes
 * of the structs, and the C compiler also checks the offsets of the members (src/backends/device/layouts.h). Members of 64 bits
 * must have offsets that are multiples of eight bytes. */
#ifndef CHECK_SIZE
#define CHECK_SIZE(type, bytes) typedef char type##_size_is_right[sizeof(type) == (bytes) ? 1 : -1]
#endif
#define MAX_NDIM 16

/* Dtype codes, as in gla_dtype. */
#define DTYPE_BOOL 1
#define DTYPE_INT8 2
#define DTYPE_INT16 3
#define DTYPE_INT32 4
#define DTYPE_INT64 5
#define DTYPE_UINT8 6
#define DTYPE_UINT16 7
#define DTYPE_UINT32 8
#define DTYPE_UINT64 9
#define DTYPE_FLOAT32 10
#define DTYPE_FLOAT64 11
#define DTYPE_COMPLEX64 12
#define DTYPE_COMPLEX128 13

/* ---- arrays ------------------------------------------------------------------------------------------------------------- */
#define MAP_OPERANDS 4 /* the result and up to three inputs */

/* Shapes and strides in elements. Operand 0 is the result. */
typedef struct {
    int ndim;
    int dtype[MAP_OPERANDS];
    int64 shape[MAX_NDIM];
    int64 strides[MAP_OPERANDS][MAX_NDIM];
} map_layout;
CHECK_SIZE(map_layout, 24 + 8 * MAX_NDIM * (1 + MAP_OPERANDS));

typedef struct {
    int nkeep, nred;
    int64 keep_shape[MAX_NDIM], keep_strides[MAX_NDIM];
    int64 red_shape[MAX_NDIM], red_strides[MAX_NDIM];
} reduce_layout;
CHECK_SIZE(reduce_layout, 8 + 8 * MAX_NDIM * 4);

/* Layout for gather and scatter. In array x, the `nidx` indexed axes come first, followed by the `nrest` axes that are not
 * indexed. The array of values, to which the value strides refer, is the output of gather or the `value` argument of
 * scatter. */
typedef struct {
    int nidx, nrest;
    int64 idx_shape[MAX_NDIM], idx_strides[MAX_NDIM];
    int64 rest_shape[MAX_NDIM], x_strides[MAX_NDIM], value_strides[MAX_NDIM];
    int64 rest;              /* number of elements of the axes that are not indexed */
    int64 nb;                /* number of dimensions of the index arrays, which have the shape b_shape */
    int64 b_shape[MAX_NDIM], b_strides[MAX_NDIM];
} index_layout;
CHECK_SIZE(index_layout, 8 + 8 * (MAX_NDIM * 7 + 2));

typedef struct {
    int ndim;
    int64 shape[MAX_NDIM], strides[MAX_NDIM];
} plain_layout;
CHECK_SIZE(plain_layout, 8 + 8 * MAX_NDIM * 2);

typedef struct {
    int ndim;
    int64 shape[MAX_NDIM], from[MAX_NDIM], to[MAX_NDIM];
} pair_layout;
CHECK_SIZE(pair_layout, 8 + 8 * MAX_NDIM * 3);

/* ---- matrices ----------------------------------------------------------------------------------------------------------- */
/* A stack of matrices: element (i, j) of matrix b is data[b*step + i*row + j*col]. Steps may be negative. */
typedef struct {
    int64 row, col, step;
} stack_strides;
CHECK_SIZE(stack_strides, 8 * 3);

typedef struct {
    int64 rows, k, batch, splits, chunk;
    int64 row, col, step_a, x_step, step_x, y_step, step_y;
    int64 conj_a, conj_x;
} dot_sizes;
CHECK_SIZE(dot_sizes, 8 * 14);

typedef struct {
    int64 m, n, k, batch;
    stack_strides a, b, c;
    int64 conj_a, conj_b, minus, keep, lower, parts; /* keep: add the product to C; lower: skip tiles above the diagonal */
} product_sizes;
CHECK_SIZE(product_sizes, 8 * 19);

typedef struct {
    int64 n, columns, batch;
    stack_strides a, b;
    int64 conjugate, unit;
    int64 rough; /* true if multiplication by inverses of the diagonal blocks is accurate enough, as for an estimate */
} lower_sizes;
CHECK_SIZE(lower_sizes, 8 * 12);

typedef struct {
    int64 n;
    stack_strides a;
    int64 upper, unit, conjugate;
} invert_sizes;
CHECK_SIZE(invert_sizes, 8 * 7);

typedef struct {
    int64 m, first, last, column; /* m: number of rows of the matrix; first, last: range of columns of the panel; column: column
                                   * to process, or first - 1 in the launch that prepares the first column */
    int64 ld, step, batch, groups, steps; /* groups: number of groups per matrix; steps: number of pivots or reflectors per
                                           * matrix */
} panel_sizes;
CHECK_SIZE(panel_sizes, 8 * 9);

typedef struct {
    int64 m, ld, step, batch, pivots;
    int64 first, count;    /* range of pivots to apply */
    int64 column, columns; /* columns in which rows are exchanged */
} exchange_sizes;
CHECK_SIZE(exchange_sizes, 8 * 9);

/* A panel of each matrix of a stack, and the columns on both sides of the panel (stack_panel.h). */
typedef struct {
    int64 n, first, last, batch; /* order of the matrices; columns of the panel */
    int64 ld, step;              /* of the matrices */
    int64 columns, ldb, stepb;   /* of right-hand sides */
    int64 left, right, sides, singles; /* left, right: column blocks on each side of the panel; sides: blocks of right-hand
                                        * sides; singles: 1 if there are single columns */
} stack_panel_sizes;
CHECK_SIZE(stack_panel_sizes, 8 * 13);

/* A Hermitian band during its reduction to a tridiagonal matrix (chase.h). */
typedef struct {
    int64 n, wave; /* n: order of the matrix; wave: index of the wave, which consists of the steps with 2 * sweep + position =
                    * wave */
    int64 slots;   /* number of sweeps whose last reflectors are stored between launches */
    int64 blocks;  /* number of sets of BAND sweeps, which is also the maximum number of positions in a sweep */
} chase_sizes;
CHECK_SIZE(chase_sizes, 8 * 4);

enum {
    SURVEY_LARGEST,    /* largest magnitude of an element */
    SURVEY_DIVIDED,    /* sum of the magnitudes, each divided by its unit */
    SURVEY_MULTIPLIED, /* sum of the magnitudes, each times its unit */
    SURVEY_CONSTANT_SUM,
    SURVEY_LARGEST_PRODUCT /* largest product of a magnitude and its unit */
};

typedef struct {
    int64 rows, cols, ld, step, batch;
    int64 lower, upper, unit; /* lower, upper: triangle to read; unit: the diagonal is 1 */
    int64 way;                /* SURVEY_... */
    int64 code;               /* error code of matrices that contain NaN or Inf; if 0, such matrices are marked instead */
    int64 limits;             /* 1: mark matrices with results out of range; 2: mark matrices with squares of results out of
                               * range */
} survey_sizes;
#define SURVEY_SHORT 512 /* maximum number of rows of a short column */
#define SURVEY_BESIDE 8  /* number of short columns that a group handles at once */
CHECK_SIZE(survey_sizes, 8 * 11);

/* ---- Fourier transforms -------------------------------------------------------------------------------------------------- */
enum { FFT_COMPLEX, FFT_REAL, FFT_HALF };

/* Lines of n elements along the middle axis of an array of shape (outer, n, inner). */
typedef struct {
    int64 n, outer, inner, done;
    int64 source_n, target_n; /* length of an input line, and length of an output line */
    int64 load, store;        /* FFT_... */
    int64 inverse;
    int64 low_bits, has_high; /* sizes of the tables of roots of unity */
} fft_sizes;
CHECK_SIZE(fft_sizes, 8 * 11);

/* Planes of half lines: a batch axis, and up to two axes in addition to the halved axis. */
typedef struct {
    int64 batch, n0, n1;
    int64 batch_step, step0, step1; /* strides of the batch and of the axes */
    int64 last;                     /* position of the last element of a half line that must be real; 0 if only element 0 must
                                     * be real */
} fft_planes;
CHECK_SIZE(fft_planes, 8 * 7);

/* ---- sorting and searching ----------------------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, n, turned;  /* number of rows, and their length; turned: sort in descending order */
    int64 together;         /* number of rows per tile, or of tiles per row */
    int64 chunk, chunks;    /* elements per chunk; chunks per row */
    int64 shift;            /* lowest bit of the digit */
} sort_sizes;
CHECK_SIZE(sort_sizes, 8 * 7);

#define SORT_RANKS 16
typedef struct {
    int64 rows, n, count, first, all; /* rows of n elements; the ranks are elements first ... first + count - 1 of a list of
                                       * `all` ranks */
    int64 rank[SORT_RANKS];
} sort_ranks;
CHECK_SIZE(sort_ranks, 8 * (5 + SORT_RANKS));

#define ORDER_RANKS 4
#define ORDER_DIGIT 10 /* bits in a digit */
typedef struct {
    int64 rows, n, count, first, all; /* as in sort_ranks */
    int64 chunk, chunks;              /* elements per chunk; chunks per row */
    int64 digit;                      /* index of the digit; the most significant digit has index 0 */
    int64 rank[ORDER_RANKS];
} order_sizes;
CHECK_SIZE(order_sizes, 8 * (8 + ORDER_RANKS));

typedef struct {
    int64 rows, n, m;       /* rows of n elements, with m values to search for in each row */
    int64 right, what;      /* right: insert after equal elements; what: a gla_lookup code */
    int64 levels, block;    /* number of levels of the search tree; distance between the nodes of the tree, in elements */
    int64 shares;           /* number of groups that share the values of a row */
} search_sizes;
CHECK_SIZE(search_sizes, 8 * 8);

/* ---- convolution, recursion, interpolation ------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, n, m, first, length; /* n: length of a row of x; m: length of a row of v; first, length: range of each row of
                                      * the result */
} convolve_sizes;
CHECK_SIZE(convolve_sizes, 8 * 5);

/* Recursions along lines of n steps, in chunks of `chunk` steps. A state has k elements. The strides of the coefficients are
 * a_line and a_step. */
typedef struct {
    int64 lines, n, k, chunk, chunks;
    int64 a_line, a_step;
    int64 filters, starts; /* filters: 1 if the state consists of the last k outputs; starts: 1 if initial states are given */
} recur_sizes;
CHECK_SIZE(recur_sizes, 8 * 9);

typedef struct {
    int64 rows, n, m, parts;      /* n: number of grid points; m: number of points per row; parts: 2 for complex values,
                                   * otherwise 1 */
    int64 nu, extrapolate;        /* nu: order of the derivative; extrapolate: 1 to extrapolate outside the grid, 0 to return
                                   * NaN */
} spline_sizes;
CHECK_SIZE(spline_sizes, 8 * 6);

typedef struct {
    int64 points, dims, trailing, parts; /* points: number of points; trailing: number of elements per node, where a complex
                                          * value is treated as 2 elements */
    int64 nearest, extrapolate;          /* nearest: use the nearest node; extrapolate: continue the boundary cells outside the
                                          * grid */
    int64 n[MAX_NDIM], first[MAX_NDIM];  /* length of each axis, and offset of each axis in the concatenation of all axes */
} interpn_sizes;
CHECK_SIZE(interpn_sizes, 8 * (6 + 2 * MAX_NDIM));

typedef struct {
    int64 rows, n, m;             /* rows: number of rows of the result; n: number of grid points; m: number of points per
                                   * row */
    int64 grid_step, values_step; /* row strides; grid_step is 0 if all rows share one grid; values_step is 0 if all rows share
                                   * one row of values */
} interp_sizes;
CHECK_SIZE(interp_sizes, 8 * 5);

/* ---- random numbers ----------------------------------------------------------------------------------------------------- */
#define RANDOM_PARAMETERS 4
typedef struct {
    int64 n, key, position, substream; /* number of elements; position of the first element in the stream */
    int64 arrays, excluded;            /* arrays: 1 if some parameters are arrays; excluded: 1 if upper bounds in these arrays
                                        * are exclusive */
    int64 inner[RANDOM_PARAMETERS], count[RANDOM_PARAMETERS]; /* element i uses array element i / inner % count */
} random_sizes;
CHECK_SIZE(random_sizes, 8 * (6 + 2 * RANDOM_PARAMETERS));
#define RANDOM_EACH 4 /* number of blocks of two integers that each thread generates */

/* ---- tridiagonal matrices ------------------------------------------------------------------------------------------------ */
/* Each node of the merge tree has `size` rows (the last node may have fewer) and merges two finished halves. The lower half
 * begins at row size/2. */
typedef struct {
    int64 n, size, ldq;
    int64 upper, lower; /* numbers of columns of the left operands of the products; in stacks, padded to a common number */
} merge_sizes;
CHECK_SIZE(merge_sizes, 8 * 5);

/* Arrays of n values that the kernels share, stored one after the other. The part of an array that belongs to a node begins at
 * the node's first row. */
#define MERGE_SORTED 0   /* eigenvalues, ascending */
#define MERGE_VALUES 1   /* eigenvalues of both halves, ascending */
#define MERGE_ENDS 2     /* z: elements of the eigenvectors next to the cut */
#define MERGE_POLES 3    /* eigenvalues that remain after deflation */
#define MERGE_WEIGHTS 4
#define MERGE_DEFLATED 5  /* deflated eigenvalues */
#define MERGE_COSINES 6
#define MERGE_SINES 7
#define MERGE_ROOTS 8
#define MERGE_OFFSETS 9  /* distance of each root from the nearest pole */
#define MERGE_RENEWED 10 /* weights z for which the computed roots are exact (Gu and Eisenstat) */
#define MERGE_REALS 11

/* Arrays of n integers. */
#define MERGE_COLUMNS 0  /* columns of the node's part of q, in the order of MERGE_SORTED */
#define MERGE_SOURCES 1  /* columns of q, in the order of MERGE_VALUES */
#define MERGE_KEPT 2     /* columns of the poles */
#define MERGE_KINDS 3    /* halves in which each column is nonzero: 1, 2 or both */
#define MERGE_UPPER 4    /* position of each column in the left operands of the products, or -1 if the column is absent */
#define MERGE_LOWER 5
#define MERGE_DROPPED 6  /* columns of deflated eigenvalues */
#define MERGE_FROM 7     /* column pairs of the deflation rotations */
#define MERGE_TO 8
#define MERGE_NEAREST 9  /* nearest pole of each root */
#define MERGE_INTS 10

/* Counters of each node. */
#define MERGE_COUNT_POLES 0
#define MERGE_COUNT_UPPER 1 /* numbers of poles whose columns are nonzero in the upper half, in the lower half, and in both */
#define MERGE_COUNT_LOWER 2
#define MERGE_COUNT_BOTH 3
#define MERGE_COUNT_ROTATIONS 4 /* rotations */
#define MERGE_COUNTS 5

/* Error codes of the whole matrix. The code is stored next to the exponent of the power of two by which the matrix was
 * divided. */
#define TRIDIAGONAL_NOT_FINITE 1
#define TRIDIAGONAL_NOT_CONVERGED 2

/* ---- sparse matrices ---------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, k, x_row, x_col;   /* number of rows of the matrix; number of columns of x; strides of x */
    int64 lanes;                   /* number of threads per element of the result, a power of 2 */
    int64 long_row, longs, segments; /* rows longer than long_row are processed in segments of long_row elements; number of long
                                      * rows; number of segments */
    int64 distances;               /* number of distinct differences between column index and row index, if the elements are
                                    * coded */
    int64 block;                   /* order of a block, if the matrix consists of blocks */
} sparse_sizes;
CHECK_SIZE(sparse_sizes, 8 * 10);
#define SPARSE_CODES 256      /* maximum number of codes */
#define SPARSE_CODED_ROWS 256 /* rows per group */
#define SPARSE_BLOCK_ROWS 256 /* rows per group, for blocks */
#define TRANSPOSE_CHUNK 4096     /* number of elements that a group counts */
#define TRANSPOSE_AT_ONCE 4          /* number of elements that a thread loads at once */

typedef struct {
    int64 rows, k;          /* order of the triangle; columns of x */
    int64 lower, unit;      /* lower or upper triangle; unit: the diagonal is 1 and is not read */
    int64 lanes;            /* number of threads that sum a row */
    int64 first, last;      /* range of the row order, or of levels */
} sparse_solve_sizes;
CHECK_SIZE(sparse_solve_sizes, 8 * 7);

/* Classes of rows by number of products. A row with at most PRODUCT_THREAD products is computed by one thread. In the classes
 * with at most PRODUCT_SHORT and at most PRODUCT_LOCAL products, a group computes each row. */
#define PRODUCT_THREAD 32
#define PRODUCT_SHORT 256
#define PRODUCT_LOCAL 1024
typedef struct {
    int64 rows, cols;   /* of the result */
    int64 first, count; /* range in the list of rows */
    int64 starts[4];    /* start of each class of rows in the list */
} sparse_product_sizes;
CHECK_SIZE(sparse_product_sizes, 8 * 8);

typedef struct {
    int64 rows, nnz, k; /* number of rows and number of stored elements of the matrix; length of a row of x and y */
    int64 weighted;     /* 1 if the result is multiplied elementwise by the values of the matrix */
} sparse_sampled_sizes;
CHECK_SIZE(sparse_sampled_sizes, 8 * 4);

/* ---- iterative solvers --------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 n, k, lanes, pieces; /* n, k: number of rows and of columns of the vectors; lanes: columns per group; pieces: number
                                * of chunks of rows */
    int64 inputs, outputs, dots;
    int64 factor[3][4]; /* factor of each input in each output: 1 + the index of a scalar, a negative number for minus that
                         * scalar, or 0 for a factor of zero */
    int64 left[2], right[2], sum[2]; /* each inner product is conj(left)·right, where 0 to 3 are inputs and larger numbers are
                                      * outputs; sum: index of the resulting scalar */
    int64 step, at;                  /* see kernels/krylov_steps.h */
} krylov_sizes;
CHECK_SIZE(krylov_sizes, 8 * (7 + 12 + 6 + 2));
