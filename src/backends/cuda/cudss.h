/* cudss.h - Declarations of cuDSS, the sparse direct solver library, which is loaded when the first sparse matrix is factored.
 *
 * Building does not require NVIDIA's headers, because this file repeats the declarations of version 1.0.  gla_cudss_version
 * describes the differences of versions 0.7 and 0.8, which other packages require. */
#ifndef GLA_BACKENDS_CUDA_CUDSS_H
#define GLA_BACKENDS_CUDA_CUDSS_H

#include "cuda.h"

#include <library_types.h>

typedef struct gla_cudss_context *gla_cudss_handle;
typedef struct gla_cudss_config *gla_cudss_configuration;
typedef struct gla_cudss_data *gla_cudss_factors;
typedef struct gla_cudss_matrix *gla_cudss_matrix;

enum { GLA_CUDSS_OK = 0, GLA_CUDSS_ALLOC_FAILED = 2, GLA_CUDSS_NOT_SUPPORTED = 4 };
enum { GLA_CUDSS_INFO = 0, GLA_CUDSS_LU_NNZ, GLA_CUDSS_NPIVOTS, GLA_CUDSS_INERTIA, GLA_CUDSS_DIAGONAL = 8 };
enum { GLA_CUDSS_ANALYSIS = 3, GLA_CUDSS_FACTORIZATION = 4, GLA_CUDSS_REFACTORIZATION = 8, GLA_CUDSS_SOLVE = 0x3f0 };
enum { GLA_CUDSS_GENERAL = 0, GLA_CUDSS_SYMMETRIC, GLA_CUDSS_HERMITIAN, GLA_CUDSS_SPD, GLA_CUDSS_HPD };
enum { GLA_CUDSS_FULL = 0, GLA_CUDSS_LOWER };
enum { GLA_CUDSS_ZERO_BASED = 0, GLA_CUDSS_COLUMN_MAJOR = 0 };

/* Differences between versions. */
typedef struct gla_cudss_version {
    int major, minor;                     /* minor is -1 if all minor versions are alike */
    int solve_mode, hybrid_memory;        /* parameters of a configuration */
    int memory_estimates, host_interrupt; /* parameters of data */
    bool has_start_type;                  /* MatrixCreateCsr has an argument for the type of the row starts */
    bool has_transposes;                  /* can solve with the transpose and reset INFO */
} gla_cudss_version;

typedef struct gla_cudss {
    gla_cudss_version version;
    int (*Create)(gla_cudss_handle *handle);
    int (*SetStream)(gla_cudss_handle handle, cudaStream_t stream);
    int (*SetThreadingLayer)(gla_cudss_handle handle, const char *file);
    int (*GetProperty)(libraryPropertyType type, int *value);
    int (*ConfigCreate)(gla_cudss_configuration *config);
    int (*ConfigDestroy)(gla_cudss_configuration config);
    int (*ConfigSet)(gla_cudss_configuration config, int parameter, const void *value, size_t bytes);
    int (*DataCreate)(gla_cudss_handle handle, gla_cudss_factors *data);
    int (*DataDestroy)(gla_cudss_handle handle, gla_cudss_factors data);
    int (*DataSet)(gla_cudss_handle handle, gla_cudss_factors data, int parameter, const void *value, size_t bytes);
    int (*DataGet)(gla_cudss_handle handle, gla_cudss_factors data, int parameter, void *value, size_t bytes, size_t *written);
    int (*Execute)(gla_cudss_handle handle, int phase, gla_cudss_configuration config, gla_cudss_factors data,
                   gla_cudss_matrix a, gla_cudss_matrix x, gla_cudss_matrix b);
    int (*MatrixCreateCsr)(gla_cudss_matrix *matrix, int64_t rows, int64_t cols, int64_t nnz, const void *starts,
                           const void *ends, const void *columns, const void *values, cudaDataType_t start_type,
                           cudaDataType_t index_type, cudaDataType_t type, int kind, int view, int base);
    int (*MatrixCreateDn)(gla_cudss_matrix *matrix, int64_t rows, int64_t cols, int64_t ld, const void *values,
                          cudaDataType_t type, int layout);
    int (*MatrixSetCsrPointers)(gla_cudss_matrix matrix, const void *starts, const void *ends, const void *columns,
                                const void *values);
    int (*MatrixDestroy)(gla_cudss_matrix matrix);
} gla_cudss;

/* Return the description of a version, or NULL if the version is not supported. */
const gla_cudss_version *gla_cudss_find_version(int major, int minor);
/* Call MatrixCreateCsr with the arguments of the loaded version.  The arrays `starts` and `columns` have the same type. */
int gla_cudss_create_csr(const gla_cudss *lib, gla_cudss_matrix *matrix, int64_t n, int64_t nnz, const void *starts,
                         const void *columns, const void *values, cudaDataType_t index, cudaDataType_t type, int kind,
                         int view);

/* Return the library, or NULL if it is not available. */
const gla_cudss *gla_cudss_library(void);
/* Return the version and file of the library, or the reason why the library is not available. */
const char *gla_cudss_description(void);
/* Return the file of the library's threading layer, in the same folder, or an empty string if there is no such file. */
const char *gla_cudss_threading(void);

extern const gla_direct_ops gla_cuda_direct_ops;

#endif
