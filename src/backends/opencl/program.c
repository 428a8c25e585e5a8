/* program.c - Programs of kernels/, which are compiled at run time, once per device. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"

#include "dialect/source.h"

#include <stdio.h>
#include <string.h>

/* Return lines that define the capabilities of the device.  Multiplication and addition are not fused, so that each operation
 * is rounded, as on the host. */
static const char *abilities(const gla_cl *cl)
{
    return cl->has_float64 ? "#define HAS_FLOAT64 1\n#pragma OPENCL FP_CONTRACT OFF\n"
                           : "#define HAS_FLOAT64 0\n#pragma OPENCL FP_CONTRACT OFF\n";
}

static char *make_source(const gla_cl *cl, const char *file, const char *lines, bool declared, gla_cl_signature **signatures)
{
    char before[6000], lanes[40] = "";
    if (cl->traits.nvidia >= GLA_CL_LANES_FROM)
        snprintf(lanes, sizeof lanes, "#define NVIDIA %d\n", cl->traits.nvidia);
    snprintf(before, sizeof before, "%s%s%s", abilities(cl), lanes, declared ? gla_kernel_text("opencl_functions.h") : "");
    char *source = gla_kernel_source(before, file, lines);
    char *changed = source ? gla_cl_rewrite(source, signatures) : NULL;
    gla_free(source);
    return changed;
}

char *gla_cl_source(const gla_cl *cl, const char *file, const char *lines, gla_cl_signature **signatures)
{
    return make_source(cl, file, lines, cl->declares, signatures);
}

/* Compile a program.  If `kept` is not NULL, compile the program ahead of use, unless the program is already in the disk
 * cache. */
static gla_status compile(gla_cl *cl, const char *file, const char *lines, bool declared, bool *kept,
                          gla_cl_signature **signatures, cl_program *program)
{
    char *source = make_source(cl, file, lines, declared, signatures);
    const char *const sources[] = {source};
    const gla_cl_text text = {
        .what = file, .n = 1, .sources = sources, .options = gla_cl_options(cl, declared), .ahead = kept != NULL};
    if (!source)
        return gla_fail_memory(file, strlen(lines));
    if (kept)
        *kept = gla_cl_is_cached(cl, &text);
    gla_status st = kept && *kept ? GLA_OK : gla_cl_compile(cl, &text, program);
    gla_free(source);
    return st;
}

/* Compile a program.  Another version of PoCL might reject the declarations of built-in functions.  If PoCL rejects the
 * declarations, compile this program and later programs without them. */
static gla_status make(gla_cl *cl, const char *file, const char *lines, bool *kept, gla_cl_signature **signatures,
                       cl_program *program)
{
    bool declared = cl->declares;
    gla_status st = compile(cl, file, lines, declared, kept, signatures, program);
    if (st != GLA_COMPILE_ERROR || !declared)
        return st;
    cl->declares = false;
    gla_cl_signatures_free(*signatures);
    *signatures = NULL;
    return compile(cl, file, lines, false, kept, signatures, program);
}

static gla_status build(gla_cl *cl, const char *file, const char *defines, const char *key, gla_cl_program **out)
{
    gla_cl_program *p = gla_calloc(1, sizeof *p);
    if (p)
        p->key = gla_malloc(strlen(key) + 1);
    gla_status st = p && p->key ? GLA_OK : gla_fail_memory(file, sizeof *p);
    if (!st) {
        strcpy(p->key, key);
        st = make(cl, file, defines, NULL, &p->signatures, &p->program);
    }
    if (!st) {
        *out = p;
    } else if (p) {
        gla_cl_signatures_free(p->signatures);
        gla_free(p->key);
        gla_free(p);
    }
    return st;
}

gla_status gla_cl_compile_ahead(gla_device *dev, const char *architecture, const char *file, const char *lines, bool *kept)
{
    gla_cl_signature *signatures = NULL;
    cl_program program = NULL;
    (void)architecture;
    gla_status st = make(dev->state, file, lines, kept, &signatures, &program);
    gla_cl_signatures_free(signatures);
    if (program)
        clReleaseProgram(program);
    return st;
}

gla_status gla_cl_find_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    gla_cl *cl = dev->state;
    gla_status st = GLA_OK;
    size_t size = strlen(file) + strlen(defines) + 2;
    char small[1024], *key = size <= sizeof small ? small : gla_malloc(size);
    if (!key)
        return gla_fail_memory(file, size);
    snprintf(key, size, "%s\n%s", file, defines);
    gla_lock(&cl->lock);
    gla_cl_program *p = cl->programs;
    while (p && strcmp(p->key, key) != 0)
        p = p->next;
    if (!p && !(st = build(cl, file, defines, key, &p))) {
        p->next = cl->programs;
        cl->programs = p;
    }
    if (!st)
        st = gla_cl_kernel_of(file, cl, p, name, (gla_cl_kernel **)kernel);
    pthread_mutex_unlock(&cl->lock);
    if (key != small)
        gla_free(key);
    return st;
}
