/* core.h - statuses, data types, devices and the life of an array handle.
 *
 * Threads: all functions are thread-safe.  Message and warnings are the calling thread's own; device and policy are the
 * process's, and hooks are set before other threads call. */
#ifndef GPULINALG_CORE_H
#define GPULINALG_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gpulinalg/version.h"

/* What tools/hdoc reads of a declaration, and C ignores. */
#define GLA_DEFAULT(value) /* GLA_DEFAULT(= value): an optional argument */
#define GLA_OPTION(value)  /* the same, given by its name only */
#define GLA_CHOICE(...)    /* GLA_CHOICE("reduced", "complete"): the texts that the argument may be */
#define GLA_SPREAD         /* a first list, whose items scripts write as arguments of their own: meshgrid(x, y) */
#define GLA_OF(handle)     /* behind gla_objects **: of which class the handles are */
#define GLA_WITH( \
    argument) /* behind a last gla_array ** or gla_arrays **: it is there only if that argument is true, or given */
/* A class of handles and its name in script languages; functions whose names begin with its name are its methods. */
#define GLA_CLASS(handle, name) typedef struct handle handle

/* Only what stands between these two is exported from the library (it is compiled with hidden visibility). */
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

/* The one table of error kinds: X(status, class name, parent class in Python).  Every language makes its exception
 * classes from it.  Order is ABI: append only.  What each is for, as documentation has it:
 *
 * ArgumentError             an argument has a value that makes no sense, or arguments do not go together
 * ShapeError                a shape does not fit the operation, or shapes do not fit together
 * DTypeError                a type of elements that the operation does not take, or what is not a number
 * IndexError                an index, an axis or a position that is out of range
 * OverflowError             a number that does not fit its type, or a size beyond what can be addressed
 * SingularError             a matrix that is exactly singular
 * NotPositiveDefiniteError  a matrix that must be positive definite, and is not
 * ConvergenceError          an iteration that does not converge
 * NonFiniteError            NaN or Inf where they have no meaning
 * OutOfMemoryError          not enough memory on the device; arrays that existed before are untouched
 * DeviceError               a device that does not exist or has failed, or arrays on different devices
 * NotSupportedError         an operation that this device or this build cannot do
 * CompileError              device code or a formula that does not compile
 * InternalError             a mistake in the library itself; please report it
 * InterruptedError          a wait or a loop that the user has stopped
 * IllConditionedError       an answer that may hold no correct digit, where the policy is "raise"
 * IllConditionedWarning     an answer that may hold no correct digit, where the policy is "warn"
 * RankDeficientError        least squares whose columns depend on each other, where the policy is "raise"
 * RankDeficientWarning      least squares whose columns depend on each other, where the policy is "warn"
 * TableWarning              rows of a table of text that are left out, or a column that is text by its form
 * OverflowWarning           a sum, product or power of integers beyond their type, where the policy is "warn" */
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

/* The one table of warnings: X(kind, class name, name in set_policy, the error that policy "raise" makes of it). */
#define GLA_WARNING_KINDS(X)                                                                              \
    X(GLA_ILL_CONDITIONED_WARNING, "IllConditionedWarning", "ill_conditioned", GLA_ILL_CONDITIONED_ERROR) \
    X(GLA_RANK_DEFICIENT_WARNING, "RankDeficientWarning", "rank_deficient", GLA_RANK_DEFICIENT_ERROR)     \
    X(GLA_TABLE_WARNING, "TableWarning", "table", GLA_ARGUMENT_ERROR)                                     \
    X(GLA_OVERFLOW_WARNING, "OverflowWarning", "overflow", GLA_OVERFLOW_ERROR)

typedef enum gla_warning {
#define X(kind, name, policy, error) kind,
    GLA_WARNING_KINDS(X)
#undef X
        GLA_WARNING_COUNT
} gla_warning;

/* Order matters to type promotion: within a kind, wider is greater. */
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

/* A matrix as it is given, transposed, or transposed and conjugated; scripts say 0, 1 or 2, or "n", "t" or "h". */
typedef enum gla_transpose { GLA_AS_GIVEN = 0, GLA_TRANSPOSED, GLA_CONJUGATE_TRANSPOSED } gla_transpose;

/* A yes-or-no question that may be left open (None in Python, undef in Perl). */
typedef enum gla_maybe { GLA_MAYBE = 0, GLA_NO, GLA_YES } gla_maybe;

/* A list of integers: a shape, or axes.  A NULL pointer means "not given". */
typedef struct gla_ints {
    int n;
    int64_t v[GLA_MAX_NDIM];
} gla_ints;

/* One axis, where none is an answer too (and not the default). */
typedef int64_t gla_axis;
#define GLA_NO_AXIS INT64_MIN

typedef struct gla_array gla_array;

/* What scripts may write in more ways than a string and an array: the name of a file, and positions along an axis. */
typedef char gla_path;
typedef gla_array gla_places;

/* A sequence of arrays, as concat takes.  As a result it is released with gla_arrays_free. */
typedef struct gla_arrays {
    int64_t n;
    const gla_array **v;
    bool single; /* of a result: one that scripts see as its array */
    int depth;   /* of gla_blocks */
    int64_t lists, *lengths;
} gla_arrays;

/* Arrays in lists of lists, `depth` of them around each: v holds the arrays, lengths the number of items of each of the lists,
 * both in the order in which they are written: 2, 2, 1 for [[a, b], [c]].  A single array has depth 0 and no list. */
typedef gla_arrays gla_blocks;

/* Sparse matrices in lists, as gla_blocks has arrays; NULL where a block is none. */
typedef struct gla_sparses {
    int64_t n;
    const struct gla_sparse **v;
    int depth;
    int64_t lists, *lengths;
} gla_sparses;

/* Handles of one class, as a result, which is released with gla_objects_free. */
typedef struct gla_objects {
    int64_t n;
    void **v;
    bool single; /* one that scripts see by itself, without a list */
} gla_objects;

/* An array or a number of which only the type matters, or that type itself: an array of it without elements; a list of them. */
typedef gla_array gla_typed;
typedef gla_arrays gla_typeds;

/* An array, or a text that says how to make one; the other is NULL. */
typedef struct gla_chosen {
    const gla_array *array;
    const char *text;
} gla_chosen;

/* Lists and records of text, made by the library, released with gla_strings_free / gla_record_free / gla_free. */
typedef struct gla_strings {
    int64_t n;
    char **v;
} gla_strings;

/* Bytes of the script, such as a compiled program. */
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

/* Made by the library alone: members may be added at the end. */
typedef struct gla_field {
    const char *key;
    gla_field_kind kind;
    int64_t integer; /* also 0/1 of a bool, and the bits of an unsigned number */
    double real;
    const char *text;
} gla_field;

typedef struct gla_record {
    int n, capacity;
    gla_field **fields;
    const char *op; /* these two are the library's own: who fills it in, and the first failure */
    gla_status status;
} gla_record;

#ifdef GLA_INSIDE
#include "entries.h" /* the library itself: behind the checked entries */
#endif

GLA_BEGIN_DECLS

/* ---- for C callers and language bindings; not wrapped ------------------------------------------------------- */
#ifndef SWIG

/* What a function returns is its outcome; after one that failed this is what it said.  Functions that succeed may leave what
 * they have recovered from.  The text lives until the thread's next failure. */
gla_status gla_last_status(void);
const char *gla_last_message(void);
void gla_clear_error(void);
void gla_start_call(void); /* no error, no warnings: what a binding calls first, so that warnings are those of one call */

/* The warnings of the last call, which has succeeded: their number, and each one's kind, class name and message.  The first
 * 4 are kept. */
int gla_warning_count(void);
gla_warning gla_warning_kind(int i);
const char *gla_warning_message(int i);
const char *gla_warning_name(gla_warning kind); /* "IllConditionedWarning" */
/* The class name of a status: "ShapeError"; "OK" for GLA_OK. */
const char *gla_status_name(gla_status status);

/* dtype <-> its name ("float64").  An unknown name gives GLA_NO_DTYPE; also accepts "float", "int", "complex", "bool". */
const char *gla_dtype_name(gla_dtype dtype);
gla_dtype gla_dtype_from_name(const char *name);
size_t gla_itemsize(gla_dtype dtype);
bool gla_dtype_is_integer(gla_dtype dtype); /* signed or unsigned; not bool */
bool gla_dtype_is_unsigned(gla_dtype dtype);
bool gla_dtype_is_real_floating(gla_dtype dtype);
bool gla_dtype_is_complex(gla_dtype dtype);

/* Handles.  gla_unref(NULL) is fine. */
gla_array *gla_ref(const gla_array *a);
void gla_unref(gla_array *a);
int64_t gla_live_arrays(void); /* handles that exist now; for leak tests */

/* What an array is.  Strides count elements and may be 0 (broadcast) or negative. */
gla_dtype gla_array_dtype(const gla_array *a);
int gla_array_ndim(const gla_array *a);
const int64_t *gla_array_shape(const gla_array *a);
const int64_t *gla_array_strides(const gla_array *a);
int64_t gla_array_size(const gla_array *a);
bool gla_array_readonly(const gla_array *a);
bool gla_array_is_contiguous(const gla_array *a); /* row-major, without gaps */
const char *gla_array_device(const gla_array *a); /* "host", "cuda:0" ...; valid for the life of the process */

/* Wrap host memory of a script's object without a copy.  `strides` count elements; data must be aligned to its type.
 * `release(owner)` is called once, when the last array that uses the memory dies, from whichever thread that happens in;
 * on failure it is not called.  The array is marked as borrowed: it goes to where the other operands of a call are.
 * A bool is a byte of 0 or 1: memory that holds others, which mean true, is copied and released at once. */
gla_status gla_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                      void (*release)(void *owner), void *owner, gla_array **out);

/* ---- memory on a GPU that another library uses too.  A stream of that library is given by its native handle (of CUDA: a
 * cudaStream_t), or by one of these numbers. */
#define GLA_FOREIGN_DEFAULT ((uintptr_t)1) /* CUDA's legacy default stream: where others work by default */
#define GLA_FOREIGN_THREAD ((uintptr_t)2)  /* the calling thread's own default stream */
#define GLA_FOREIGN_UNKNOWN UINTPTR_MAX

/* As gla_borrow, for memory on a device: the array is placed there.  device "cuda" means the one that the address belongs
 * to.  Before release(owner) is called the work on the memory has finished.  What is in foreign streams is not waited for,
 * see gla_await_foreign; but from now on each operation on the memory stands in order with GLA_FOREIGN_DEFAULT. */
gla_status gla_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                     bool readonly, void (*release)(void *owner), void *owner, gla_array **out);

/* The bool array of what the bytes of a uint8 array mean: *a itself where all are 0 or 1, else a copy.  gla_borrow and
 * gla_adopt do that for bool; who has to wait for a foreign stream first adopts uint8.  On failure *a is NULL. */
gla_status gla_bool_from_bytes(gla_array **a);

/* Native handle of the stream that this thread's work on a device goes to; 0 where devices have none. */
gla_status gla_native_stream(const char *device, uintptr_t *native);

/* Let what this thread puts into its stream on a's device from now on wait for what is in a foreign stream now. */
gla_status gla_await_foreign(const gla_array *a, uintptr_t native);

/* Lend the memory of an array: the foreign stream waits for our work on it, and when the last array goes, the memory waits
 * for that stream; for everything on the device if it is UNKNOWN, or may not live so long. */
gla_status gla_lend(const gla_array *a, uintptr_t native);

/* A number of the script.  It is weak in type promotion: float32 array + 1.5 stays float32.  value points to a bool
 * (uint8_t), int64_t, uint64_t, double or double[2] according to dtype BOOL, INT64, UINT64, FLOAT64, COMPLEX128. */
gla_status gla_scalar(gla_dtype dtype, const void *value, gla_array **out);

/* A new contiguous host array with undefined contents, and its memory: for bindings that fill from nested lists.
 * It is marked as borrowed too (data that the script gave, not yet placed on a device). */
gla_status gla_new_host(gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data);

/* Host memory of an array.  *out is `a` itself (a new reference) when it is on the host, else a host copy; *data points
 * to its first element, to be read.  Waits for pending work. */
gla_status gla_to_host(const gla_array *a, gla_array **out, void **data);

/* Handles of any class, arrays too.  gla_object_unref(NULL) is fine. */
void *gla_object_ref(const void *object);
void gla_object_unref(void *object);
const char *gla_object_class(const void *object); /* "Stream" */

/* Release of text results. */
void gla_free(void *p);
void gla_strings_free(gla_strings *s);
void gla_record_free(gla_record *r);
void gla_arrays_free(gla_arrays *arrays); /* and a reference to each */
void gla_objects_free(gla_objects *objects);

/* A binding that holds an interpreter lock sets these: suspend() lets other threads run and returns a state,
 * resume(state) takes the lock back.  The library calls them around long work only. */
void gla_set_work_hooks(void *(*suspend)(void), void (*resume)(void *state));

/* Another hook: whether the user has asked to stop, such as by Ctrl-C.  Long waits call it; the work itself goes on. */
void gla_set_interrupt_hook(bool (*pending)(void));

#endif /* SWIG */

/* ---- devices and the library itself --------------------------------------------------------------------------- */

/** Version of the library, "major.minor.patch".
 *
 * @return  the version as a string
 * @example v = version
 */
gla_status gla_version(char **text);

/** Names of the devices that can be used now.
 *
 * Loads the backends that have not been loaded yet.  The host comes last and is always there.
 *
 * @return  list of strings such as "cuda:0", "opencl:0", "host"
 * @example names = devices
 */
gla_status gla_devices(gla_strings **names);

/** Properties of a device.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        record with at least: name, backend, description, memory_bytes (0 if not known), compute_units,
 *                float64 (whether it computes in double precision), kernels (whether it runs kernels of the script's
 *                own); of those that do also kind ("GPU", "CPU" or "accelerator"), max_group_size (work-items in a
 *                group), local_memory (bytes for a group), and where the device reports them warp_size (work-items
 *                that go in step), max_block, max_grid; of the host also pool_limit_bytes, the most that is kept of
 *                freed memory (0: nothing)
 * @throws DeviceError  if the device does not exist
 * @example host = device_info "host"
 *   host.float64 -> true
 */
gla_status gla_device_info(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** Name of the current device: where data that has no device yet is computed on.
 *
 * It is the one named by `set_device`, else by the environment variable GPULINALG_DEVICE, else the first of
 * `devices()` that is a GPU, else "host".  It is the same for all threads of the process.
 *
 * @return  name of the device
 * @throws DeviceError  if GPULINALG_DEVICE names a device that does not exist
 * @example set_device "host"
 *   get_device -> host
 */
gla_status gla_get_device(char **text);

/** Choose the current device for the whole process.
 *
 * @param device  name as `devices()` lists it; "cuda" means "cuda:0"; none goes back to the default choice
 * @return        nothing
 * @throws DeviceError  if the device does not exist; the message says why its backend did not load
 * @example set_device "host"
 *   x = zeros 2
 *   x.device -> host
 */
gla_status gla_set_device(const char *device GLA_DEFAULT(= NULL));

/** Wait until all work on a device has finished.  On the host: compute what was put off until somebody asks for it, as
 * chains of elementwise functions on large arrays are.
 *
 * @param device  device name, as listed by `devices()`; default: the current one
 * @return        nothing
 * @throws DeviceError  if the device does not exist, or work that was pending failed
 * @example A = ones [500, 500]
 *   b = matmul A A
 *   synchronize
 */
gla_status gla_synchronize(const char *device GLA_DEFAULT(= NULL));

/** Choose what is done when a result may be wrong although nothing has failed.
 *
 * Until a policy is chosen, that of the environment variable GPULINALG_POLICY holds
 * ("ill_conditioned=raise,rank_deficient=raise"), else "warn".  It is the same for all threads of the process.
 *
 * @param kind    what is suspected: "ill_conditioned", an answer that may hold no correct digit; "rank_deficient", least
 *                squares whose columns depend on each other, so that x is not unique; "table", a table of text of which
 *                rows are left out, or a column is text because of the form of its cells; "overflow", a sum, product or power
 *                of integers that does not fit their type, so that it wraps around
 * @param action  "warn": return the result and warn (IllConditionedWarning, RankDeficientWarning, TableWarning,
 *                OverflowWarning); "raise": raise an error (IllConditionedError, RankDeficientError, ArgumentError,
 *                OverflowError) instead; "ignore": return the result without a check
 * @return        nothing
 * @throws ArgumentError  if kind is unknown or action
 * @example set_policy "ill_conditioned" "ignore"
 *   x = solve [[1.0, 1.0], [1.0, 1.0000000000000002]] [2.0, 2.0]
 *   set_policy "ill_conditioned" "warn"
 */
gla_status gla_set_policy(const char *kind, const char *action GLA_CHOICE("warn", "raise", "ignore"));

/** What is done when a result may be wrong although nothing has failed.
 *
 * @param kind  what is suspected: "ill_conditioned", "rank_deficient", "table" or "overflow"
 * @return      "warn", "raise" or "ignore", see `set_policy`
 * @throws ArgumentError  if kind is unknown, or GPULINALG_POLICY cannot be read
 * @example get_policy "ill_conditioned" -> warn
 */
gla_status gla_get_policy(const char *kind, char **text);

/** What the library found on this machine, as text: version, devices, backends and why one is missing.
 *
 * @param ops  also list which operation runs where
 * @return     several lines of text, as the command `gpulinalg info` prints them
 * @example report = info
 */
gla_status gla_info(char **text, bool ops GLA_DEFAULT(= false));

/** Compile device code ahead of its first use, and keep it on disk.
 *
 * A device compiles a program for each kind of call when it first comes, which takes a tenth of a second and more; the next
 * process finds it on disk.  After `warm` the first one does, too.  What is there already is not compiled again.  The
 * command `gpulinalg warm` does the same with all processors of the host.
 *
 * @param device  device name, as listed by `devices()`; default: the current one; "sm_90" and the like name an architecture of
 *                NVIDIA's, for GPUs that need not be here
 * @param only    only programs of operations with this in their names; default: all
 * @param all     also what few scripts need: other types than float64, float32, int64 and bool, special functions, sparse and
 *                small matrices; takes long
 * @param shared  keep it for all users of this installation, in the folder beside the library, which must be writable
 * @param first   number of the first program, from 0
 * @param count   how many are compiled, so that several processes can share the work; -1 means all from the first on
 * @return        record with programs, how many there are, and compiled, how many of those asked for were not kept yet;
 *                both are 0 where no device code is compiled, as on the host
 * @throws DeviceError    if the device does not exist, or nothing can be kept
 * @throws ArgumentError  if first is negative
 * @throws CompileError   if a program does not compile
 * @example done = warm "host"
 *   done.programs -> 0
 */
gla_status gla_warm(gla_record **record, const char *device GLA_DEFAULT(= NULL), const char *only GLA_DEFAULT(= NULL),
                    bool all GLA_DEFAULT(= false), bool shared GLA_DEFAULT(= false), int64_t first GLA_DEFAULT(= 0),
                    int64_t count GLA_DEFAULT(= -1));

GLA_END_DECLS

#endif
