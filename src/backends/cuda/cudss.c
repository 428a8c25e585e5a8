/* cudss.c - Find and load cuDSS.  The library is searched for in the system's library path, in the folder of the CUDA runtime,
 * where pip installs it, and among the packages of common Python installations. */
#include "config.h"
#include "runtime/library.h"
#include "runtime/trust.h"

#include "cudss.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gla_cudss cudss;
static bool is_available;
static char description[700] = "cuDSS was not found; install it with pip install nvidia-cudss-cu13", threading[1100];

/* Newest first.  The number at the end of a file name is the major version. */
static const char *const names[] = {"libcudss.so.1", "libcudss.so.0"};
static const gla_cudss_version versions[] = {
    {1, -1, 4, 11, 13, 23, true, true}, {0, 8, 4, 11, 13, 23, true, false}, {0, 7, 5, 12, 12, 22, false, false}};

const gla_cudss_version *gla_cudss_find_version(int major, int minor)
{
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (versions[i].major == major && (versions[i].minor < 0 || versions[i].minor == minor))
            return &versions[i];
    return NULL;
}

int gla_cudss_create_csr(const gla_cudss *lib, gla_cudss_matrix *matrix, int64_t n, int64_t nnz, const void *starts,
                         const void *columns, const void *values, cudaDataType_t index, cudaDataType_t type, int kind, int view)
{
    typedef int older(gla_cudss_matrix *, int64_t, int64_t, int64_t, const void *, const void *, const void *, const void *,
                      cudaDataType_t, cudaDataType_t, int, int, int);
    older *create;
    if (lib->version.has_start_type)
        return lib->MatrixCreateCsr(matrix, n, n, nnz, starts, NULL, columns, values, index, index, type, kind, view,
                                    GLA_CUDSS_ZERO_BASED);
    memcpy(&create, &lib->MatrixCreateCsr, sizeof create);
    return create(matrix, n, n, nnz, starts, NULL, columns, values, index, type, kind, view, GLA_CUDSS_ZERO_BASED);
}

static const struct {
    const char *name;
    size_t offset;
} functions[] = {
#define FUNCTION(name)                           \
    {                                            \
        "cudss" #name, offsetof(gla_cudss, name) \
    }
    FUNCTION(Create),          FUNCTION(SetStream),      FUNCTION(SetThreadingLayer),
    FUNCTION(GetProperty),     FUNCTION(ConfigCreate),   FUNCTION(ConfigDestroy),
    FUNCTION(ConfigSet),       FUNCTION(DataCreate),     FUNCTION(DataDestroy),
    FUNCTION(DataSet),         FUNCTION(DataGet),        FUNCTION(Execute),
    FUNCTION(MatrixCreateCsr), FUNCTION(MatrixCreateDn), FUNCTION(MatrixSetCsrPointers),
    FUNCTION(MatrixDestroy)};

/* Write the folder of the file that contains a function, with a trailing slash, or an empty string. */
static void find_folder(void *function, char *folder, size_t size)
{
    Dl_info where;
    const char *slash = dladdr(function, &where) && where.dli_fname ? strrchr(where.dli_fname, '/') : NULL;
    snprintf(folder, size, "%.*s", slash ? (int)(slash - where.dli_fname) + 1 : 0, slash ? where.dli_fname : "");
}

/* Open a library in the folders of Python packages.  Skip files that other users could have written. */
static void *open_package(const char *base, const char *below, const char *name)
{
    char pattern[1200], reason[200];
    glob_t found = {0};
    void *library = NULL;
    snprintf(pattern, sizeof pattern, "%s%s/nvidia/cu%d/lib/%s", base, below, CUDART_VERSION / 1000, name);
    if (base && glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && !library; i++)
            if (gla_is_trusted(found.gl_pathv[i], reason, sizeof reason))
                library = gla_library_open(found.gl_pathv[i], false);
    globfree(&found);
    return library;
}

static void *open_named(const char *name)
{
    char folder[1000], file[1100];
    const char *named = secure_getenv("GPULINALG_CUDSS"); /* a folder */
    void *library = NULL;
    if (named) {
        snprintf(file, sizeof file, "%.1000s/%s", named, name);
        return gla_library_open(file, false);
    }
    library = gla_library_open(name, false);
    find_folder((void *)&cudaRuntimeGetVersion, folder, sizeof folder);
    snprintf(file, sizeof file, "%s%s", folder, name);
    if (!library && folder[0])
        library = gla_library_open(file, false);
    if (!library)
        library = open_package(secure_getenv("VIRTUAL_ENV"), "/lib/python3*/site-packages", name);
    if (!library)
        library = open_package("/usr/local", "/lib/python3*/dist-packages", name);
    return library ? library : open_package(secure_getenv("HOME"), "/.local/lib/python3*/site-packages", name);
}

static void *open_library(void)
{
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = open_named(names[i]);
    return library;
}

/* Describe a library that was found.  `known` is NULL if the library lacks functions or its version is not supported. */
static void describe(const int version[3], const gla_cudss_version *known, const char *folder)
{
    if (known)
        snprintf(description, sizeof description, "cuDSS %d.%d.%d in %.400s%s%s", version[0], version[1], version[2],
                 folder[0] ? folder : "the system's library path", threading[0] ? "" : ", without multithreading",
                 known->has_transposes
                     ? ""
                     : ", which cannot solve with the transpose, so factors of kind \"lu\" are computed on the "
                       "host; install version 1.0 or later");
    else
        snprintf(description, sizeof description,
                 "cuDSS %d.%d.%d was found, but only versions 0.7, 0.8 and 1 are supported; install one of these, for example "
                 "with pip install nvidia-cudss-cu13",
                 version[0], version[1], version[2]);
}

/* Load the library, unless GPULINALG_CUDA_WITHOUT contains "cudss".  Tests set this variable to run the host's solvers. */
static void load(void)
{
    int version[3] = {0, 0, 0};
    char folder[1000];
    const char *off = secure_getenv("GPULINALG_CUDA_WITHOUT");
    void *library = off && strstr(off, "cudss") ? NULL : open_library();
    bool complete = library != NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && complete; i++) {
        void *function = dlsym(library, functions[i].name);
        memcpy((char *)&cudss + functions[i].offset, &function, sizeof function);
        complete = function != NULL;
    }
    for (int i = 0; i < 3 && complete; i++)
        complete = cudss.GetProperty((libraryPropertyType)i, &version[i]) == GLA_CUDSS_OK;
    const gla_cudss_version *known = complete ? gla_cudss_find_version(version[0], version[1]) : NULL;
    is_available = known != NULL;
    if (library && !known)
        describe(version, NULL, "");
    if (!known)
        return;
    cudss.version = *known;
    void *create;
    memcpy(&create, &cudss.Create, sizeof create);
    find_folder(create, folder, sizeof folder);
    snprintf(threading, sizeof threading, "%slibcudss_mtlayer_gomp.so.%d", folder, version[0]);
    if (access(threading, R_OK) != 0)
        threading[0] = '\0';
    describe(version, known, folder);
}

static void load_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const gla_cudss *gla_cudss_library(void)
{
    load_once();
    return is_available ? &cudss : NULL;
}

const char *gla_cudss_description(void)
{
    load_once();
    return description;
}

const char *gla_cudss_threading(void)
{
    load_once();
    return threading;
}
