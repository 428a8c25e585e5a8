/* convert.h - an element of any dtype as the compute type T, and back.  The dtype is the same for all threads, so the
 * switch costs nothing beside the memory access. */
#if defined(KIND_BOOL) || defined(KIND_INT) || defined(KIND_REAL) || defined(KIND_COMPLEX)
#if defined(KIND_BOOL)
#define FROM_INT(v) ((T)((v) != 0))
#define FROM_REAL(v) ((T)((v) != 0))
#define FROM_COMPLEX(v) ((T)((v).re != 0 || (v).im != 0))
#elif defined(KIND_COMPLEX)
#define FROM_INT(v) c_make((R)(v), 0)
#define FROM_REAL(v) c_make((R)(v), 0)
#define FROM_COMPLEX(v) c_make((R)(v).re, (R)(v).im)
#elif defined(KIND_INT)
#define FROM_INT(v) ((T)(v))
#define FROM_REAL(v) real_to_int((float64)(v))
#define FROM_COMPLEX(v) real_to_int((float64)(v).re)
/* Out of range: the nearest end; NaN: 0. */
DEVICE T real_to_int(float64 v)
{
    if (v != v)
        return 0;
    if (v <= T_MIN_REAL)
        return T_MIN;
    return v >= T_MAX_REAL ? T_MAX : (T)v;
}
#else
#define FROM_INT(v) ((T)(v))
#define FROM_REAL(v) ((T)(v))
#define FROM_COMPLEX(v) ((T)(v).re)
#endif

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

/* Whether an element of any dtype is not zero. */
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
#endif
