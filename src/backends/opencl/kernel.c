/* kernel.c - Kernels, their arguments and their launches. */
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/lock.h"
#include "runtime/record.h"

#include <stdio.h>
#include <string.h>

struct gla_cl_kernel {
    uint64_t launched; /* bitmap of group sizes of earlier launches, for compilers that run at the launch */
    gla_cl_kernel *next;
    char *name;
    cl_kernel kernel;
    const gla_cl_signature *signature; /* if NULL, pointers are passed without offsets */
    pthread_mutex_t lock;              /* guards the arguments, which are part of the state of the kernel object */
    size_t max_group;
    cl_ulong local_bytes, private_bytes;
    cl_uint n_parameters;
};

/* Find the signature of a kernel in the rewritten source.  If conditional compilation yields several signatures, choose the
 * signature with the number of parameters that the compiler reports. */
static const gla_cl_signature *find_signature(const gla_cl_program *p, const char *name, cl_uint n_parameters)
{
    for (const gla_cl_signature *s = p->signatures; s; s = s->next) {
        cl_uint n = (cl_uint)s->n + s->has_local;
        for (int i = 0; i < s->n; i++)
            n += s->parameters[i] == GLA_CL_POINTER;
        if (strcmp(s->name, name) == 0 && n == n_parameters)
            return s;
    }
    return NULL;
}

static gla_status refuse_local_memory(const char *op, const gla_cl *cl, gla_cl_kernel *k)
{
    gla_status st = gla_fail(GLA_COMPILE_ERROR, "%s: kernel \"%.80s\" declares %llu bytes of local memory, but %s has %llu", op,
                             k->name, (unsigned long long)k->local_bytes, cl->dev->name, (unsigned long long)cl->local_memory);
    clReleaseKernel(k->kernel);
    gla_free(k->name);
    gla_free(k);
    return st;
}

static gla_status make(const char *op, gla_cl *cl, gla_cl_program *p, const char *name, gla_cl_kernel **out)
{
    cl_int error;
    gla_cl_kernel *k = gla_calloc(1, sizeof *k);
    if (!k || !(k->name = gla_malloc(strlen(name) + 1))) {
        gla_free(k);
        return gla_fail_memory(op, sizeof *k);
    }
    strcpy(k->name, name);
    k->kernel = clCreateKernel(p->program, name, &error);
    if (error != CL_SUCCESS) {
        gla_free(k->name);
        gla_free(k);
        if (error == CL_INVALID_KERNEL_NAME)
            return gla_fail(GLA_ARGUMENT_ERROR, "%s: the module has no kernel \"%.80s\"", op, name);
        return gla_cl_check(op, error);
    }
    k->max_group = cl->max_group;
    clGetKernelInfo(k->kernel, CL_KERNEL_NUM_ARGS, sizeof k->n_parameters, &k->n_parameters, NULL);
    k->signature = find_signature(p, name, k->n_parameters);
    clGetKernelWorkGroupInfo(k->kernel, cl->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof k->max_group, &k->max_group, NULL);
    if (k->max_group > cl->max_group)
        k->max_group = cl->max_group;
    clGetKernelWorkGroupInfo(k->kernel, cl->id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof k->local_bytes, &k->local_bytes, NULL);
    if (k->local_bytes > cl->local_memory) /* other compilers reject such a kernel themselves */
        return refuse_local_memory(op, cl, k);
    clGetKernelWorkGroupInfo(k->kernel, cl->id, CL_KERNEL_PRIVATE_MEM_SIZE, sizeof k->private_bytes, &k->private_bytes, NULL);
    pthread_mutex_init(&k->lock, NULL);
    k->next = p->kernels;
    p->kernels = *out = k;
    return GLA_OK;
}

gla_status gla_cl_kernel_of(const char *op, gla_cl *cl, gla_cl_program *program, const char *name, gla_cl_kernel **kernel)
{
    gla_cl_kernel *k = program->kernels;
    while (k && strcmp(k->name, name) != 0)
        k = k->next;
    *kernel = k;
    return k ? GLA_OK : make(op, cl, program, name, kernel);
}

/* ---- arguments --------------------------------------------------------------------------------------------------------- */
/* State of one launch: the index of the next argument, the offsets that follow all arguments, and the sub-buffers created for
 * the launch. */
typedef struct call {
    const char *op;
    gla_cl *cl;
    gla_cl_kernel *kernel;
    cl_uint at;
    int n_offsets, n_parts;
    cl_ulong offsets[GLA_CL_PARAMETERS];
    cl_mem parts[GLA_CL_PARAMETERS];
} call;

static gla_status set(call *c, size_t size, const void *value)
{
    cl_int error = clSetKernelArg(c->kernel->kernel, c->at, size, value);
    c->at++;
    if (error == CL_INVALID_ARG_SIZE || error == CL_INVALID_ARG_VALUE || error == CL_INVALID_ARG_INDEX)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %u is not valid for kernel \"%s\" (%zu bytes: %s)", c->op, c->at,
                        c->kernel->name, size, gla_cl_error_name(error));
    return gla_cl_check(c->op, error);
}

/* Make a sub-buffer for an address inside a buffer, if the device's alignment allows a sub-buffer there.  Kernels without a
 * rewritten source need sub-buffers, because their parameters are whole buffers. */
static gla_status make_part(call *c, cl_mem *mem, size_t offset)
{
    cl_int error;
    size_t bytes = 0;
    clGetMemObjectInfo(*mem, CL_MEM_SIZE, sizeof bytes, &bytes, NULL);
    cl_buffer_region region = {offset, bytes - offset};
    *mem = clCreateSubBuffer(*mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    if (error == CL_MISALIGNED_SUB_BUFFER_OFFSET)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                        "%s: argument %u begins %zu bytes after the start of its buffer.  %s cannot pass such an "
                        "argument to a kernel whose parameters could not be parsed; pass a copy",
                        c->op, c->at + 1, offset, c->cl->dev->name);
    gla_status st = gla_cl_check(c->op, error);
    if (!st)
        c->parts[c->n_parts++] = *mem;
    return st;
}

static gla_status set_pointer(call *c, const void *address)
{
    cl_mem mem = NULL;
    size_t offset = 0;
    if (address && !gla_cl_locate(address, &mem, &offset))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %u is not in the memory of %s", c->op, c->at + 1, c->cl->dev->name);
    gla_status st = GLA_OK;
    if (c->kernel->signature)
        c->offsets[c->n_offsets++] = offset;
    else if (offset)
        st = make_part(c, &mem, offset);
    return st ? st : set(c, sizeof mem, address ? &mem : NULL);
}

static gla_status set_arguments(call *c, const gla_launch *l)
{
    const gla_cl_signature *s = c->kernel->signature;
    gla_status st = GLA_OK;
    int i = 0, n = s ? s->n : (int)c->kernel->n_parameters;
    for (int p = 0; p < n && !st; p++) {
        bool given_local = i < l->n && l->arguments[i].kind == GLA_ARGUMENT_LOCAL;
        if ((s && s->parameters[p] == GLA_CL_LOCAL) || given_local) { /* dynamic local memory of raw OpenCL C */
            i += given_local;
            st = set(c, l->local_bytes ? l->local_bytes : 1, NULL);
        } else if (i == l->n) {
            st = gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of arguments is %d, but kernel \"%s\" takes more", c->op, l->n,
                          c->kernel->name);
        } else {
            const gla_argument *a = &l->arguments[i++];
            bool is_buffer = a->kind == GLA_ARGUMENT_BUFFER;
            if (s && is_buffer != (s->parameters[p] == GLA_CL_POINTER))
                st = gla_fail(GLA_ARGUMENT_ERROR, "%s: argument %d is %s, but kernel \"%s\" takes %s", c->op, i,
                              is_buffer ? "an array" : "a scalar", c->kernel->name, is_buffer ? "a scalar" : "an array");
            else
                st = is_buffer ? set_pointer(c, a->value) : set(c, a->size, a->value);
        }
    }
    if (!st && i < l->n)
        st = gla_fail(GLA_ARGUMENT_ERROR, "%s: the number of arguments is %d, but kernel \"%s\" takes %d", c->op, l->n,
                      c->kernel->name, i);
    if (!st && s && s->has_local)
        st = set(c, l->local_bytes ? l->local_bytes : 1, NULL);
    for (int k = 0; k < c->n_offsets && !st; k++)
        st = set(c, sizeof c->offsets[k], &c->offsets[k]);
    return st;
}

static gla_status check_sizes(const gla_cl *cl, const gla_cl_kernel *k, const gla_launch *l)
{
    uint64_t threads = (uint64_t)l->group_size[0] * l->group_size[1] * l->group_size[2];
    if (l->n > GLA_CL_PARAMETERS)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: %d arguments, but a kernel takes at most %d", l->op, l->n, GLA_CL_PARAMETERS);
    if (threads > k->max_group)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: a group of %u x %u x %u has more than %zu threads, the maximum of this "
                        "kernel on %s",
                        l->op, l->group_size[0], l->group_size[1], l->group_size[2], k->max_group, cl->dev->name);
    if (l->local_bytes + k->local_bytes > cl->local_memory)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: %zu bytes of local memory were requested, but %s has only %llu left for this "
                        "kernel",
                        l->op, l->local_bytes, cl->dev->name, (unsigned long long)(cl->local_memory - k->local_bytes));
    return GLA_OK;
}

static gla_status enqueue(const gla_cl *cl, const gla_cl_kernel *k, const gla_launch *l, cl_uint dims, const size_t *global,
                          const size_t *local)
{
    cl_int error = clEnqueueNDRangeKernel(gla_cl_commands(cl), k->kernel, dims, NULL, global, local, 0, NULL, NULL);
    size_t wanted[3] = {0};
    if (error == CL_INVALID_WORK_GROUP_SIZE)
        clGetKernelWorkGroupInfo(k->kernel, cl->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof wanted, wanted, NULL);
    if (error == CL_INVALID_WORK_GROUP_SIZE && wanted[0])
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: a group of %u x %u x %u was requested, but the kernel is compiled for groups "
                        "of %zu x %zu x %zu",
                        l->op, l->group_size[0], l->group_size[1], l->group_size[2], wanted[0], wanted[1], wanted[2]);
    if (error == CL_INVALID_WORK_GROUP_SIZE || error == CL_INVALID_WORK_ITEM_SIZE || error == CL_INVALID_GLOBAL_WORK_SIZE)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: %s does not support %u x %u x %u groups of %u x %u x %u threads (%s); use fewer", l->op,
                        cl->dev->name, l->groups[0], l->groups[1], l->groups[2], l->group_size[0], l->group_size[1],
                        l->group_size[2], gla_cl_error_name(error));
    return gla_cl_check(l->op, error);
}

/* Return true if PoCL compiles the kernel at this launch.  PoCL compiles a kernel for each group size, and compiles it again
 * for very large numbers of groups.  The caller holds the kernel's lock. */
static bool is_compiled_now(const gla_cl *cl, gla_cl_kernel *k, const gla_launch *l, const size_t *global)
{
    uint32_t size = l->group_size[0] + 31 * l->group_size[1] + 977 * l->group_size[2];
    bool many = global[0] > UINT16_MAX || global[1] > UINT16_MAX || global[2] > UINT16_MAX;
    uint64_t bit = (uint64_t)1 << ((size * 2 + many) * 2654435769u >> 26), before = k->launched;
    k->launched |= bit;
    return cl->keeps_kernels && !(before & bit);
}

gla_status gla_cl_launch(gla_device *dev, gla_cl_kernel *k, const gla_launch *l)
{
    return gla_cl_launch_each(dev, k, l, 1, NULL);
}

gla_status gla_cl_launch_each(gla_device *dev, gla_cl_kernel *k, const gla_launch *l, int64_t times, int64_t *counter)
{
    gla_cl *cl = dev->state;
    call c = {.op = l->op, .cl = cl, .kernel = k};
    size_t global[3], local[3];
    cl_uint dims = l->groups[2] * l->group_size[2] > 1 ? 3 : l->groups[1] * l->group_size[1] > 1 ? 2 : 1;
    gla_status st = check_sizes(cl, k, l);
    for (int d = 0; d < 3; d++) {
        local[d] = l->group_size[d];
        global[d] = (size_t)l->groups[d] * l->group_size[d];
    }
    if (st)
        return st;
    gla_lock(&k->lock);
    st = set_arguments(&c, l);
    if (!st)
        st = enqueue(cl, k, l, dims, global, local);
    for (int64_t i = 1; i < times && !st; i++) {
        ++*counter;
        c.at = 0;
        st = set(&c, l->arguments[0].size, l->arguments[0].value);
        if (!st)
            st = enqueue(cl, k, l, dims, global, local);
    }
    bool waits = !st && is_compiled_now(cl, k, l, global);
    pthread_mutex_unlock(&k->lock);
    for (int i = 0; i < c.n_parts; i++)
        clReleaseMemObject(c.parts[i]);
    if (waits) /* PoCL crashes if it is still compiling when the process ends */
        st = gla_cl_wait(l->op, cl);
    return st ? st : gla_cl_queued(l->op, cl);
}

void gla_cl_kernel_properties(const gla_cl_kernel *k, gla_record *r)
{
    gla_record_integer(r, "max_group_size", (int64_t)k->max_group);
    gla_record_integer(r, "local_bytes", (int64_t)k->local_bytes);
    gla_record_integer(r, "private_bytes", (int64_t)k->private_bytes);
}
