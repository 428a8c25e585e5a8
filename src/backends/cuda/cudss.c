/* cudss.c - cuDSS is found: where the system looks, beside CUDA's runtime, which is where pip puts it, or among the packages of
 * the usual Pythons. */
#include "config.h"

#include "cudss.h"

#include <dlfcn.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gla_cudss cudss;
static bool is_there;
static char description[700] = "cuDSS is not there; install it with pip install nvidia-cudss-cu13", threading[1100];

static const struct {
    const char *name;
    size_t place;
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

/* The folder of the file in which a function is, with a slash, or an empty text. */
static void find_folder(void *function, char *folder, size_t size)
{
    Dl_info where;
    const char *slash = dladdr(function, &where) && where.dli_fname ? strrchr(where.dli_fname, '/') : NULL;
    snprintf(folder, size, "%.*s", slash ? (int)(slash - where.dli_fname) + 1 : 0, slash ? where.dli_fname : "");
}

/* In the folders of Python's packages.  What others could have put there is left alone. */
static void *open_package(const char *base, const char *below)
{
    char pattern[1200], reason[200];
    glob_t found = {0};
    void *library = NULL;
    snprintf(pattern, sizeof pattern, "%s%s/nvidia/cu%d/lib/libcudss.so.1", base, below, CUDART_VERSION / 1000);
    if (base && glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc && !library; i++)
            if (gla_is_trusted(found.gl_pathv[i], reason, sizeof reason))
                library = gla_library_open(found.gl_pathv[i], false);
    globfree(&found);
    return library;
}

static void *open_library(void)
{
    char folder[1000], file[1100];
    const char *named = secure_getenv("GPULINALG_CUDSS"); /* a folder */
    void *library = NULL;
    if (named) {
        snprintf(file, sizeof file, "%.1000s/libcudss.so.1", named);
        return gla_library_open(file, false);
    }
    library = gla_library_open("libcudss.so.1", false);
    find_folder((void *)&cudaRuntimeGetVersion, folder, sizeof folder);
    snprintf(file, sizeof file, "%slibcudss.so.1", folder);
    if (!library && folder[0])
        library = gla_library_open(file, false);
    if (!library)
        library = open_package(secure_getenv("VIRTUAL_ENV"), "/lib/python3*/site-packages");
    if (!library)
        library = open_package("/usr/local", "/lib/python3*/dist-packages");
    return library ? library : open_package(secure_getenv("HOME"), "/.local/lib/python3*/site-packages");
}

/* GPULINALG_CUDA_WITHOUT=cudss: a test wants the host's solvers. */
static void load(void)
{
    int version[3] = {0, 0, 0};
    char folder[1000];
    const char *off = secure_getenv("GPULINALG_CUDA_WITHOUT");
    void *library = off && strstr(off, "cudss") ? NULL : open_library();
    bool complete = library != NULL;
    for (size_t i = 0; i < sizeof functions / sizeof *functions && complete; i++) {
        void *function = dlsym(library, functions[i].name);
        memcpy((char *)&cudss + functions[i].place, &function, sizeof function);
        complete = function != NULL;
    }
    for (int i = 0; i < 3 && complete; i++)
        complete = cudss.GetProperty((libraryPropertyType)i, &version[i]) == GLA_CUDSS_OK;
    if (library && (!complete || version[0] != GLA_CUDSS_MAJOR))
        snprintf(description, sizeof description,
                 "cuDSS %d.%d.%d is there, but version %d is needed; install it with pip install nvidia-cudss-cu13", version[0],
                 version[1], version[2], GLA_CUDSS_MAJOR);
    is_there = complete && version[0] == GLA_CUDSS_MAJOR;
    if (!is_there)
        return;
    void *create;
    memcpy(&create, &cudss.Create, sizeof create);
    find_folder(create, folder, sizeof folder);
    snprintf(threading, sizeof threading, "%slibcudss_mtlayer_gomp.so.1", folder);
    if (access(threading, R_OK) != 0)
        threading[0] = '\0';
    snprintf(description, sizeof description, "cuDSS %d.%d.%d in %.500s%s", version[0], version[1], version[2],
             folder[0] ? folder : "the system's folders", threading[0] ? "" : ", without threads");
}

static void load_once(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
}

const gla_cudss *gla_cudss_library(void)
{
    load_once();
    return is_there ? &cudss : NULL;
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
