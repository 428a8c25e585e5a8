/* fake_cudss.c - A fake cuDSS of version MAJOR.MINOR.2 with the functions that cudss.c calls; it reports how it was called. */
#include <stdint.h>
#include <stdio.h>

#define FUNCTION(name)     \
    int cudss##name(void); \
    int cudss##name(void)  \
    {                      \
        return 0;          \
    }
FUNCTION(Create)
FUNCTION(SetStream)
FUNCTION(SetThreadingLayer)
FUNCTION(ConfigCreate)
FUNCTION(ConfigDestroy)
FUNCTION(ConfigSet)
FUNCTION(DataCreate)
FUNCTION(DataDestroy)
FUNCTION(DataSet)
FUNCTION(DataGet)
FUNCTION(Execute)
FUNCTION(MatrixCreateDn)
FUNCTION(MatrixSetCsrPointers)
FUNCTION(MatrixDestroy)

int cudssGetProperty(int type, int *value);
int cudssGetProperty(int type, int *value)
{
    *value = type == 0 ? MAJOR : type == 1 ? MINOR : 2;
    return 0;
}

/* Return the sum of the numeric arguments, which reveals an additional or missing argument. */
#if MAJOR == 0 && MINOR < 8
int cudssMatrixCreateCsr(void **matrix, int64_t rows, int64_t cols, int64_t nnz, void *starts, void *ends, void *columns,
                         void *values, int index, int type, int kind, int view, int base);
int cudssMatrixCreateCsr(void **matrix, int64_t rows, int64_t cols, int64_t nnz, void *starts, void *ends, void *columns,
                         void *values, int index, int type, int kind, int view, int base)
{
    (void)matrix, (void)starts, (void)columns, (void)values;
    return ends ? -1 : (int)(rows + cols + nnz) + 1000 * index + 100000 * type + 10000000 * kind + 100000000 * view + base;
}
#else
int cudssMatrixCreateCsr(void **matrix, int64_t rows, int64_t cols, int64_t nnz, void *starts, void *ends, void *columns,
                         void *values, int start, int index, int type, int kind, int view, int base);
int cudssMatrixCreateCsr(void **matrix, int64_t rows, int64_t cols, int64_t nnz, void *starts, void *ends, void *columns,
                         void *values, int start, int index, int type, int kind, int view, int base)
{
    (void)matrix, (void)starts, (void)columns, (void)values;
    return ends || start != index
               ? -1
               : (int)(rows + cols + nnz) + 1000 * index + 100000 * type + 10000000 * kind + 100000000 * view + base;
}
#endif
