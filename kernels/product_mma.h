/* product_mma.h - Products of 16 x 8 and 8 x 8 tiles in double precision, computed by the 32 threads of a warp with the matrix
 * instructions of NVIDIA devices; part of product.h.
 *
 * Let g = lane/4 and t = lane%4. Each thread has these elements. A: (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4); B: (t, g),
 * (t + 4, g); C: (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1). The layout is defined by the instruction mma.m16n8k8 of
 * the PTX ISA. */
#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
#if MMA == 90
DEVICE void mma(float64 *c, const float64 *a, const float64 *b)
{
    ASSEMBLY volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                 : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}
#else
DEVICE void mma_quarter(float64 *c, float64 a, float64 b)
{
    ASSEMBLY volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                 : "+d"(c[0]), "+d"(c[1])
                 : "d"(a), "d"(b));
}

DEVICE void mma(float64 *c, const float64 *a, const float64 *b)
{
    mma_quarter(c, a[0], b[0]);
    mma_quarter(c + 2, a[1], b[0]);
    mma_quarter(c, a[2], b[1]);
    mma_quarter(c + 2, a[3], b[1]);
}
#endif
#else /* the emulated device */
static float64 mma_a[1024][4], mma_b[1024][2];

UNWATCHED static void mma(float64 *c, const float64 *a, const float64 *b)
{
    int id = LOCAL_ID, first = id - id % 32, g = id % 32 / 4, t = id % 4;
    for (int i = 0; i < 4; i++)
        mma_a[id][i] = a[i];
    for (int i = 0; i < 2; i++)
        mma_b[id][i] = b[i];
    LANES_MEET();
    for (int i = 0; i < 4; i++) {
        int row = first + 4 * g, col = first + 4 * (2 * t + i % 2);
        for (int k = 0; k < 8; k++)
            c[i] = fma(mma_a[row + k % 4][i / 2 + k / 4 * 2], mma_b[col + k % 4][k / 4], c[i]);
    }
    LANES_MEET();
}
#endif
