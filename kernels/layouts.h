/* layouts.h - the structs that kernels take as parameters, for the kernels and for the C that launches them: plain C, which
 * CUDA C and OpenCL C are too.  Who includes it has defined int64.  Everybody who reads it checks the sizes; C also the
 * offsets (src/backends/device/layouts.h).  So members of 64 bits stand at multiples of eight. */
#ifndef CHECK_SIZE
#define CHECK_SIZE(type, bytes) typedef char type##_size_is_right[sizeof(type) == (bytes) ? 1 : -1]
#endif
#define MAX_NDIM 16

/* Codes of the dtypes, as in gla_dtype. */
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

/* Sizes and strides in elements; operand 0 is the result. */
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

/* x has its `nidx` indexed axes first, then the `nrest` others.  `value` is out of gather, and value of scatter. */
typedef struct {
    int nidx, nrest;
    int64 idx_shape[MAX_NDIM], idx_strides[MAX_NDIM];
    int64 rest_shape[MAX_NDIM], x_strides[MAX_NDIM], value_strides[MAX_NDIM];
    int64 rest;              /* number of elements of the other axes */
    int64 nb;                /* dimensions of the index arrays, and of value over them */
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
/* A stack of matrices: element (i, j) of matrix b is data[b*step + i*row + j*col]; steps may be negative. */
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
    int64 conj_a, conj_b, minus, keep, lower, parts; /* keep: C is added to; lower: tiles above the diagonal are left alone */
} product_sizes;
CHECK_SIZE(product_sizes, 8 * 19);

typedef struct {
    int64 n, columns, batch;
    stack_strides a, b;
    int64 conjugate, unit;
    int64 rough; /* an estimate: products with inverses of the blocks on the diagonal will do */
} lower_sizes;
CHECK_SIZE(lower_sizes, 8 * 12);

typedef struct {
    int64 n;
    stack_strides a;
    int64 upper, unit, conjugate;
} invert_sizes;
CHECK_SIZE(invert_sizes, 8 * 7);

typedef struct {
    int64 m, first, last, column; /* rows of the matrix; the panel's columns; column: first - 1 prepares for the first */
    int64 ld, step, batch, groups, steps; /* groups for one matrix; pivots, or reflectors, of one matrix */
} panel_sizes;
CHECK_SIZE(panel_sizes, 8 * 9);

typedef struct {
    int64 m, ld, step, batch, pivots;
    int64 first, count;    /* pivots to apply */
    int64 column, columns; /* where */
} exchange_sizes;
CHECK_SIZE(exchange_sizes, 8 * 9);

/* A panel of each matrix of a stack, and the columns beside it (stack_panel.h). */
typedef struct {
    int64 n, first, last, batch; /* order; the panel's columns */
    int64 ld, step;              /* of the matrices */
    int64 columns, ldb, stepb;   /* of right-hand sides */
    int64 left, right, sides, singles; /* blocks of columns that a matrix has: of its own, of right-hand sides, and 1 or 0 */
} stack_panel_sizes;
CHECK_SIZE(stack_panel_sizes, 8 * 13);

/* A Hermitian band in its way to a tridiagonal matrix (chase.h). */
typedef struct {
    int64 n, wave; /* order; which steps are to be done: 2 sweep + position */
    int64 slots;   /* sweeps whose last reflectors are kept between launches */
    int64 blocks;  /* of reflectors beside each other, the most */
} chase_sizes;
CHECK_SIZE(chase_sizes, 8 * 4);

enum {
    SURVEY_LARGEST,    /* of the sizes of elements */
    SURVEY_DIVIDED,    /* their sum, each divided by its unit */
    SURVEY_MULTIPLIED, /* their sum, each times its unit */
    SURVEY_CONSTANT_SUM,
    SURVEY_LARGEST_PRODUCT /* the largest, each times its unit */
};

typedef struct {
    int64 rows, cols, ld, step, batch;
    int64 lower, upper, unit; /* a triangle of it */
    int64 way;                /* SURVEY_... */
    int64 code;               /* of a matrix that holds NaN or Inf; 0: that is a mark too */
    int64 limits;             /* marks numbers out of range: 1 themselves, 2 their squares */
} survey_sizes;
#define SURVEY_SHORT 512 /* rows, up to which a group looks at ... */
#define SURVEY_BESIDE 8  /* ... so many columns at a time */
CHECK_SIZE(survey_sizes, 8 * 11);

/* ---- Fourier transforms -------------------------------------------------------------------------------------------------- */
enum { FFT_COMPLEX, FFT_REAL, FFT_HALF };

/* Lines of n elements of an array (outer, n, inner). */
typedef struct {
    int64 n, outer, inner, done;
    int64 source_n, target_n; /* elements of a line that there are before and behind it */
    int64 load, store;        /* FFT_... */
    int64 inverse;
    int64 low_bits, has_high; /* of the table of roots */
} fft_sizes;
CHECK_SIZE(fft_sizes, 8 * 11);

/* Planes of halves of lines: up to two axes besides the halves, and a batch. */
typedef struct {
    int64 batch, n0, n1;
    int64 batch_step, step0, step1; /* their strides */
    int64 last;                     /* where in a half what is real lies besides its beginning; 0: nowhere */
} fft_planes;
CHECK_SIZE(fft_planes, 8 * 7);

/* ---- order -------------------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, n, turned;  /* of n elements; turned: in descending order */
    int64 together;         /* rows of a tile; or tiles of a row */
    int64 chunk, chunks;    /* elements of a chunk, chunks of a row */
    int64 shift;            /* the first bit of the digit */
} sort_sizes;
CHECK_SIZE(sort_sizes, 8 * 7);

#define SORT_RANKS 16
typedef struct {
    int64 rows, n, count, first, all; /* of n elements; so many ranks, from the first one of all on */
    int64 rank[SORT_RANKS];
} sort_ranks;
CHECK_SIZE(sort_ranks, 8 * (5 + SORT_RANKS));

#define ORDER_RANKS 4
#define ORDER_DIGIT 10 /* bits that are counted at once */
typedef struct {
    int64 rows, n, count, first, all; /* as sort_ranks */
    int64 chunk, chunks;              /* elements of a chunk, chunks of a row */
    int64 digit;                      /* its number, the highest is the first */
    int64 rank[ORDER_RANKS];
} order_sizes;
CHECK_SIZE(order_sizes, 8 * (8 + ORDER_RANKS));

typedef struct {
    int64 rows, n, m;       /* of n elements, with m values each */
    int64 right, what;      /* behind equal elements; gla_lookup */
    int64 levels, block;    /* of the tree, whose nodes are so many elements apart */
    int64 shares;           /* groups for the values of a row */
} search_sizes;
CHECK_SIZE(search_sizes, 8 * 8);

/* ---- series ------------------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, n, m, first, length; /* of a row of x and of v; of the result: where it begins, how long a row is */
} convolve_sizes;
CHECK_SIZE(convolve_sizes, 8 * 5);

/* Lines of n steps in chunks of `chunk`; k numbers of a state; where the coefficients of a line and of a step are. */
typedef struct {
    int64 lines, n, k, chunk, chunks;
    int64 a_line, a_step;
    int64 filters, starts; /* the state is what came out last; there are states before the first step */
} recur_sizes;
CHECK_SIZE(recur_sizes, 8 * 9);

typedef struct {
    int64 rows, n, m, parts;      /* of n points of the grid and m places; 2 parts: complex numbers */
    int64 nu, extrapolate;        /* which derivative; NaN outside, or not */
} spline_sizes;
CHECK_SIZE(spline_sizes, 8 * 6);

typedef struct {
    int64 points, dims, trailing, parts; /* places; numbers at a node, of which complex ones are 2 parts each */
    int64 nearest, extrapolate;          /* the value of the nearest node; outside that of the cells at the edge */
    int64 n[MAX_NDIM], first[MAX_NDIM];  /* lengths of the axes, and where each begins among all */
} interpn_sizes;
CHECK_SIZE(interpn_sizes, 8 * (6 + 2 * MAX_NDIM));

typedef struct {
    int64 rows, n, m;             /* of the result; lengths of a grid and of a row of places */
    int64 grid_step, values_step; /* from row to row; 0 where one serves all */
} interp_sizes;
CHECK_SIZE(interp_sizes, 8 * 5);

/* ---- random numbers ----------------------------------------------------------------------------------------------------- */
#define RANDOM_PARAMETERS 4
typedef struct {
    int64 n, key, position, substream; /* elements; where in the stream the first one is */
    int64 arrays, excluded;            /* some parameters are arrays; the upper bound of those does not count */
    int64 inner[RANDOM_PARAMETERS], count[RANDOM_PARAMETERS]; /* element i has number i / inner % count of an array */
} random_sizes;
CHECK_SIZE(random_sizes, 8 * (6 + 2 * RANDOM_PARAMETERS));
#define RANDOM_EACH 4 /* blocks of two whole numbers that a thread makes */

/* ---- tridiagonal matrices ------------------------------------------------------------------------------------------------ */
/* Nodes of `size` rows, the last one of fewer, are made of halves that are done: the lower one begins in row size/2. */
typedef struct {
    int64 n, size, ldq;
    int64 upper, lower; /* columns of the products' left sides, for a whole stack: filled up with zeros */
} merge_sizes;
CHECK_SIZE(merge_sizes, 8 * 5);

/* Arrays of n numbers that the kernels share, one after the other; those of a node begin at its first row. */
#define MERGE_SORTED 0   /* the eigenvalues, ascending */
#define MERGE_VALUES 1   /* of both halves, ascending */
#define MERGE_ENDS 2     /* z: elements of the eigenvectors where the halves meet */
#define MERGE_POLES 3    /* what is left of both by deflation */
#define MERGE_WEIGHTS 4
#define MERGE_SETTLED 5  /* eigenvalues that deflation has found */
#define MERGE_COSINES 6
#define MERGE_SINES 7
#define MERGE_ROOTS 8
#define MERGE_OFFSETS 9  /* of roots from their nearest poles */
#define MERGE_RENEWED 10 /* the weights for which the roots are exact */
#define MERGE_REALS 11

/* And of integers. */
#define MERGE_COLUMNS 0  /* of the node's part of q, in the order of MERGE_SORTED */
#define MERGE_SOURCES 1  /* in that of MERGE_VALUES */
#define MERGE_KEPT 2     /* those of the poles */
#define MERGE_KINDS 3    /* which halves have elements in a column: 1, 2 or both */
#define MERGE_UPPER 4    /* their columns in the products' left sides; -1: none */
#define MERGE_LOWER 5
#define MERGE_DROPPED 6  /* columns of settled eigenvalues */
#define MERGE_FROM 7     /* rotations */
#define MERGE_TO 8
#define MERGE_NEAREST 9  /* poles of roots */
#define MERGE_INTS 10

/* What is counted for each node. */
#define MERGE_COUNT_POLES 0
#define MERGE_COUNT_UPPER 1 /* of these, in one half alone, or in both */
#define MERGE_COUNT_LOWER 2
#define MERGE_COUNT_BOTH 3
#define MERGE_COUNT_TURNS 4 /* rotations */
#define MERGE_COUNTS 5

/* Of the whole matrix: what went wrong, and the power of two that it was divided by. */
#define TRIDIAGONAL_NOT_FINITE 1
#define TRIDIAGONAL_NOT_CONVERGED 2

/* ---- sparse matrices ---------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 rows, k, x_row, x_col;   /* of the matrix; columns of x, and the strides of x */
    int64 lanes;                   /* threads for an element of the result, a power of 2 */
    int64 long_row, longs, segments; /* longer rows are gone through in segments of that length: how many there are of both */
    int64 distances;               /* of columns from rows, where elements have codes */
    int64 block;                   /* rows, and columns, of a block where the matrix consists of blocks */
} sparse_sizes;
CHECK_SIZE(sparse_sizes, 8 * 10);
#define SPARSE_CODES 256      /* there are at most */
#define SPARSE_CODED_ROWS 256 /* a group's */
#define SPARSE_BLOCK_ROWS 256 /* the same, of blocks */
#define TURN_STRETCH 4096     /* numbers for which a group counts others */
#define TURN_TAKEN 4          /* elements that a thread fetches at once */

typedef struct {
    int64 rows, k;          /* of the triangle; columns of x */
    int64 lower, unit;      /* which triangle; its diagonal is not read */
    int64 lanes;            /* of which the sum of a row is made */
    int64 first, last;      /* elements of the order; or levels */
} sparse_solve_sizes;
CHECK_SIZE(sparse_solve_sizes, 8 * 7);

/* Products of a row: up to PRODUCT_THREAD are a thread's, up to PRODUCT_SHORT and PRODUCT_LOCAL a group's in local memory. */
#define PRODUCT_THREAD 32
#define PRODUCT_SHORT 256
#define PRODUCT_LOCAL 1024
typedef struct {
    int64 rows, cols;   /* of the result */
    int64 first, count; /* of the rows in the list */
    int64 starts[4];    /* where the rows of each class begin in it */
} sparse_product_sizes;
CHECK_SIZE(sparse_product_sizes, 8 * 8);

typedef struct {
    int64 rows, nnz, k; /* of the matrix; elements of a row of x and y */
    int64 weighted;     /* times the values of the matrix */
} sparse_sampled_sizes;
CHECK_SIZE(sparse_sampled_sizes, 8 * 4);

/* ---- iterative solvers --------------------------------------------------------------------------------------------------- */
typedef struct {
    int64 n, k, lanes, pieces; /* rows and columns of the vectors; columns of a group, stretches of rows */
    int64 inputs, outputs, dots;
    int64 factor[3][4]; /* of an output, for an input: the number, from 1 on, or below 0 its negative; 0: none */
    int64 left[2], right[2], sum[2]; /* conj(left)·right, of inputs and, from 4 on, outputs; the number that becomes */
    int64 step, at;                  /* kernels/krylov_steps.h */
} krylov_sizes;
CHECK_SIZE(krylov_sizes, 8 * (7 + 12 + 6 + 2));
