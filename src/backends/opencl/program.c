/* program.c - the programs of kernels/: compiled at run time, made once for each device. */
#include "opencl.h"

#include "dialect/source.h"

#include <stdio.h>
#include <string.h>

/* What the device has, and no contraction to fused multiply-add: one rounding for each operation, as on the host. */
static const char *abilities(const gla_cl *cl)
{
    return cl->has_float64 ? "#define HAS_FLOAT64 1\n#pragma OPENCL FP_CONTRACT OFF\n"
                           : "#define HAS_FLOAT64 0\n#pragma OPENCL FP_CONTRACT OFF\n";
}

char *gla_cl_source(const gla_cl *cl, const char *file, const char *defines, gla_cl_signature **signatures)
{
    char *source = gla_kernel_source(abilities(cl), file, defines);
    char *changed = source ? gla_cl_rewrite(source, signatures) : NULL;
    gla_free(source);
    return changed;
}

static gla_status build(gla_cl *cl, const char *file, const char *defines, const char *key, gla_cl_program **out)
{
    gla_cl_program *p = gla_calloc(1, sizeof *p);
    char *source = NULL;
    gla_status st = GLA_OK;
    if (p)
        p->key = gla_malloc(strlen(key) + 1);
    if (!p || !p->key || !(source = gla_cl_source(cl, file, defines, &p->signatures)))
        st = gla_fail_memory(file, sizeof *p);
    const char *const sources[] = {source};
    if (!st) {
        strcpy(p->key, key);
        st = gla_cl_compile(cl, &(gla_cl_text){.what = file, .n = 1, .sources = sources, .options = gla_cl_options(cl)},
                            &p->program);
    }
    gla_free(source);
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
    gla_cl *cl = dev->state;
    gla_cl_signature *signatures = NULL;
    cl_program program = NULL;
    (void)architecture;
    char *source = gla_cl_source(cl, file, lines, &signatures);
    const char *const sources[] = {source};
    const gla_cl_text text = {.what = file, .n = 1, .sources = sources, .options = gla_cl_options(cl), .ahead = true};
    gla_cl_signatures_free(signatures);
    if (!source)
        return gla_fail_memory(file, strlen(lines));
    *kept = gla_cl_is_kept(cl, &text);
    gla_status st = *kept ? GLA_OK : gla_cl_compile(cl, &text, &program);
    if (program)
        clReleaseProgram(program);
    gla_free(source);
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
