/* map.h - Elementwise operations. The caller defines:
 *   - T and KIND_*, the element type and the macro that matches it;
 *   - RESULT, the type of the result, and EXPRESSION(x, y, z);
 *   - FAULT(x, y), optional, which is 1 if the operands are invalid and 2 if an integer result overflows;
 *   - WHERE, if x is a truth value;
 *   - X_TYPE, the type of x, if the expression converts x;
 *   - TABLES, if the expression reads tables.
 * Each operand is an array, or a scalar if its pointer is NULL.
 *
 * A program handles one kind of layout. For contiguous arrays on a GPU, the caller defines PACK, the number of elements of the
 * widest type in 16 bytes, and UNROLL, the number of packs that a thread loads before it computes. For contiguous arrays on a
 * CPU, the caller defines ALONE. For arrays of the compute types with long last axes, the caller defines ROWS. If none of these
 * macros is defined, the program handles any layout. */
#ifdef WHERE
typedef boolean TX;
#define LOAD_X(p, i, dtype) load_truth(p, i, dtype)
#elif defined(X_TYPE)
typedef X_TYPE TX;
#define LOAD_X(p, i, dtype) ((const GLOBAL TX *)(p))[i]
#else
typedef T TX;
#define LOAD_X(p, i, dtype) load(p, i, dtype)
#endif

DEVICE RESULT apply(TX x, T y, T z, GLOBAL int *fault)
{
#ifdef FAULT
    int found = FAULT(x, y);
    if (found && (PEEK(fault) & found) != found)
        ATOMIC_OR(fault, found);
#endif
    return (RESULT)(EXPRESSION(x, y, z));
}

#if defined(PACK) || defined(ALONE)
/* Each operand is either a contiguous array of the compute type or a scalar. */
KERNEL map_contiguous(int64 n, GLOBAL RESULT *RESTRICT out, const GLOBAL TX *x, const GLOBAL T *y, const GLOBAL T *z, TX vx,
                      T vy, T vz, GLOBAL int *fault)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        out[i] = apply(x ? x[i] : vx, y ? y[i] : vy, z ? z[i] : vz, fault);
}

#ifdef PACK
/* Limit the number of registers. Without this limit, the compiler moves the table loads of all elements together, and fewer
 * threads can run at once. */
#if defined(TABLES) && defined(__CUDACC__)
#define map_packed BOUNDED(256, 6) map_packed
#endif

/* Do the same as map_contiguous() with PACK elements at a time, so that the widest operand is read or written in units of 16
 * bytes. Pointers must be aligned accordingly. The argument `n` is the number of packs. A group handles UNROLL * LOCAL_SIZE
 * packs. */
typedef struct ALIGNED(PACK * sizeof(T)) { T v[PACK]; } pack_in;
typedef struct ALIGNED(PACK * sizeof(TX)) { TX v[PACK]; } pack_x;
typedef struct ALIGNED(PACK * sizeof(RESULT)) { RESULT v[PACK]; } pack_out;

KERNEL map_packed(int64 n, GLOBAL pack_out *RESTRICT out, const GLOBAL pack_x *x, const GLOBAL pack_in *y,
                  const GLOBAL pack_in *z, TX vx, T vy, T vz, GLOBAL int *fault)
{
    int64 first = (int64)GROUP_ID * LOCAL_SIZE * UNROLL + LOCAL_ID;
    pack_x px[UNROLL];
    pack_in py[UNROLL], pz[UNROLL];
    for (int k = 0; k < UNROLL; k++)
        for (int j = 0; j < PACK; j++) {
            px[k].v[j] = vx;
            py[k].v[j] = vy;
            pz[k].v[j] = vz;
        }
#define HERE (first + (int64)k * LOCAL_SIZE)
    if (x)
        for (int k = 0; k < UNROLL; k++)
            if (HERE < n)
                px[k] = x[HERE];
    if (y)
        for (int k = 0; k < UNROLL; k++)
            if (HERE < n)
                py[k] = y[HERE];
    if (z)
        for (int k = 0; k < UNROLL; k++)
            if (HERE < n)
                pz[k] = z[HERE];
    for (int k = 0; k < UNROLL; k++)
        if (HERE < n) {
            pack_out r;
            for (int j = 0; j < PACK; j++)
                r.v[j] = apply(px[k].v[j], py[k].v[j], pz[k].v[j], fault);
            out[HERE] = r;
        }
}
#endif
#elif !defined(ROWS)
/* Load an element of any dtype. All threads take the same branch of the switch, so the switch costs little compared with the
 * memory access. */
DEVICE T load(const GLOBAL void *p, int64 i, int dtype)
{
    switch (dtype) {
    case DTYPE_BOOL: return FROM_INT(((const GLOBAL boolean *)p)[i]);
    case DTYPE_INT8: return FROM_INT(((const GLOBAL int8 *)p)[i]);
    case DTYPE_INT16: return FROM_INT(((const GLOBAL int16 *)p)[i]);
    case DTYPE_INT32: return FROM_INT(((const GLOBAL int32 *)p)[i]);
    case DTYPE_INT64: return FROM_INT(((const GLOBAL int64 *)p)[i]);
    case DTYPE_UINT8: return FROM_INT(((const GLOBAL uint8 *)p)[i]);
    case DTYPE_UINT16: return FROM_INT(((const GLOBAL uint16 *)p)[i]);
    case DTYPE_UINT32: return FROM_INT(((const GLOBAL uint32 *)p)[i]);
    case DTYPE_UINT64: return FROM_INT(((const GLOBAL uint64 *)p)[i]);
    case DTYPE_FLOAT32: return FROM_REAL(((const GLOBAL float32 *)p)[i]);
    case DTYPE_FLOAT64: return FROM_REAL(((const GLOBAL float64 *)p)[i]);
    case DTYPE_COMPLEX64: return FROM_COMPLEX(((const GLOBAL complex64 *)p)[i]);
    default: return FROM_COMPLEX(((const GLOBAL complex128 *)p)[i]);
    }
}

/* Load an element of any dtype, and return 1 if the element is nonzero. */
DEVICE boolean load_truth(const GLOBAL void *p, int64 i, int dtype)
{
    switch (dtype) {
    case DTYPE_BOOL:
    case DTYPE_INT8:
    case DTYPE_UINT8: return ((const GLOBAL uint8 *)p)[i] != 0;
    case DTYPE_INT16:
    case DTYPE_UINT16: return ((const GLOBAL uint16 *)p)[i] != 0;
    case DTYPE_INT32:
    case DTYPE_UINT32: return ((const GLOBAL uint32 *)p)[i] != 0;
    case DTYPE_INT64:
    case DTYPE_UINT64: return ((const GLOBAL uint64 *)p)[i] != 0;
    case DTYPE_FLOAT32: return ((const GLOBAL float32 *)p)[i] != 0;
    case DTYPE_FLOAT64: return ((const GLOBAL float64 *)p)[i] != 0;
    case DTYPE_COMPLEX64: return ((const GLOBAL complex64 *)p)[i].re != 0 || ((const GLOBAL complex64 *)p)[i].im != 0;
    default: return ((const GLOBAL complex128 *)p)[i].re != 0 || ((const GLOBAL complex128 *)p)[i].im != 0;
    }
}

/* Any strides and dtypes. */
KERNEL map_strided(int64 n, map_layout l, GLOBAL RESULT *out, const GLOBAL void *x, const GLOBAL void *y,
                   const GLOBAL void *z, TX vx, T vy, T vz, GLOBAL int *fault)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 rest = i, o = 0, ox = 0, oy = 0, oz = 0;
        for (int d = l.ndim - 1; d >= 0; d--) {
            int64 at;
            if (n <= 0x7fffffff) { /* 64-bit division is slow */
                at = (uint32)rest % (uint32)l.shape[d];
                rest = (uint32)rest / (uint32)l.shape[d];
            } else {
                at = rest % l.shape[d];
                rest /= l.shape[d];
            }
            o += at * l.strides[0][d];
            ox += at * l.strides[1][d];
            oy += at * l.strides[2][d];
            oz += at * l.strides[3][d];
        }
        out[o] = apply(x ? LOAD_X(x, ox, l.dtype[1]) : vx, y ? load(y, oy, l.dtype[2]) : vy,
                       z ? load(z, oz, l.dtype[3]) : vz, fault);
    }
}

#else
/* Process operands of the compute types that have any strides and a long last axis. A group handles 4 * LOCAL_SIZE elements of
 * one line, so that offsets along the other axes are computed once. Each thread loads four elements before it computes. */
KERNEL map_rows(int64 n, int64 segments, map_layout l, GLOBAL RESULT *out, const GLOBAL TX *x, const GLOBAL T *y,
                const GLOBAL T *z, TX vx, T vy, T vz, GLOBAL int *fault)
{
    int last = l.ndim - 1;
    int64 across = l.shape[last], so = l.strides[0][last], sx = l.strides[1][last], sy = l.strides[2][last];
    int64 sz = l.strides[3][last];
    for (int64 g = GROUP_ID; g < n / across * segments; g += GROUP_COUNT) {
        int64 rest = g / segments, o = 0, ox = 0, oy = 0, oz = 0, first = g % segments * LOCAL_SIZE * 4 + LOCAL_ID;
        for (int d = last - 1; d >= 0; d--) {
            int64 at = rest % l.shape[d];
            rest /= l.shape[d];
            o += at * l.strides[0][d];
            ox += at * l.strides[1][d];
            oy += at * l.strides[2][d];
            oz += at * l.strides[3][d];
        }
        TX px[4];
        T py[4], pz[4];
#define PLACE (first + (int64)k * LOCAL_SIZE)
        for (int k = 0; k < 4; k++) {
            int inside = PLACE < across;
            px[k] = x && inside ? x[ox + PLACE * sx] : vx;
            py[k] = y && inside ? y[oy + PLACE * sy] : vy;
            pz[k] = z && inside ? z[oz + PLACE * sz] : vz;
        }
        for (int k = 0; k < 4; k++)
            if (PLACE < across)
                out[o + PLACE * so] = apply(px[k], py[k], pz[k], fault);
    }
}
#endif
