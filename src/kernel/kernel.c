/* kernel.c - Kernels (entry points of modules) and their properties. */
#include "kernel/kernel.h"
#include "runtime/record.h"
#include "runtime/allocation.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void destroy(void *object)
{
    gla_object_unref(((gla_kernel *)object)->module);
    gla_free(object);
}

const gla_class gla_kernel_class = {.name = "Kernel", .destroy = destroy};

/* Return a copy of a name that is valid until the process ends. Each distinct name is stored once. */
static const char *intern(const char *name)
{
    typedef struct node {
        struct node *next;
        char name[];
    } node;
    static node *first;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    node *n = first;
    while (n && strcmp(n->name, name) != 0)
        n = n->next;
    if (!n && (n = gla_malloc(sizeof *n + strlen(name) + 1))) {
        strcpy(n->name, name);
        n->next = first;
        first = n;
    }
    pthread_mutex_unlock(&lock);
    return n ? n->name : NULL;
}

/* Read all macros of options, headers and sources, and find the kernel's parameters. */
static gla_status read_sources(const gla_module *m, const char *name, gla_macros *macros, gla_signature *out)
{
    bool found = false;
    gla_status st = GLA_OK;
    macros->vectors = m->language == GLA_OPENCL_C;
    for (int64_t i = 0; m->headers && i + 1 < m->headers->n; i += 2)
        gla_macros_read(macros, m->headers->v[i + 1]);
    for (int64_t i = 0; m->sources && i < m->sources->n && !st; i++) {
        const char *text = gla_macros_read(macros, m->sources->v[i]);
        st = macros->failed ? gla_fail_memory("module_kernel", strlen(m->sources->v[i]))
                            : gla_signature_find(text, name, macros, out, &found);
    }
    return st || found ? st
                       : gla_fail(GLA_ARGUMENT_ERROR,
                                  "module_kernel: the parameters of \"%.60s\" are not in the source; "
                                  "give the signature, as in \"const float64 *x, int64 n\"",
                                  name);
}

/* Read the parameters from the given signature, or from the module's sources. */
static gla_status read_parameters(const gla_module *m, const char *name, const char *signature, gla_signature *out)
{
    gla_macros macros = {0};
    const gla_strings *o = m->options;
    for (int64_t i = 0; o && i < o->n; i++)
        gla_macros_option(&macros, o->v[i], i + 1 < o->n ? o->v[i + 1] : NULL);
    gla_status st = signature ? gla_signature_parse(signature, strlen(signature), &macros, out)
                              : read_sources(m, name, &macros, out);
    gla_macros_free(&macros);
    return st;
}

gla_status gla_module_kernel(const gla_module *module, const char *name, gla_kernel **kernel, const char *signature)
{
    *kernel = NULL;
    gla_device *dev = module->object.dev;
    gla_kernel *k = gla_object_new("module_kernel", &gla_kernel_class, dev, sizeof *k);
    if (!k)
        return gla_last_status();
    k->module = gla_object_ref(module);
    gla_status st;
    if ((st = dev->backend->kernel->find(dev, module->state, name, &k->state)) ||
        (st = read_parameters(module, name, signature, &k->signature)) ||
        (st = (k->name = intern(name)) ? GLA_OK : gla_fail_memory("module_kernel", strlen(name))))
        gla_object_unref(k);
    else
        *kernel = k;
    return st;
}

gla_status gla_new_kernel(const char *source, const char *name, gla_kernel **kernel, const char *language,
                          const gla_strings *options, const char *device, const char *signature)
{
    gla_module *module = NULL;
    char *text = (char *)source;
    gla_strings one = {1, &text};
    *kernel = NULL;
    gla_status st = gla_new_module(&one, &module, language, options, NULL, device);
    if (!st)
        st = gla_module_kernel(module, name, kernel, signature);
    gla_object_unref(module);
    return st;
}

gla_status gla_kernel_device(const gla_kernel *kernel, char **text)
{
    *text = NULL;
    return gla_copy_text("kernel_device", kernel->object.dev->name, text);
}

/* "const float64 *x, int64 n" */
static void write_parameters(const gla_signature *s, char *buf, size_t size)
{
    size_t used = 0;
    *buf = '\0';
    for (int i = 0; i < s->n && used < size; i++) {
        const gla_parameter *p = &s->v[i];
        used += (size_t)snprintf(buf + used, size - used, "%s%s%s%s %s%s", i ? ", " : "", p->is_local ? "local " : "",
                                 p->is_const ? "const " : "", p->dtype ? gla_dtype_name(p->dtype) : "void",
                                 p->is_pointer ? "*" : "", p->name);
    }
}

gla_status gla_kernel_info(const gla_kernel *kernel, gla_record **record)
{
    char parameters[256];
    *record = NULL;
    gla_device *dev = kernel->object.dev;
    gla_status st = gla_record_new("kernel_info", record);
    if (st)
        return st;
    write_parameters(&kernel->signature, parameters, sizeof parameters);
    gla_record_text(*record, "name", kernel->name);
    gla_record_text(*record, "parameters", parameters);
    return gla_record_finish(record, dev->backend->kernel->properties(dev, kernel->state, *record));
}
