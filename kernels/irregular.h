/* irregular.h - Pseudo-random signs and magnitudes for the starting vector of a condition estimate, as in
 * src/backends/host/dense/condition.c. The caller defines the element type T and the matching KIND_* macro. */
DEVICE R irregular(int64 i)
{
    uint32 h = (uint32)(i + 64) * 0x9E3779B9u;
    R size;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h ^= h >> 13;
    size = (R)0.5f + (R)(h >> 16) * (R)(1.0f / 65536);
    return h & 1 ? -size : size;
}
