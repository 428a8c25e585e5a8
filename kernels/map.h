/* map.h - one elementwise operation of the table.
 *
 * Before it: T and its kind, RESULT (the type of the result), PACK (elements in 16 bytes of the widest type),
 * EXPRESSION(x, y, z), and FAULT(x, y) if operands may be refused: it is true where they are.  An operand is an array or,
 * with a NULL pointer, one value.  WHERE: x is a truth value. */
#ifdef WHERE
typedef boolean TX;
#define LOAD_X(p, i, dtype) load_truth(p, i, dtype)
#else
typedef T TX;
#define LOAD_X(p, i, dtype) load(p, i, dtype)
#endif
#define MAX_NDIM 16

/* Sizes and strides in elements; operand 0 is the result. */
typedef struct {
    int ndim;
    int dtype[4];
    int64 shape[MAX_NDIM];
    int64 strides[4][MAX_NDIM];
} map_layout;

DEVICE RESULT apply(TX x, T y, T z, GLOBAL int *fault)
{
#ifdef FAULT
    if (FAULT(x, y))
        *fault = 1;
#endif
    return (RESULT)(EXPRESSION(x, y, z));
}

/* All operands contiguous and of the compute type, or one value. */
KERNEL map_contiguous(int64 n, GLOBAL RESULT *RESTRICT out, const GLOBAL TX *x, const GLOBAL T *y, const GLOBAL T *z, TX vx,
                      T vy, T vz, GLOBAL int *fault)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE)
        out[i] = apply(x ? x[i] : vx, y ? y[i] : vy, z ? z[i] : vz, fault);
}

/* The same PACK at a time, so that the widest operand is read or written 16 bytes at once: pointers aligned to that. */
typedef struct ALIGNED(PACK * sizeof(T)) { T v[PACK]; } pack_in;
typedef struct ALIGNED(PACK * sizeof(TX)) { TX v[PACK]; } pack_x;
typedef struct ALIGNED(PACK * sizeof(RESULT)) { RESULT v[PACK]; } pack_out;

KERNEL map_packed(int64 n, GLOBAL pack_out *RESTRICT out, const GLOBAL pack_x *x, const GLOBAL pack_in *y,
                  const GLOBAL pack_in *z, TX vx, T vy, T vz, GLOBAL int *fault)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        pack_x px;
        pack_in py, pz;
        pack_out r;
        for (int j = 0; j < PACK; j++) {
            px.v[j] = vx;
            py.v[j] = vy;
            pz.v[j] = vz;
        }
        if (x)
            px = x[i];
        if (y)
            py = y[i];
        if (z)
            pz = z[i];
        for (int j = 0; j < PACK; j++)
            r.v[j] = apply(px.v[j], py.v[j], pz.v[j], fault);
        out[i] = r;
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
