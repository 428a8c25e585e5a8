/* core.h - status codes, dtypes, devices, and array handles.
 *
 * Threads: all functions are thread-safe. The error message and the warnings belong to the calling thread. The current device
 * and the policies belong to the process. Hooks must be set before other threads call the library. */
#ifndef GPULINALG_CORE_H
#define GPULINALG_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpulinalg/version.h"

/* Annotations that tools/hdoc reads in declarations. C ignores them. */
#define GLA_DEFAULT(value) /* GLA_DEFAULT(= value): an optional argument */
#define GLA_OPTION(value)  /* optional argument that is given by name only */
#define GLA_CHOICE(...)    /* GLA_CHOICE("reduced", "complete"): the valid strings of the argument */
#define GLA_SPREAD         /* first list argument, whose items are separate arguments in scripts: meshgrid(x, y) */
#define GLA_OF(handle)     /* after gla_objects **: the class of the handles */
#define GLA_WITH( \
    argument) /* after a final gla_array ** or gla_arrays **: the result exists only if the argument is true, or given */
/* A class of handles and its name in script languages. Functions whose names begin with its name are its methods. */
#define GLA_CLASS(handle, name) typedef struct handle handle

/* Only declarations between these two macros are exported. The library is compiled with hidden visibility. */
#if defined(__cplusplus)
#define GLA_BEGIN_DECLS \
    extern "C" {        \
    _Pragma("GCC visibility push(default)")
#define GLA_END_DECLS             \
    _Pragma("GCC visibility pop") \
    }
#else
#define GLA_BEGIN_DECLS _Pragma("GCC visibility push(default)")
#define GLA_END_DECLS _Pragma("GCC visibility pop")
#endif

#define GLA_MAX_NDIM 16

/* All kinds of errors: X(status, class name, parent class in Python). Every language creates its exception classes from this
 * table. The order is ABI: append only. Descriptions for the documentation:
 *
 * ArgumentError             an argument has an invalid value, or arguments are inconsistent
 * ShapeError                the shape of an argument is invalid, or the shapes of arguments are inconsistent
 * DTypeError                the operation does not support a dtype, or an argument is not numeric
 * IndexError                an index, axis or position is out of range
 * OverflowError             a number is not representable in its dtype, or a size exceeds the addressable range
 * SingularError             a matrix is exactly singular
 * NotPositiveDefiniteError  a matrix that must be positive definite is not positive definite
 * ConvergenceError          an iteration does not converge
 * NonFiniteError            NaN or Inf occurs where it is not allowed
 * OutOfMemoryError          the device has too little memory; existing arrays are intact
 * DeviceError               a device does not exist or has failed, or arrays are on different devices
 * NotSupportedError         this device or this build does not support an operation
 * CompileError              device code or a formula does not compile
 * InternalError             an error in the library itself; please report it
 * InterruptedError          the user has interrupted a wait or a loop
 * IllConditionedError       a result may have no correct digit, and the policy is "raise"
 * IllConditionedWarning     a result may have no correct digit, and the policy is "warn"
 * RankDeficientError        the columns of a least-squares problem are linearly dependent, and the policy is "raise"
 * RankDeficientWarning      the columns of a least-squares problem are linearly dependent, and the policy is "warn"
 * TableWarning              rows of a text table are dropped, or a column is read as text because of its format
 * OverflowWarning           an integer sum, product or power overflows its dtype, and the policy is "warn"
 * DerivativeWarning         a derivative would lack a part: a value leaves the tape, or an array was not watched; the policy is
 *                           "warn" */
#define GLA_ERROR_KINDS(X)                                                                \
    X(GLA_ARGUMENT_ERROR, "ArgumentError", PyExc_ValueError)                              \
    X(GLA_SHAPE_ERROR, "ShapeError", PyExc_ValueError)                                    \
    X(GLA_DTYPE_ERROR, "DTypeError", PyExc_TypeError)                                     \
    X(GLA_INDEX_ERROR, "IndexError", PyExc_IndexError)                                    \
    X(GLA_OVERFLOW_ERROR, "OverflowError", PyExc_OverflowError)                           \
    X(GLA_SINGULAR_ERROR, "SingularError", PyExc_ArithmeticError)                         \
    X(GLA_NOT_POSITIVE_DEFINITE_ERROR, "NotPositiveDefiniteError", PyExc_ArithmeticError) \
    X(GLA_CONVERGENCE_ERROR, "ConvergenceError", PyExc_ArithmeticError)                   \
    X(GLA_NON_FINITE_ERROR, "NonFiniteError", PyExc_ValueError)                           \
    X(GLA_OUT_OF_MEMORY_ERROR, "OutOfMemoryError", PyExc_MemoryError)                     \
    X(GLA_DEVICE_ERROR, "DeviceError", PyExc_RuntimeError)                                \
    X(GLA_NOT_SUPPORTED_ERROR, "NotSupportedError", PyExc_NotImplementedError)            \
    X(GLA_COMPILE_ERROR, "CompileError", PyExc_RuntimeError)                              \
    X(GLA_INTERNAL_ERROR, "InternalError", PyExc_RuntimeError)                            \
    X(GLA_INTERRUPTED_ERROR, "InterruptedError", PyExc_RuntimeError)                      \
    X(GLA_ILL_CONDITIONED_ERROR, "IllConditionedError", PyExc_ArithmeticError)            \
    X(GLA_RANK_DEFICIENT_ERROR, "RankDeficientError", PyExc_ArithmeticError)

typedef enum gla_status {
    GLA_OK = 0,
#define X(status, name, parent) status,
    GLA_ERROR_KINDS(X)
#undef X
        GLA_STATUS_COUNT
} gla_status;

/* All kinds of warnings: X(kind, class name, name in set_policy, error raised under the policy "raise"). */
#define GLA_WARNING_KINDS(X)                                                                              \
    X(GLA_ILL_CONDITIONED_WARNING, "IllConditionedWarning", "ill_conditioned", GLA_ILL_CONDITIONED_ERROR) \
    X(GLA_RANK_DEFICIENT_WARNING, "RankDeficientWarning", "rank_deficient", GLA_RANK_DEFICIENT_ERROR)     \
    X(GLA_TABLE_WARNING, "TableWarning", "table", GLA_ARGUMENT_ERROR)                                     \
    X(GLA_OVERFLOW_WARNING, "OverflowWarning", "overflow", GLA_OVERFLOW_ERROR)                            \
    X(GLA_DERIVATIVE_WARNING, "DerivativeWarning", "derivative", GLA_ARGUMENT_ERROR)

typedef enum gla_warning {
#define X(kind, name, policy, error) kind,
    GLA_WARNING_KINDS(X)
#undef X
        GLA_WARNING_COUNT
} gla_warning;

/* Type promotion depends on the order: within a kind, wider dtypes come later. */
typedef enum gla_dtype {
    GLA_NO_DTYPE = 0, /* "not given": the function chooses */
    GLA_BOOL,
    GLA_INT8,
    GLA_INT16,
    GLA_INT32,
    GLA_INT64,
    GLA_UINT8,
    GLA_UINT16,
    GLA_UINT32,
    GLA_UINT64,
    GLA_FLOAT32,
    GLA_FLOAT64,
    GLA_COMPLEX64,
    GLA_COMPLEX128,
    GLA_DTYPE_COUNT
} gla_dtype;

/* How to use a matrix: as given, transposed, or conjugate transposed. Scripts pass 0, 1 or 2, or "n", "t" or "h". */
typedef enum gla_transpose { GLA_AS_GIVEN = 0, GLA_TRANSPOSED, GLA_CONJUGATE_TRANSPOSED } gla_transpose;

/* An optional boolean. GLA_MAYBE means not given (None in Python, undef in Perl). */
typedef enum gla_maybe { GLA_MAYBE = 0, GLA_NO, GLA_YES } gla_maybe;

/* A list of integers, for a shape or for axes. A NULL pointer means "not given". */
typedef struct gla_ints {
    int n;
    int64_t v[GLA_MAX_NDIM];
} gla_ints;

/* An axis argument for which `none` is a meaningful value, not just the default. */
typedef int64_t gla_axis;
#define GLA_NO_AXIS INT64_MIN

typedef struct gla_array gla_array;

/* Arguments that scripts may give in more forms than a plain string or array: file names, and positions along an axis. */
typedef char gla_path;
typedef gla_array gla_places;

/* A list of arrays, such as the argument of concat. Release a result with gla_arrays_free. */
typedef struct gla_arrays {
    int64_t n;
    const gla_array **v;
    bool single; /* for a result: scripts see the only array instead of a list */
    int depth;   /* nesting depth of gla_blocks */
    int64_t lists, *lengths;
} gla_arrays;

/* Arrays in nested lists, with `depth` lists around each array. v contains the arrays and lengths the number of items of each
 * list, both in the order in which they are written: 2, 2, 1 for [[a, b], [c]]. A single array has depth 0 and no list. */
typedef gla_arrays gla_blocks;

/* Sparse matrices in nested lists, in the form of gla_blocks. An element is NULL if the block is `none`. */
typedef struct gla_sparses {
    int64_t n;
    const struct gla_sparse **v;
    int depth;
    int64_t lists, *lengths;
} gla_sparses;

/* A result that consists of handles of one class. Release it with gla_objects_free. */
typedef struct gla_objects {
    int64_t n;
    void **v;
    bool single; /* scripts see the only handle instead of a list */
} gla_objects;

/* An array or scalar of which only the dtype matters. A dtype is passed as an array of that dtype without elements. gla_typeds
 * is a list of them. */
typedef gla_array gla_typed;
typedef gla_arrays gla_typeds;

/* Either an array, or a string that selects a method of computing an array. The unused member is NULL. */
typedef struct gla_chosen {
    const gla_array *array;
    const char *text;
} gla_chosen;

/* A variable of a model: an array, or a string that names a column of the data or contains a formula. */
typedef gla_chosen gla_variable;

/* Data of a model: a Table, or an array. The unused member is NULL. */
typedef struct gla_dataset {
    const struct gla_table *table;
    const gla_array *array;
} gla_dataset;

/* A list of Fits, the results of estimators. */
typedef struct gla_fits {
    int64_t n;
    const struct gla_econ_fit **v;
} gla_fits;

/* Lists of strings and records, allocated by the library. Release them with gla_strings_free, gla_record_free or gla_free. */
typedef struct gla_strings {
    int64_t n;
    char **v;
} gla_strings;

/* Bytes from a script, such as a compiled program. */
typedef struct gla_bytes {
    size_t n;
    const char *data;
} gla_bytes;

typedef enum gla_field_kind {
    GLA_FIELD_TEXT,
    GLA_FIELD_INTEGER,
    GLA_FIELD_REAL,
    GLA_FIELD_BOOL,
    GLA_FIELD_UNSIGNED
} gla_field_kind;

/* The library allocates these structs, so members may be added at the end. */
typedef struct gla_field {
    const char *key;
    gla_field_kind kind;
    int64_t integer; /* also 0 or 1 of a bool, and the bits of an unsigned integer */
    double real;
    const char *text;
} gla_field;

typedef struct gla_record {
    int n, capacity;
    gla_field **fields;
    const char *op; /* internal: the function that fills the record, and its first failure */
    gla_status status;
} gla_record;

#ifdef GLA_INSIDE
#include "entries.h" /* inside the library: calls bypass the argument checks */
#endif

GLA_BEGIN_DECLS

/* ---- functions for C callers and language bindings only ----------------------------------------------------- */
#ifndef SWIG

/* The status that a function returns is its outcome. After a failure the following functions return the status and the message.
 * A function that succeeds may leave an error from which it has recovered. The message is valid until the thread's next
 * failure. */
gla_status gla_last_status(void);
const char *gla_last_message(void);
void gla_clear_error(void);
void gla_start_call(void); /* clear error and warnings; bindings call it first, so that warnings belong to one call */

/* Return the number of warnings of the last call, which must have succeeded, or the kind, class name or message of a warning.
 * The first 4 warnings are kept. */
int gla_warning_count(void);
gla_warning gla_warning_kind(int i);
const char *gla_warning_message(int i);
const char *gla_warning_name(gla_warning kind); /* "IllConditionedWarning" */
/* Return the class name of a status, such as "ShapeError"; "OK" for GLA_OK. */
const char *gla_status_name(gla_status status);

/* Convert between dtypes and their names ("float64"). An unknown name yields GLA_NO_DTYPE. "float", "int", "complex" and "bool"
 * are accepted too. */
const char *gla_dtype_name(gla_dtype dtype);
gla_dtype gla_dtype_from_name(const char *name);
size_t gla_itemsize(gla_dtype dtype);
bool gla_dtype_is_integer(gla_dtype dtype); /* signed or unsigned, but not bool */
bool gla_dtype_is_unsigned(gla_dtype dtype);
bool gla_dtype_is_real_floating(gla_dtype dtype);
bool gla_dtype_is_complex(gla_dtype dtype);

/* Array handles. gla_unref(NULL) is allowed. */
gla_array *gla_ref(const gla_array *a);
void gla_unref(gla_array *a);
int64_t gla_live_arrays(void); /* number of existing handles, for leak tests */

/* Properties of an array. Strides count elements and may be 0 (broadcast) or negative. */
gla_dtype gla_array_dtype(const gla_array *a);
int gla_array_ndim(const gla_array *a);
const int64_t *gla_array_shape(const gla_array *a);
const int64_t *gla_array_strides(const gla_array *a);
int64_t gla_array_size(const gla_array *a);
bool gla_array_readonly(const gla_array *a);
bool gla_array_is_contiguous(const gla_array *a); /* row-major, without gaps */
const char *gla_array_device(const gla_array *a); /* "host", "cuda:0" ...; valid until the process ends */
bool gla_array_floating(const gla_array *a);      /* true if calls may choose the device, because nobody has */

/* Wrap host memory of a script's object without a copy. `strides` count elements, and the data must be aligned for its dtype.
 * When the last array that uses the memory is freed, the thread that frees the array calls `release(owner)`, once. On failure
 * `release` is not called. The array is marked as borrowed, so it is moved to the device of the other operands of a call. A
 * bool must be a byte of 0 or 1. If the memory contains other nonzero bytes, which are treated as true, the memory is copied
 * and released at once. */
gla_status gla_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                      void (*release)(void *owner), void *owner, gla_array **out);

/* ---- memory on a GPU that is shared with another library -------------------------------------------------------- */
/* A stream of the other library is given by its native handle (for CUDA a cudaStream_t), or by one of these numbers. */
#define GLA_FOREIGN_DEFAULT ((uintptr_t)1) /* CUDA's legacy default stream, which other libraries use by default */
#define GLA_FOREIGN_THREAD ((uintptr_t)2)  /* the default stream of the calling thread */
#define GLA_FOREIGN_UNKNOWN UINTPTR_MAX

/* Wrap memory on a device, like gla_borrow. The array is on that device. The device "cuda" means the CUDA device to which the
 * address belongs. When release(owner) is called, the work on the memory has finished. The function does not wait for work in
 * foreign streams; see gla_await_foreign. From then on each operation on the memory is ordered with GLA_FOREIGN_DEFAULT. */
gla_status gla_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                     bool readonly, void (*release)(void *owner), void *owner, gla_array **out);

/* Replace *a, a uint8 array, by the bool array in which nonzero bytes are true. The bool array shares the memory of the uint8
 * array if all bytes are 0 or 1, and is a copy otherwise. gla_borrow and gla_adopt do this for bool. A caller that must first
 * wait for a foreign stream adopts uint8 and calls this function afterwards. On failure *a is NULL. */
gla_status gla_bool_from_bytes(gla_array **a);

/* Return the native handle of the thread's current stream on a device; 0 if the device has no streams. */
gla_status gla_native_stream(const char *device, uintptr_t *native);

/* Make later work in the thread's current stream on a's device wait for the present work in a foreign stream. */
gla_status gla_await_foreign(const gla_array *a, uintptr_t native);

/* Lend the memory of an array. The foreign stream waits for our work on it. When the last array is freed, the memory is
 * released after the work in the foreign stream, or after all work on the device if the stream is GLA_FOREIGN_UNKNOWN or might
 * be destroyed before then. */
gla_status gla_lend(const gla_array *a, uintptr_t native);

/* Create an array from a scalar of the script. Scalars are weak in type promotion: a float32 array plus 1.5 remains float32.
 * `value` points to a bool (uint8_t), int64_t, uint64_t, double or double[2] according to dtype BOOL, INT64, UINT64, FLOAT64,
 * COMPLEX128. */
gla_status gla_scalar(gla_dtype dtype, const void *value, gla_array **out);

/* Create a contiguous host array with uninitialised contents, and return its memory. Bindings fill it from nested lists. The
 * array is marked as borrowed, because the data belongs to the script and is not on a device yet. */
gla_status gla_new_host(gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data);

/* Wait for pending work and return host memory of an array. *out is a new reference to `a` if `a` is on the host, else a host
 * copy. *data points to the first element of *out and is read-only. */
gla_status gla_to_host(const gla_array *a, gla_array **out, void **data);

/* Handles of any class, including arrays. gla_object_unref(NULL) is allowed. */
void *gla_object_ref(const void *object);
void gla_object_unref(void *object);
const char *gla_object_class(const void *object); /* "Stream" */

/* Release results. */
void gla_free(void *p);
void gla_strings_free(gla_strings *s);
void gla_record_free(gla_record *r);
void gla_arrays_free(gla_arrays *arrays); /* also releases a reference to each array */
void gla_objects_free(gla_objects *objects);

/* Hooks for a binding with an interpreter lock. suspend() releases the lock and returns a state, and resume(state) acquires the
 * lock again. The library calls these hooks only around long work. */
void gla_set_work_hooks(void *(*suspend)(void), void (*resume)(void *state));

/* Hook that returns true if the user has asked to stop, for example with Ctrl-C. Long waits call this hook. The work itself
 * continues. */
void gla_set_interrupt_hook(bool (*pending)(void));

#endif /* SWIG */

/* ---- devices and the library itself --------------------------------------------------------------------------- */

/** Return the version of the library, "major.minor.patch".
 *
 * @return  version as a string
 * @example v = version
 */
gla_status gla_version(char **text);

/** List the names of the available devices.
 *
 * The call loads all backends that are not loaded yet. The host is always available and comes last.
 *
 * @return  list of strings such as "cuda:0", "opencl:0", "host"
 * @example names = devices
 */
gla_status gla_devices(gla_strings **names);

/** Return the properties of a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        record with at least the entries name, backend, description, memory_bytes (0 if unknown), compute_units,
 *                float64 (true if the device computes in double precision) and kernels (true if the device runs kernels of your
 *                script). For a device that runs kernels the record also contains kind ("GPU", "CPU" or "accelerator"),
 *                max_group_size (maximum number of work-items per group), local_memory (bytes per group) and, if the device
 *                reports them, warp_size (number of work-items that execute in lockstep), max_block and max_grid. For the host
 *                the record also contains pool_limit_bytes, the maximum amount of freed memory that is kept (0: none)
 * @throws DeviceError  if the device does not exist
 * @example host = device_info "host"
 *   host.float64 -> true
 */
gla_status gla_device_info(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** Return the name of the current device, on which data without a device is computed.
 *
 * The current device is the one chosen by `set_device`. If `set_device` has not been called, the environment variable
 * GPULINALG_DEVICE determines the current device. If the variable is not set either, the current device is "auto" on a machine
 * with a GPU: the library chooses the host or the GPU for each call, and arrays whose device nobody chose may move. On other
 * machines the current device is the first GPU in `devices()`, or "host". All threads of the process have the same current
 * device.
 *
 * @return  name of the device, or "auto"
 * @throws DeviceError  if GPULINALG_DEVICE names a device that does not exist
 * @example set_device "host"
 *   get_device -> host
 */
gla_status gla_get_device(char **text);

/** Set the current device for the whole process.
 *
 * @param device  device name, as listed by `devices()`; "cuda" means "cuda:0"; "auto" lets the library choose a device for each
 *                call; `none` restores the default choice
 * @return        nothing
 * @throws DeviceError  if the device does not exist. The message states why the backend of the device was not loaded
 * @example set_device "host"
 *   x = zeros 2
 *   x.device -> host
 */
gla_status gla_set_device(const char *device GLA_DEFAULT(= NULL));

/** Set how the device "auto" chooses the device of each call, for the whole process.
 *
 * The default is "quiet". The environment variable GPULINALG_PLACEMENT sets another default.
 *
 * @param mode  "quiet": by estimated costs. "log": also print each choice and its estimates on standard error. For tests,
 *              "stay" computes on the host, "go" on the GPU, and "alternate" in turns
 * @return      nothing
 * @throws ArgumentError  if mode is unknown
 * @example set_placement "quiet"
 *   get_placement -> quiet
 */
gla_status gla_set_placement(const char *mode GLA_CHOICE("quiet", "log", "stay", "go", "alternate"));

/** Return how the device "auto" chooses the device of each call.
 *
 * @return  "quiet", "log", "stay", "go" or "alternate", see `set_placement`
 * @throws ArgumentError  if GPULINALG_PLACEMENT is invalid
 * @example get_placement -> quiet
 */
gla_status gla_get_placement(char **text);

/** Wait until all work on a device has finished.
 *
 * On the host `synchronize` computes the results that are evaluated lazily, such as chains of elementwise functions on large
 * arrays.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        nothing
 * @throws DeviceError  if the device does not exist, or pending work failed
 * @example A = ones [500, 500]
 *   b = matmul A A
 *   synchronize
 */
gla_status gla_synchronize(const char *device GLA_DEFAULT(= NULL));

/** Choose what happens if a call succeeds but its result may be wrong.
 *
 * The default policy is "warn". The environment variable GPULINALG_POLICY, for example
 * "ill_conditioned=raise,rank_deficient=raise", sets other defaults. The policy applies to all threads of the process.
 *
 * @param kind    kind of problem. "ill_conditioned": a result may have no correct digit. "rank_deficient": the columns of a
 *                least-squares problem are linearly dependent, so that x is not unique. "table": rows of a text table are
 *                omitted, or a column is read as text because of the format of its fields. "overflow": an integer sum, product
 *                or power is not representable in its dtype and wraps around
 * @param action  "warn": return the result and issue a warning (IllConditionedWarning, RankDeficientWarning, TableWarning or
 *                OverflowWarning). "raise": raise an error instead (IllConditionedError, RankDeficientError, ArgumentError or
 *                OverflowError). "ignore": return the result without a check
 * @return        nothing
 * @throws ArgumentError  if kind or action is unknown
 * @example set_policy "ill_conditioned" "ignore"
 *   x = solve [[1.0, 1.0], [1.0, 1.0000000000000002]] [2.0, 2.0]
 *   set_policy "ill_conditioned" "warn"
 */
gla_status gla_set_policy(const char *kind, const char *action GLA_CHOICE("warn", "raise", "ignore"));

/** Return what happens if a call succeeds but its result may be wrong.
 *
 * @param kind  problem: "ill_conditioned", "rank_deficient", "table" or "overflow"
 * @return      "warn", "raise" or "ignore", see `set_policy`
 * @throws ArgumentError  if kind is unknown, or GPULINALG_POLICY cannot be parsed
 * @example get_policy "ill_conditioned" -> warn
 */
gla_status gla_get_policy(const char *kind, char **text);

/** Describe this installation: version, devices, backends, and the reasons why backends are missing.
 *
 * @param ops  true: also list the operations that run on each device
 * @return     several lines of text, as printed by the command `gpulinalg info`
 * @example report = info
 */
gla_status gla_info(char **text, bool ops GLA_DEFAULT(= false));

/** Compile device code before its first use, and cache it on disk.
 *
 * The first call of each kind compiles a program for the device, which takes a tenth of a second or more. Later processes load
 * the program from disk. After `warm`, the first process also loads its programs from disk. Programs that are already cached
 * are not compiled again. The command `gpulinalg warm` compiles the same programs, using all processors of the host.
 *
 * @param device  device name, as listed by `devices()`; default: the current one. A name such as "sm_90" is an NVIDIA
 *                architecture; no GPU of that architecture needs to be present
 * @param only    compile only programs of operations whose names contain this string; all if not given
 * @param all     also compile rarely used programs: dtypes other than float64, float32, int64 and bool, special functions,
 *                sparse matrices, small matrices. Compiling these programs takes a long time
 * @param shared  cache the programs for all users of this installation, in the folder next to the library. That folder must be
 *                writable
 * @param first   index of the first program, from 0
 * @param count   number of programs to compile, so that several processes can share the work; -1: all programs from first on
 * @return        record with the entries programs (number of programs) and compiled (number of requested programs that were not
 *                yet cached). Both numbers are 0 on devices that compile no code, such as the host
 * @throws DeviceError    if the device does not exist, or the cache is not available
 * @throws ArgumentError  if first is negative
 * @throws CompileError   if a program does not compile
 * @example done = warm "host"
 *   done.programs -> 0
 */
gla_status gla_warm(gla_record **record, const char *device GLA_DEFAULT(= NULL), const char *only GLA_DEFAULT(= NULL),
                    bool all GLA_DEFAULT(= false), bool shared GLA_DEFAULT(= false), int64_t first GLA_DEFAULT(= 0),
                    int64_t count GLA_DEFAULT(= -1));

/** Measure how fast the host and the accelerator are, and store the rates in a file.
 *
 * With the device "auto" the library compares estimates for the devices. It uses default rates for the class of the processor
 * and of the card until `calibrate` has measured this machine. Small work is measured first. Points that are not measured keep
 * their earlier values, and the next call measures them first. The file is in the folder of compiled programs
 * (GPULINALG_CACHE_DIR). It is used only with the same processor, number of usable cores and accelerator.
 * Ctrl-C keeps the points measured so far. If the accelerator has not been used in this process, `calibrate` also measures how
 * long it takes to start.
 *
 * @param device   accelerator to measure, as listed by `devices()`; default: the one that the library would use, if there is
 *                 one. "host" measures the host only
 * @param shared   store the file for all users of this installation, in the folder next to the library. That folder must be
 *                 writable
 * @param seconds  time limit; a single measurement may exceed it
 * @return         record with the entries file, hash (8 hexadecimal digits of the contents), measured (number of points that
 *                 were measured), kept (number of points measured by earlier calls), missing (number of points without a
 *                 measurement) and seconds
 * @throws ArgumentError     if seconds is negative or NaN
 * @throws DeviceError       if the device does not exist, or the folder cannot be written
 * @throws InterruptedError  if the user interrupts the call
 * @example done = calibrate "host" seconds=0
 */
gla_status gla_calibrate(gla_record **record, const char *device GLA_DEFAULT(= NULL), bool shared GLA_DEFAULT(= false),
                         double seconds GLA_DEFAULT(= 20));

/** Compare the estimated times of an operation on the host and on the accelerator.
 *
 * The question is the name of a function, then optionally shapes in terms of n, a dtype, and a range of n:
 * "solve n=200..20000", "lstsq (n,10) (n) n=1e3..1e7", "matmul float32". The device "auto" uses the same estimates. The command
 * `gpulinalg plan` prints this text. The device "auto" also counts how often operands are used: a matrix that is used again
 * moves to the accelerator even if a single call does not pay for the copy.
 *
 * @param question  function, shapes, dtype (default: float64) and sizes n
 * @param plot      true: also draw the times over n, both in logarithms
 * @return          several lines of text: for each n the times on both devices, the time to copy the operands, and the choice
 *                  for operands on the host and on the accelerator; then the n from which on the accelerator is faster
 * @throws ArgumentError  if there is no such function, its calls are not placed by size, or the question cannot be parsed
 * @example text = crossover "solve n=200..20000"
 */
gla_status gla_crossover(const char *question, char **text, bool plot GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
