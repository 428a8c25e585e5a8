/* module.c - Modules: device code compiled from source, or loaded as a binary. */
#include "core/core.h"
#include "runtime/registry.h"
#include "dialect/source.h"
#include "kernel/kernel.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"

#include <stdio.h>
#include <string.h>

static void destroy(void *object)
{
    gla_module *m = object;
    gla_device *dev = m->object.dev;
    if (m->state)
        dev->backend->kernel->module_free(dev, m->state);
    gla_strings_free(m->sources);
    gla_strings_free(m->options);
    gla_strings_free(m->headers);
    gla_free(m);
}

const gla_class gla_module_class = {.name = "Module", .destroy = destroy};

/* Choose the named device. Without a name choose the current device if it runs kernels, else the first device that accepts the
 * language, else the first that runs kernels, which explains what it does not accept. */
static gla_status choose_device(const char *op, const char *name, gla_language language, gla_device **dev)
{
    const gla_backend_entry_point *list;
    name = name && gla_device_floats(name) ? NULL : name;
    gla_status st = gla_find_device(name, dev);
    if (st || (*dev)->backend->kernel)
        return st;
    int n = name ? 0 : gla_load_backends(&list);
    const gla_device *found = NULL, *first = NULL;
    for (int i = 0; i < n && !found; i++) {
        if (!list[i].n_devices || !list[i].backend->kernel)
            continue;
        first = first ? first : &list[i].devices[0];
        if (list[i].backend->kernel->accepts(&list[i].devices[0], language) == GLA_OK)
            found = &list[i].devices[0];
    }
    if (first)
        return gla_find_device((found ? found : first)->name, dev);
    return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                    name ? "%s: device %s cannot run kernels given as source; choose a CUDA or OpenCL device"
                         : "%s: neither %s nor any other device can run kernels given as source; on a machine without a GPU "
                           "install PoCL (pocl-opencl-icd), which runs them on the processor",
                    op, (*dev)->name);
}

static gla_strings *copy_strings(const gla_strings *from)
{
    gla_strings *s = gla_calloc(1, sizeof *s);
    if (!s || !from)
        return s;
    s->v = gla_calloc((size_t)from->n, sizeof *s->v);
    for (int64_t i = 0; s->v && i < from->n; i++, s->n++)
        if (gla_copy_text("new_module", from->v[i], &s->v[i]))
            break;
    if (!s->v || s->n < from->n) {
        gla_strings_free(s);
        return NULL;
    }
    return s;
}

/* If a source that failed to compile is in the language of other devices, return that language, else NULL. */
static const char *foreign_language(const gla_device *dev, const gla_program *p)
{
    static const char *const cuda[] = {"__global__", "threadIdx", "blockIdx", "__shared__", "__device__"};
    static const char *const opencl[] = {"__kernel", "get_global_id", "get_local_id", "get_group_id"};
    bool on_cuda = strcmp(dev->backend->name, "cuda") == 0;
    const char *const *words = on_cuda ? opencl : cuda;
    size_t n = on_cuda ? sizeof opencl / sizeof *opencl : sizeof cuda / sizeof *cuda;
    for (int i = 0; i < p->n && p->language != GLA_BINARY; i++)
        for (size_t w = 0; w < n; w++)
            if (strstr(p->sources[i].text, words[w]))
                return on_cuda ? "OpenCL C" : "CUDA C";
    return NULL;
}

static gla_status explain(const gla_device *dev, const gla_program *p)
{
    char message[1000];
    const char *language = foreign_language(dev, p);
    if (!language)
        return GLA_COMPILE_ERROR;
    snprintf(message, sizeof message, "%.780s", gla_last_message());
    return gla_fail(GLA_COMPILE_ERROR,
                    "%s\nThis looks like %s, which %s does not support: write it in the portable dialect (KERNEL, GLOBAL, "
                    "LOCAL, GLOBAL_ID), or choose a device that supports it",
                    message, language, dev->name);
}

static gla_status make(const char *op, gla_device *dev, const gla_program *program, gla_module **out)
{
    gla_module *m = gla_object_new(op, &gla_module_class, dev, sizeof *m);
    if (!m)
        return gla_last_status();
    gla_status st = dev->backend->kernel->accepts(dev, program->language);
    if (!st) {
        void *work = gla_work_begin(1e9);
        st = dev->backend->kernel->build(dev, program, &m->state);
        gla_work_end(work);
    }
    if (st == GLA_COMPILE_ERROR)
        st = explain(dev, program);
    if (st)
        gla_object_unref(m);
    else
        *out = m;
    return st;
}

static gla_status read_language(const char *text, gla_language *language)
{
    static const char *const names[] = {"portable", "cuda", "opencl"};
    *language = GLA_PORTABLE;
    for (int i = 0; text && i < 3; i++)
        if (strcmp(text, names[i]) == 0) {
            *language = (gla_language)i;
            return GLA_OK;
        }
    return !text ? GLA_OK
                 : gla_fail(GLA_ARGUMENT_ERROR, "new_module: language is \"%.40s\", but it must be portable, cuda or opencl",
                            text);
}

/* Names for messages: "source", or "source 1" if there are several. */
static gla_source *list_sources(const gla_strings *texts, char (*names)[24])
{
    gla_source *list = gla_calloc((size_t)texts->n, sizeof *list);
    for (int64_t i = 0; list && i < texts->n; i++) {
        snprintf(names[i], sizeof *names, texts->n > 1 ? "source %d" : "source", (int)i + 1);
        list[i] = (gla_source){names[i], texts->v[i], strlen(texts->v[i])};
    }
    return list;
}

static bool asks_for(const gla_strings *sources, const char *name)
{
    for (int64_t i = 0; i < sources->n; i++)
        if (strstr(sources->v[i], name))
            return true;
    return false;
}

/* List the user's headers, then the library's header that dialect sources may include. */
static gla_source *list_headers(const gla_strings *pairs, const gla_strings *sources, bool portable, int *count)
{
    static const char own[] = "philox.h";
    int64_t n = pairs ? pairs->n / 2 : 0;
    bool wanted = portable && asks_for(sources, own);
    gla_source *list = gla_calloc((size_t)n + 1, sizeof *list);
    for (int64_t i = 0; list && i < n; i++) {
        list[i] = (gla_source){pairs->v[2 * i], pairs->v[2 * i + 1], strlen(pairs->v[2 * i + 1])};
        wanted = wanted && strcmp(list[i].name, own) != 0;
    }
    *count = (int)n + wanted;
    if (list && wanted)
        list[n] = (gla_source){own, gla_kernel_text("random_kernel.h"), strlen(gla_kernel_text("random_kernel.h"))};
    return list;
}

static gla_status compile(gla_device *dev, gla_language language, const gla_strings *sources, const gla_strings *options,
                          const gla_strings *headers, gla_module **out)
{
    char(*names)[24] = gla_calloc((size_t)sources->n, sizeof *names);
    gla_source *texts = names ? list_sources(sources, names) : NULL, *included;
    int n_headers = 0;
    included = list_headers(headers, sources, language == GLA_PORTABLE, &n_headers);
    gla_program program = {.language = language,
                           .n = (int)sources->n,
                           .sources = texts,
                           .n_headers = n_headers,
                           .headers = included,
                           .n_options = options ? (int)options->n : 0,
                           .options = options ? (const char *const *)options->v : NULL};
    gla_status st = texts && included ? make("new_module", dev, &program, out) : gla_fail_memory("new_module", 1);
    gla_free(names);
    gla_free(texts);
    gla_free(included);
    return st;
}

gla_status gla_new_module(const gla_strings *sources, gla_module **module, const char *language, const gla_strings *options,
                          const gla_strings *headers, const char *device)
{
    gla_device *dev;
    gla_language which;
    *module = NULL;
    if (!sources || sources->n < 1 || sources->n > 1000)
        return gla_fail(GLA_ARGUMENT_ERROR, "new_module: sources is empty; give a string or a list of strings");
    if (headers && headers->n % 2)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "new_module: headers must alternate names and contents, but its length, %lld, is odd",
                        (long long)headers->n);
    gla_status st;
    if ((st = read_language(language, &which)) || (st = choose_device("new_module", device, which, &dev)) ||
        (st = compile(dev, which, sources, options, headers, module)))
        return st;
    (*module)->sources = copy_strings(sources);
    (*module)->options = copy_strings(options);
    (*module)->headers = copy_strings(headers);
    (*module)->language = which;
    if ((*module)->sources && (*module)->options && (*module)->headers)
        return GLA_OK;
    gla_object_unref(*module);
    *module = NULL;
    return gla_fail_memory("new_module", 1);
}

gla_status gla_load_module(const gla_bytes *binary, gla_module **module, const char *device)
{
    gla_device *dev;
    *module = NULL;
    if (!binary || !binary->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "load_module: the binary is empty");
    gla_status st = choose_device("load_module", device, GLA_BINARY, &dev);
    gla_source source = {"the binary", binary->data, binary->n};
    gla_program program = {.language = GLA_BINARY, .n = 1, .sources = &source};
    return st ? st : make("load_module", dev, &program, module);
}

gla_status gla_module_device(const gla_module *module, char **text)
{
    *text = NULL;
    return gla_copy_text("module_device", module->object.dev->name, text);
}
