/* range.h - Arithmetic sequence start + i*step. The caller defines the element type T and the matching KIND_* macro.
 * Integers wrap around. */
KERNEL range(int64 n, GLOBAL T *out, float64 start, float64 step, int64 istart, int64 istep)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
#if defined(KIND_INT) || defined(KIND_BOOL)
        out[i] = (T)((uint64)istart + (uint64)i * (uint64)istep);
#elif defined(KIND_COMPLEX)
        out[i].re = (R)(start + (float64)i * step);
        out[i].im = 0;
#else
        out[i] = (T)(start + (float64)i * step);
#endif
    }
}
