/* sort_key.h - Sort keys of elements. The caller defines BYTES, the size of an element, and one of SORT_PLAIN (unsigned),
 * SORT_SIGNED, SORT_REAL, SORT_COMPLEX.
 *
 * The key of an element is an unsigned integer. The order of keys is the order of the elements. Equal elements have equal keys.
 * Both zeros have the same key, and all real NaNs have the same key. Sorting moves the elements themselves; it does not rebuild
 * them from keys. */
#if BYTES == 16
typedef struct { uint64 re, im; } element;
typedef struct { uint64 high, low; } sort_key;
#define KEY_DIGIT(k, shift, mask) ((uint32)(((shift) < 64 ? (k).low >> (shift) : (k).high >> ((shift) - 64)) & (mask)))
#define KEY_LESS(a, b) ((a).high < (b).high || ((a).high == (b).high && (a).low < (b).low))
#define KEY_EQUAL(a, b) ((a).high == (b).high && (a).low == (b).low)
#else
#if BYTES == 8
typedef uint64 element;
typedef uint64 sort_key;
#else
typedef uint32 sort_key;
#if BYTES == 4
typedef uint32 element;
#elif BYTES == 2
typedef uint16 element;
#else
typedef uint8 element;
#endif
#endif
#define KEY_DIGIT(k, shift, mask) ((uint32)((k) >> (shift)) & (mask))
#define KEY_LESS(a, b) ((a) < (b))
#define KEY_EQUAL(a, b) ((a) == (b))
#endif

#define SIGN_32 0x80000000u
#define SIGN_64 ((uint64)1 << 63)
#define INFINITE_32 0x7f800000u
#define INFINITE_64 ((uint64)0x7ff << 52)

/* The bits of positive values increase with the value; the bits of negative values decrease. */
DEVICE uint32 key_of_32(uint32 u)
{
    uint32 key = u & SIGN_32 ? ~u : u | SIGN_32;
    key = u == SIGN_32 ? SIGN_32 : key;
    return (u & ~SIGN_32) > INFINITE_32 ? ~(uint32)0 : key;
}

DEVICE uint64 key_of_64(uint64 u)
{
    uint64 key = u & SIGN_64 ? ~u : u | SIGN_64;
    key = u == SIGN_64 ? SIGN_64 : key;
    return (u & ~SIGN_64) > INFINITE_64 ? ~(uint64)0 : key;
}

/* Complex values that contain NaN sort after infinity, in this order: NaN only in the imaginary part, only in the real part, in
 * both. */
#if BYTES == 16
#define KEY_BITS 128
DEVICE sort_key key_of(element e, int64 turned)
{
    uint64 re = key_of_64(e.re), im = key_of_64(e.im), turn = turned ? ~(uint64)0 : 0;
    uint64 kind = (re == ~(uint64)0 ? 2 : 0) + (im == ~(uint64)0 ? 1 : 0);
    sort_key k;
    k.high = (kind ? (SIGN_64 | INFINITE_64) + kind : re) ^ turn;
    k.low = (kind == 1 ? re : im) ^ turn;
    return k;
}
#elif defined(SORT_COMPLEX)
#define KEY_BITS 64
DEVICE sort_key key_of(element e, int64 turned)
{
    uint32 re = key_of_32((uint32)e), im = key_of_32((uint32)(e >> 32));
    uint32 kind = (re == ~(uint32)0 ? 2u : 0u) + (im == ~(uint32)0 ? 1u : 0u);
    uint64 high = kind ? (SIGN_32 | INFINITE_32) + kind : re, low = kind == 1 ? re : im;
    return (high << 32 | low) ^ (turned ? ~(uint64)0 : 0);
}
#else
#define KEY_BITS (8 * BYTES)
DEVICE sort_key key_of(element e, int64 turned)
{
#ifdef SORT_REAL
#if BYTES == 4
    sort_key k = key_of_32(e);
#else
    sort_key k = key_of_64(e);
#endif
#else
    sort_key k = e;
#ifdef SORT_SIGNED
    k ^= (sort_key)1 << (KEY_BITS - 1);
#endif
#endif
#if BYTES < 4
    return turned ? ((sort_key)1 << KEY_BITS) - 1 - k : k;
#else
    return turned ? ~k : k;
#endif
}
#endif

#if BYTES < 16 && !defined(SORT_COMPLEX)
/* Return an element with a given key. Zero is positive. */
DEVICE element element_of(sort_key k)
{
#ifdef SORT_REAL
    sort_key sign = (sort_key)1 << (KEY_BITS - 1);
    return (element)(k & sign ? k ^ sign : ~k);
#elif defined(SORT_SIGNED)
    return (element)(k ^ (sort_key)1 << (KEY_BITS - 1));
#else
    return (element)k;
#endif
}
#endif

/* Return true if an element is NaN and therefore equals no element. */
DEVICE int is_nan_element(element e)
{
#if BYTES == 16
    return (e.re & ~SIGN_64) > INFINITE_64 || (e.im & ~SIGN_64) > INFINITE_64;
#elif defined(SORT_COMPLEX)
    return ((uint32)e & ~SIGN_32) > INFINITE_32 || ((uint32)(e >> 32) & ~SIGN_32) > INFINITE_32;
#elif !defined(SORT_REAL)
    return 0;
#elif BYTES == 8
    return (e & ~SIGN_64) > INFINITE_64;
#else
    return (e & ~SIGN_32) > INFINITE_32;
#endif
}
