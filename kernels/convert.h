/* convert.h - Convert a scalar of any dtype to the compute type T. */
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
/* Values out of range are clamped; NaN becomes 0. */
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
#endif
