/* backend.h - the contract between the facade and a backend.
 *
 * A backend is a module that exports
 *     const gla_backend *gla_backend_entry(void);
 * It translates; the facade has checked.  For every slot holds, unless its comment says otherwise:
 *   - arguments are valid: dtypes and shapes fit, sizes do not overflow, pointers are on `dev`, no result overlaps an
 *     input (a map may write exactly onto an input);
 *   - arrays may be empty only where said; the facade answers empty operations itself;
 *   - work may be enqueued and finish later (see device->synchronize).  Slots that say "blocks" have finished when they
 *     return, because they return values to the host;
 *   - it returns GLA_OK, or fails with gla_fail(): GLA_OUT_OF_MEMORY_ERROR, GLA_DEVICE_ERROR, or what its comment names;
 *   - it may be called from several threads at once.
 * Every backend has the rooms device, memory, array (with copy), blas and lapack.  Another room or slot may be NULL: then
 * the host computes it if the doc comments of the operations say so (`@needs lapack.gesvd, else the host`;
 * src/core/dispatch.h), else NotSupportedError is raised.  What is called optional is a shortcut, without which the facade
 * does the same in more steps.
 */
#ifndef GLA_SRC_BACKEND_H
#define GLA_SRC_BACKEND_H

#include "array.h"
#include "elementwise/ops.h"

#include <pthread.h>
#include <signal.h>

/* Core and backends come from one build: the core loads no backend of another version, nor of another contract, for which this
 * number is raised between versions. */
#define GLA_BACKEND_ABI 5

typedef struct gla_backend gla_backend;

#define GLA_MAX_DEVICES 64
#define GLA_MAX_STREAMS 64 /* of one device, its default stream included */

/* One device of one backend; made by the registry, lives as long as the process. */
struct gla_device {
    const gla_backend *backend;
    int index;          /* of the device within the backend */
    int number;         /* among all devices of the process, below GLA_MAX_DEVICES */
    bool is_host;       /* its memory is ordinary host memory */
    char name[32];      /* "cuda:0"; "host" */
    void *state;        /* the backend's own */
    bool lacks_float64; /* set by open: it has neither float64 nor complex128, and the facade refuses such arrays */
    _Atomic(gla_stream *) streams[GLA_MAX_STREAMS];    /* [0] is the default one; kept by src/runtime/stream.c */
    atomic_size_t bytes_used, bytes_peak, bytes_limit; /* kept by src/runtime/budget.c; limit 0: none */
};

/* ---- device: what is there ---------------------------------------------------------------------------------- */
typedef struct gla_device_ops {
    /* Number of devices; 0 with a reason through gla_fail(GLA_DEVICE_ERROR) when the driver is missing.  Called once. */
    int (*count)(void);
    /* Make ready for use: contexts, streams.  Called once, before anything else on dev. */
    gla_status (*open)(gla_device *dev);
    /* Append properties to the record (see gla_device_info), with gla_record_* below. */
    gla_status (*properties)(gla_device *dev, gla_record *record);
    /* Wait for all pending work; reports its failures.  Where there is a stream room it is asked for only when memory that
     * other libraries use goes: their work is meant too. */
    gla_status (*synchronize)(gla_device *dev);
    /* Of a backend with is_gpu: whether dev may be taken as the default before the host.  Called before open.  NULL: yes. */
    bool (*is_gpu)(const gla_device *dev);
} gla_device_ops;

/* ---- memory --------------------------------------------------------------------------------------------------- */
typedef struct gla_memory_state {
    size_t free, total; /* of the device; 0: not known */
    size_t reserved;    /* by us: what is used, and what is kept for the next arrays */
} gla_memory_state;

typedef struct gla_memory_ops {
    /* bytes > 0; the result is aligned to 64 bytes.  Work in the thread's current stream may use it. */
    gla_status (*alloc)(gla_device *dev, size_t bytes, void **data);
    /* May be used again once what `stream` (a state of gla_stream_ops) holds now is done. */
    void (*free)(gla_device *dev, void *data, size_t bytes, void *stream);
    /* Contiguous blocks between host and device; NULL on devices with is_host.  The host block has been consumed, or is
     * complete, on return (blocks). */
    gla_status (*upload)(gla_device *dev, void *dst, const void *host, size_t bytes);
    gla_status (*download)(gla_device *dev, void *host, const void *src, size_t bytes);
    /* The same between a host array of any strides, none of them negative or repeating, and a block with its elements in
     * row-major order.  NULL: the facade packs. */
    gla_status (*upload_array)(gla_device *dev, void *dst, const gla_array *src);
    gla_status (*download_array)(gla_device *dev, gla_array *dst, const void *src);

    /* What follows may be NULL. */
    gla_status (*info)(gla_device *dev, gla_memory_state *state);
    /* Release to the system what nothing uses: *bytes of it (blocks). */
    gla_status (*trim)(gla_device *dev, size_t *bytes);
    /* No more than this many bytes will be used, 0: as many as there are.  What is beyond need not be kept for later. */
    gla_status (*limit)(gla_device *dev, size_t bytes);
    /* A block of `from`, another device of the backend, to dev; in the current stream of dev, which has been made to wait for
     * that of `from`, which will be made to wait for it. */
    gla_status (*peer)(gla_device *dev, void *dst, gla_device *from, const void *src, size_t bytes);
    /* Host memory for copies that run by themselves in the current stream; all three or none. */
    gla_status (*alloc_pinned)(gla_device *dev, size_t bytes, void **data);
    void (*free_pinned)(gla_device *dev, void *data, size_t bytes);
    gla_status (*copy_pinned)(gla_device *dev, void *device, void *host, size_t bytes, bool up);
    /* Index of the device whose memory another library's address is in; dev's own if all can reach it.  NULL: not asked. */
    gla_status (*locate)(gla_device *dev, const void *data, int *index);
    /* As alloc, with contents of zero bytes.  NULL: the facade fills. */
    gla_status (*alloc_zeros)(gla_device *dev, size_t bytes, void **data);
    /* Keep at most so many bytes of freed memory for the next arrays, as the user wants it.  Called before the first alloc. */
    gla_status (*keep)(gla_device *dev, size_t bytes);
} gla_memory_ops;

/* ---- streams: queues of work that run side by side.  NULL room: the backend has finished when its slots return ------ */
typedef struct gla_stream_ops {
    /* A queue; asked for once when the device is opened, for the default one, then for those of users.  Queues are kept for
     * the life of the process and given out again. */
    gla_status (*create)(gla_device *dev, void **stream);
    gla_status (*synchronize)(gla_device *dev, void *stream);
    gla_status (*query)(gla_device *dev, void *stream, bool *done);
    /* What is put into `stream` from now on waits for what is in `other` now; `other` is of the same backend. */
    gla_status (*join)(gla_device *dev, void *stream, void *other);
    /* The same between `stream` and a queue of another library, by its native handle or one of the numbers in core.h: it
     * waits for us, or we for it. */
    gla_status (*sync_external)(gla_device *dev, void *stream, uintptr_t native, bool it_waits);
    uintptr_t (*native)(void *stream);

    /* A mark behind what is in `stream` now; with timing it can be asked for the time. */
    gla_status (*event_record)(gla_device *dev, void *stream, bool timing, void **event);
    void (*event_free)(gla_device *dev, void *event);
    gla_status (*event_synchronize)(gla_device *dev, void *event);
    gla_status (*event_query)(gla_device *dev, void *event, bool *done);
    gla_status (*event_wait)(gla_device *dev, void *stream, void *event); /* stream waits; event is of the same backend */
    /* Milliseconds between two marks with timing; waits for them. */
    gla_status (*event_elapsed)(gla_device *dev, void *start, void *end, double *milliseconds);
} gla_stream_ops;

/* ---- elementwise, copies, reductions, indexing --------------------------------------------------------------- */
typedef enum gla_reduction {
    GLA_REDUCE_SUM,
    GLA_REDUCE_PROD,
    GLA_REDUCE_MIN,
    GLA_REDUCE_MAX,
    GLA_REDUCE_ARGMIN,
    GLA_REDUCE_ARGMAX, /* position in the row-major order of the reduced axes, as int64 */
    GLA_REDUCE_ANY,
    GLA_REDUCE_ALL,
    GLA_REDUCE_VAR, /* variance about the mean, divided by (n - correction); NaN where that is not positive */
    GLA_REDUCE_STD, /* its square root */
    GLA_REDUCE_MEAN
} gla_reduction;

typedef enum gla_scan_op { GLA_SCAN_SUM, GLA_SCAN_PROD, GLA_SCAN_MIN, GLA_SCAN_MAX } gla_scan_op;

typedef enum gla_group_op {
    GLA_GROUP_SUM,
    GLA_GROUP_MIN,
    GLA_GROUP_MAX,
    GLA_GROUP_COUNT,
    GLA_GROUP_FIRST, /* positions, -1 for a group without elements */
    GLA_GROUP_LAST
} gla_group_op;

/* Where elements that are not zero stand: the array in its row-major order is cut into `count` ranges of `length` elements, and
 * before range i there are starts[i] of them; starts[count] is their number. */
#define GLA_NONZERO_RANGES 1024
typedef struct gla_nonzero_ranges {
    int64_t count, length;
    int64_t starts[GLA_NONZERO_RANGES + 1];
} gla_nonzero_ranges;

typedef struct gla_array_ops {
    /* dst = src, element by element, converting the type (C conversion; nonzero is true).  Same shape; any strides (src
     * may repeat by stride 0).  src may be a host scalar: ndim 0 or all strides 0, on the host, while dev is not. */
    gla_status (*copy)(gla_device *dev, const gla_array *src, gla_array *dst);

    /* out = op(in...), computed in type `compute`, for which the table has an expression.  Each in[i] has the shape of out
     * (strides 0 where it repeats), of any strides and any dtype, converted to `compute` on load (the condition of
     * `where` to bool).  out has the table's result dtype and any strides.  in[i] may be a host scalar, as in copy.
     * gla_op_fail_check() for what the table's flags forbid among integers, before out is changed; gla_op_warn_overflow() where
     * powers and squares of integers wrap around. */
    gla_status (*map)(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out);

    /* Reduce the axes of x from nkeep on; the first nkeep axes are kept.  out is contiguous with their shape, but for axes
     * of size one; its dtype is the one to accumulate in at least, of the kind of x's or of a later one.  The reduced part
     * is not empty.  The result must not depend on the number of threads.  NaN wins in MIN, MAX, ARGMIN, ARGMAX. */
    gla_status (*reduce)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out);

    /* out[i] = start + i*step for a 1-d contiguous out.  Integer types use istart and istep (wrapping), others start, step,
     * the product and sum each rounded once. */
    gla_status (*range)(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep);

    /* Along the last axis, what came up to each element put together, the element itself with it; x has the shape of out, not
     * empty, any strides and any dtype of out's kind or an earlier one, converted on load.  NaN wins in MIN and MAX.  The
     * result must not depend on the number of threads. */
    gla_status (*scan)(gla_device *dev, gla_scan_op op, const gla_array *x, gla_array *out);

    /* How many elements are not zero, and in which ranges they stand (blocks). */
    gla_status (*count_nonzero)(gla_device *dev, const gla_array *x, gla_nonzero_ranges *ranges);
    /* Their positions in row-major order, after count_nonzero: out is int64, contiguous, of shape (ndim, number).  An x that
     * has changed since may give wrong positions, or GLA_ARGUMENT_ERROR. */
    gla_status (*nonzero)(gla_device *dev, const gla_array *x, const gla_nonzero_ranges *ranges, gla_array *out);
    /* The elements of x where mask is not zero, in the same order: mask is bool and has the shape of x, each of any strides;
     * out is contiguous. */
    gla_status (*select)(gla_device *dev, const gla_array *mask, const gla_nonzero_ranges *ranges, const gla_array *x,
                         gla_array *out);

    /* Of the rows of x, (n, k) and contiguous, those with the same key together: out is (groups, k), contiguous.  keys is
     * int64, contiguous, of n > 0 elements.  SUM is of int64, uint64, float32 or float64, MIN and MAX of any real type; x and
     * out have one type.  COUNT, FIRST and LAST take no x, k is 1 and out int64.  A group without elements has the sum 0 and
     * extremes NaN, or anything where there is no NaN.  Results do not depend on the order of the work.
     * gla_group_out_of_range (blocks, for that), where out may be changed. */
    gla_status (*group)(gla_device *dev, const char *name, gla_group_op op, const gla_array *x, const gla_array *keys,
                        int64_t groups, gla_array *out);

    /* Advanced indexing of the first nidx axes of x.  Each idx[j] is int64, contiguous, of one common shape B; negative
     * positions count from the end.  gather: out = x[idx...], shape B + the other axes.  scatter: x[idx...] = value, of that
     * shape (any dtype of x's, strides 0 where it repeats), in row-major order so that the last of equal positions wins.
     * GLA_INDEX_ERROR, before x is changed, when a position is out of range; the message names position, axis and
     * length (blocks, for that). */
    gla_status (*gather)(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out);
    gla_status (*scatter)(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value);

    /* For each matrix of a stack (..., m, n): dst = src on the diagonal and below it (above it unless lower), zero
     * elsewhere; with unit, one on the diagonal.  One floating or complex dtype, any strides; dst may be src exactly.
     * What is not copied is not read.  Needed with the lapack room. */
    gla_status (*triangle)(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst);
    /* Whether no element of x, floating or complex, of any strides, is NaN or Inf (blocks).  NULL: the facade reduces
     * isfinite. */
    gla_status (*all_finite)(gla_device *dev, const gla_array *x, bool *yes);
    /* As reduce, MIN or MAX of a real floating x, of the elements that are not NaN; NaN where there are none.  NULL: the facade
     * reduces x with infinities in the place of NaN. */
    gla_status (*reduce_present)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out);
    /* As reduce, SUM or PROD of integers (or bool) in an integer type; *beyond says whether a result is beyond that type, and
     * has wrapped around.  NULL: the facade compares with the same in floating point. */
    gla_status (*reduce_integers)(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, gla_array *out,
                                  bool *beyond);
    /* out = the elements of x between two numbers, not NaN, as minimum(maximum(x, least), most) has them: x and out are float32
     * or float64, contiguous, of one shape.  NULL: the facade maps those two. */
    gla_status (*clip)(gla_device *dev, const gla_array *x, double least, double most, gla_array *out);
} gla_array_ops;

/* ---- rooms with a contract of their own ----------------------------------------------------------------------------- */
#include "contract/dense.h"
#include "contract/fft.h"
#include "contract/quasi.h"
#include "contract/sorting.h"
#include "contract/series.h"
#include "contract/random.h"
#include "contract/sparse.h"
#include "contract/direct.h"
#include "contract/krylov.h"

/* ---- device code of users and of the facade ------------------------------------------------------------------------ */
typedef enum gla_language {
    GLA_PORTABLE, /* the dialect of kernels/prelude.h, which the backend puts before each text */
    GLA_CUDA_C,
    GLA_OPENCL_C,
    GLA_BINARY /* PTX, cubin, an OpenCL binary: the backend distinguishes them */
} gla_language;

typedef struct gla_source {
    const char *name; /* for messages: "saxpy.cl" */
    const char *text; /* or bytes */
    size_t length;    /* without a terminating zero */
} gla_source;

/* What becomes one module: texts that are compiled one by one and linked. */
typedef struct gla_program {
    gla_language language;
    int n;
    const gla_source *sources;
    int n_headers; /* found by #include "name" */
    const gla_source *headers;
    int n_options; /* of the compiler: "-DT=float64", "-Ipath" */
    const char *const *options;
} gla_program;

typedef enum gla_argument_kind { GLA_ARGUMENT_BUFFER, GLA_ARGUMENT_VALUE, GLA_ARGUMENT_LOCAL } gla_argument_kind;

typedef struct gla_argument {
    gla_argument_kind kind;
    const void *value; /* BUFFER: the address on the device itself; VALUE: where `size` bytes stand; LOCAL: nothing */
    size_t size;
} gla_argument;

typedef struct gla_launch {
    const char *op;                    /* for messages; stays for the life of the process */
    uint32_t groups[3], group_size[3]; /* all at least 1 */
    size_t local_bytes;                /* dynamic local memory: CUDA's extern __shared__, the dialect's DYNAMIC_LOCAL */
    int n;
    const gla_argument *arguments;
} gla_launch;

typedef struct gla_kernel_ops {
    /* Whether texts of the language are taken; the reason through gla_fail(GLA_NOT_SUPPORTED_ERROR) where not. */
    gla_status (*accepts)(gla_device *dev, gla_language language);
    /* Compile and link, from the disk cache where that has it.  GLA_COMPILE_ERROR with the compiler's log, in which lines
     * are numbered as the user wrote them. */
    gla_status (*build)(gla_device *dev, const gla_program *program, void **module);
    void (*module_free)(gla_device *dev, void *module); /* kernels that are pending still run */
    /* GLA_ARGUMENT_ERROR when the module has no kernel of that name.  It lives as long as the module. */
    gla_status (*find)(gla_device *dev, void *module, const char *name, void **kernel);
    /* Enqueue in the thread's current stream.  GLA_ARGUMENT_ERROR when sizes are beyond the device's limits. */
    gla_status (*launch)(gla_device *dev, void *kernel, const gla_launch *launch);
    /* Append what is known of the kernel: max_group_size, local_bytes, registers ... */
    gla_status (*properties)(gla_device *dev, void *kernel, gla_record *record);
} gla_kernel_ops;

/* ---- users' formulas (src/formula/expr.h) ----------------------------------------------------------------------------- */
typedef struct gla_expr gla_expr;
typedef struct gla_constant gla_constant;

typedef struct gla_fused_ops {
    /* out[k] = output k of e, element by element.  in[i] has the outputs' shape (strides 0 where it repeats), any strides and
     * any dtype, converted to the input's on load.  out[k] has the dtype of output k; all have the same layout, without gaps
     * in some order of axes. */
    gla_status (*map)(gla_device *dev, const gla_expr *e, const gla_array *const in[], gla_array *const out[]);

    /* Of three expressions: map, the inputs to one value; combine, two of these to one; post, the last one and their number
     * to an output.  The first nkeep axes of all in[i] are those of out; over the others, `length` elements (not 0), the
     * mapped values are combined.  combine is associative and commutative.  The result does not depend on the number of
     * threads. */
    gla_status (*reduce)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], int nkeep,
                         int64_t length, gla_array *out);
    /* Along the last axis, all that came up to each element combined; with `before` it comes first, and the element itself
     * does not take part.  combine is associative.  in[i] have the shape of out, which has any strides. */
    gla_status (*scan)(gla_device *dev, const gla_expr *const exprs[3], const gla_array *const in[], const gla_constant *before,
                       gla_array *out);
} gla_fused_ops;

/* ---- programs of device code, compiled before somebody waits for them (gla_warm) --------------------------------------- */
typedef struct gla_warm_plan {
    const char *only;           /* programs of what has this in its name; NULL: of anything */
    bool all;                   /* what few scripts need, too */
    bool shared;                /* kept for all users of this installation */
    int64_t first, count;       /* which of them; count < 0: to the last */
    int64_t programs, compiled; /* filled in: how many they are, and how many of those asked for were not there yet */
} gla_warm_plan;

typedef struct gla_program_ops {
    /* Compile into the cache on disk, for dev or, where that is NULL, for an architecture of the backend ("sm_90"). */
    gla_status (*warm)(gla_device *dev, const char *architecture, gla_warm_plan *plan);
} gla_program_ops;

struct gla_backend {
    int abi;                 /* GLA_BACKEND_ABI */
    const char *version;     /* PACKAGE_VERSION */
    const char *name;        /* "cuda": device names are name:index, or "host" */
    const char *description; /* what does the work: "OpenBLAS 0.3.21 (Zen)"; may be computed in gla_backend_entry */
    bool is_gpu;             /* devices of it are taken as the default before the host, if device->is_gpu does not say no */
    const gla_device_ops *device;
    const gla_memory_ops *memory;
    const gla_array_ops *array;
    const gla_blas_ops *blas;
    const gla_lapack_ops *lapack;
    const gla_stream_ops *stream;
    const gla_kernel_ops *kernel;
    const gla_fused_ops *fused;
    const gla_fft_ops *fft;
    const gla_quasi_ops *quasi;
    const gla_sorting_ops *sorting;
    const gla_series_ops *series;
    const gla_random_ops *random;
    const gla_sparse_ops *sparse;
    const gla_direct_ops *direct;
    const gla_krylov_ops *krylov;
    const gla_program_ops *program;
    /* How its slots choose between several ways, for `gpulinalg info --ops` (core/dispatch.h); the last is NULL.  NULL: nothing
     * to say. */
    const struct gla_strategies *const *strategies;
};

/* ---- what the core offers to backends (and to the facade) ----------------------------------------------------- */
GLA_BEGIN_DECLS

/* What a backend's module exports (each module defines its own).  NULL, with a reason through gla_fail, when what it needs
 * is not on this machine. */
const gla_backend *gla_backend_entry(void);
/* What a module may export besides: the same without devices, which compiles for architectures where there is no driver. */
const gla_backend *gla_compiler_entry(void);

/* "NAME: key K at position P is not in 0 ... G - 1", IndexError; and of how many bits the units of a sum of n numbers are
 * (kernels/group.h, docs/decisions/0063). */
gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups);
int gla_group_bits(int64_t n);

/* Set the thread's error and return its status: `return gla_fail(GLA_SHAPE_ERROR, "solve: a is %lld x %lld ...", ...)`.
 * One sentence: operation, fact, remedy. */
gla_status gla_fail(gla_status status, const char *format, ...)
#if defined(__GNUC__) && !defined(SWIG)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
/* The same for running out of host memory: "solve: out of memory (asked for N bytes)". */
gla_status gla_fail_memory(const char *operation, size_t bytes);

#ifdef GLA_ANALYSIS /* static analysers cannot know that what a failure returns is never GLA_OK */
#define gla_fail(status, ...) (gla_fail(status, __VA_ARGS__), (status) ? (status) : GLA_INTERNAL_ERROR)
#define gla_fail_memory(...) (gla_fail_memory(__VA_ARGS__), GLA_OUT_OF_MEMORY_ERROR)
#endif

/* malloc/calloc/realloc of the library: tests make the n-th of them fail.  NULL on failure, no message. */
void *gla_malloc(size_t bytes);
void *gla_calloc(size_t count, size_t size);
void *gla_realloc(void *p, size_t bytes);
/* gla_free is public. */
/* Whether a test wants the allocation that is about to be made by other means to fail. */
bool gla_malloc_fails(void);

/* Make the n-th allocation from now fail (and all later ones when `all`); 0 turns it off.  For tests. */
void gla_test_fail_allocation(long n, bool all);
long gla_test_allocations(void); /* how many there have been since the last gla_test_fail_allocation */

/* The host's device, whose backend can be asked for what another one has not. */
gla_status gla_host_device(gla_device **dev);

/* Work space on dev counts as arrays do: take before it is allocated (OutOfMemoryError beyond the limit), give after it is
 * freed; fail when it was taken but could not be allocated. */
gla_status gla_memory_take(const char *op, gla_device *dev, size_t bytes);
void gla_memory_give(gla_device *dev, size_t bytes);
gla_status gla_memory_fail(const char *op, gla_device *dev, size_t bytes);

/* Copy `count` elements of a host array, from number `first` of its row-major order on, to a block or from it. */
void gla_pack(const gla_array *x, int64_t first, int64_t count, void *block);
void gla_unpack(gla_array *x, int64_t first, int64_t count, const void *block);

/* For tables of transforms, to the last bit: exp(-2πi k/n), 0 <= k < n, and exp(∓πi k²/n), + where inverse. */
void gla_fft_root(int64_t k, int64_t n, double *re, double *im);
void gla_fft_chirp(int64_t k, int64_t n, bool inverse, double *re, double *im);

/* The queue (of gla_stream_ops) that this thread puts its work on dev into. */
void *gla_stream_state(const gla_device *dev);
/* Whether the user wants to stop (Ctrl-C): long waits ask now and then, and fail with GLA_INTERRUPTED_ERROR. */
bool gla_interrupted(void);
/* While it is held the answer is no, and nothing of the script runs in this thread. */
void gla_interrupts_hold(bool hold);
/* Around long work: lets other threads of the script language run when `work` (elements or multiplications) is large
 * enough to pay.  begin returns a state for end.  The facade does so around calls that it knows to be long. */
void *gla_work_begin(double work);
void gla_work_end(void *state);
/* Take a lock that a thread may hold while it waits and asks gla_interrupted().  That question takes the interpreter's lock,
 * so nobody may have that one while he stands in line for this one.  False when the thread has it, and it is one of
 * gla_make_lock. */
bool gla_lock(pthread_mutex_t *lock);
/* A lock of a file, static as what it names, that fork() takes, so that the child of a process with several threads finds it
 * free.  Nobody may call gla_interrupted() with it.  In the child `in_child` puts right what the lock guards; it may be NULL.
 * False when there is no memory for it. */
typedef struct gla_fork_lock {
    pthread_mutex_t *lock;
    void (*in_child)(void);
    struct gla_fork_lock *next;
} gla_fork_lock;
bool gla_fork_watch(gla_fork_lock *f);
/* Threads that are started between the two leave signals to those of the script; `theirs` keeps what was blocked before. */
void gla_signals_hold(sigset_t *theirs);
void gla_signals_release(const sigset_t *theirs);
/* dlopen, with all symbols resolved at once or each at its first use.  Signals are held, since libraries start threads while
 * they are loaded, as OpenBLAS does; fork() waits for it. */
void *gla_library_open(const char *file, bool at_once);
/* `symbol` of libgpulinalg-NAME.so, loaded from the folder of the module that `neighbour` is in; NULL, with dlerror(), when it
 * is not there. */
void *gla_module_entry(const void *neighbour, const char *name, const char *symbol);
/* The processor's level of x86-64: 4, 3, or 1 for less; 0 for other processors. */
int gla_processor_level(void);
/* The file of the host backend in a folder: for the processor's level, or for what GPULINALG_HOST_LEVEL says, or, where that is
 * not there, for the next lower one. */
gla_status gla_host_module(const char *dir, char *file, size_t size);

/* Whether nobody can change what lies at this absolute path but root, the user, and those who can change the library's own file
 * (whose code runs here anyway).  Each folder on the way counts; the sticky bit keeps the files of others safe.  Else the
 * reason, in words that follow the path's name. */
bool gla_is_trusted(const char *path, char *reason, size_t size);

/* Append a field to a record, which remembers the first failure; after it nothing more is done. */
void gla_record_text(gla_record *r, const char *key, const char *text);
void gla_record_integer(gla_record *r, const char *key, int64_t value);
void gla_record_unsigned(gla_record *r, const char *key, uint64_t value);
void gla_record_real(gla_record *r, const char *key, double value);
void gla_record_bool(gla_record *r, const char *key, bool value);

GLA_END_DECLS

#endif
