/* device.c - Find, open and describe OpenCL devices. */
#include "backends/device/cache.h"
#include "backends/device/driver.h"
#include "opencl.h"
#include "runtime/allocation.h"
#include "runtime/record.h"
#include "contract/device.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pid_t owner; /* process that opened the devices */
static const gla_cl_found *found;

#define BROKEN (-9999) /* returned by NVIDIA's driver after a kernel accessed invalid memory */

const char *gla_cl_error_name(cl_int error)
{
    static const struct {
        cl_int error;
        const char *name;
    } names[] = {
        {CL_DEVICE_NOT_FOUND, "CL_DEVICE_NOT_FOUND"},
        {CL_DEVICE_NOT_AVAILABLE, "CL_DEVICE_NOT_AVAILABLE"},
        {CL_COMPILER_NOT_AVAILABLE, "CL_COMPILER_NOT_AVAILABLE"},
        {CL_MEM_OBJECT_ALLOCATION_FAILURE, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
        {CL_OUT_OF_RESOURCES, "CL_OUT_OF_RESOURCES"},
        {CL_OUT_OF_HOST_MEMORY, "CL_OUT_OF_HOST_MEMORY"},
        {CL_PROFILING_INFO_NOT_AVAILABLE, "CL_PROFILING_INFO_NOT_AVAILABLE"},
        {CL_MISALIGNED_SUB_BUFFER_OFFSET, "CL_MISALIGNED_SUB_BUFFER_OFFSET"},
        {CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
        {CL_BUILD_PROGRAM_FAILURE, "CL_BUILD_PROGRAM_FAILURE"},
        {CL_COMPILE_PROGRAM_FAILURE, "CL_COMPILE_PROGRAM_FAILURE"},
        {CL_LINK_PROGRAM_FAILURE, "CL_LINK_PROGRAM_FAILURE: a function is defined in none of the sources, or in more than one"},
        {CL_INVALID_COMPILER_OPTIONS, "CL_INVALID_COMPILER_OPTIONS"},
        {CL_MAP_FAILURE, "CL_MAP_FAILURE"},
        {CL_INVALID_GLOBAL_WORK_SIZE, "CL_INVALID_GLOBAL_WORK_SIZE"},
        {CL_INVALID_VALUE, "CL_INVALID_VALUE"},
        {CL_INVALID_DEVICE, "CL_INVALID_DEVICE"},
        {CL_INVALID_CONTEXT, "CL_INVALID_CONTEXT"},
        {CL_INVALID_COMMAND_QUEUE, "CL_INVALID_COMMAND_QUEUE"},
        {CL_INVALID_MEM_OBJECT, "CL_INVALID_MEM_OBJECT"},
        {CL_INVALID_BINARY, "CL_INVALID_BINARY"},
        {CL_INVALID_BUILD_OPTIONS, "CL_INVALID_BUILD_OPTIONS"},
        {CL_INVALID_PROGRAM, "CL_INVALID_PROGRAM"},
        {CL_INVALID_PROGRAM_EXECUTABLE, "CL_INVALID_PROGRAM_EXECUTABLE"},
        {CL_INVALID_KERNEL_NAME, "CL_INVALID_KERNEL_NAME"},
        {CL_INVALID_KERNEL, "CL_INVALID_KERNEL"},
        {CL_INVALID_ARG_INDEX, "CL_INVALID_ARG_INDEX"},
        {CL_INVALID_ARG_VALUE, "CL_INVALID_ARG_VALUE"},
        {CL_INVALID_ARG_SIZE, "CL_INVALID_ARG_SIZE"},
        {CL_INVALID_KERNEL_ARGS, "CL_INVALID_KERNEL_ARGS"},
        {CL_INVALID_WORK_GROUP_SIZE, "CL_INVALID_WORK_GROUP_SIZE"},
        {CL_INVALID_WORK_ITEM_SIZE, "CL_INVALID_WORK_ITEM_SIZE"},
        {CL_INVALID_EVENT, "CL_INVALID_EVENT"},
        {CL_INVALID_OPERATION, "CL_INVALID_OPERATION"},
        {CL_INVALID_BUFFER_SIZE, "CL_INVALID_BUFFER_SIZE"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].error == error)
            return names[i].name;
    return error == BROKEN ? "a kernel accessed invalid memory" : "an error code that OpenCL 1.2 does not define";
}

gla_status gla_cl_check(const char *op, cl_int error)
{
    if (error == CL_SUCCESS)
        return GLA_OK;
    const char *remedy = error != BROKEN
                             ? ""
                             : "; earlier work on the device failed, and this process can no longer use the device: "
                               "arrays on the host and on other devices remain usable";
    return gla_fail(GLA_DEVICE_ERROR, "%s: OpenCL: %s (%d)%s", op, gla_cl_error_name(error), error, remedy);
}

bool gla_cl_is_ours(void)
{
    return getpid() == owner;
}

gla_status gla_cl_enter(const char *op, gla_device *dev, gla_cl **cl)
{
    *cl = dev->state;
    if (!gla_cl_is_ours())
        return gla_fail(
            GLA_DEVICE_ERROR,
            "%s: OpenCL cannot be used in a process forked after OpenCL was used; fork "
            "before the first use of OpenCL, or start a new process (in Python, by the \"spawn\" method of multiprocessing)",
            op);
    return GLA_OK;
}

static int count(void)
{
    owner = getpid();
    return gla_cl_find_devices(&found);
}

/* CPUs are excluded, because the host backend is faster on CPUs. */
static bool is_gpu(const gla_device *dev)
{
    return dev->backend->lapack && found[dev->index].type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR);
}

/* Return the compute capability times 10, or 0 for devices of other vendors. */
static int nvidia_architecture(cl_device_id id)
{
    cl_uint major = 0, minor = 0;
    if (clGetDeviceInfo(id, 0x4000, sizeof major, &major, NULL) != CL_SUCCESS || /* CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV */
        clGetDeviceInfo(id, 0x4001, sizeof minor, &minor, NULL) != CL_SUCCESS)
        return 0;
    return (int)(10 * major + minor);
}

static gla_status open_device(gla_device *dev)
{
    cl_int error;
    gla_cl *cl = gla_calloc(1, sizeof *cl);
    if (!cl)
        return gla_fail_memory("opencl", sizeof *cl);
    cl->dev = dev;
    cl->platform = found[dev->index].platform;
    cl->id = found[dev->index].id;
    pthread_mutex_init(&cl->lock, NULL);
    gla_status st = gla_cl_describe(cl);
    const cl_context_properties of_platform[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)cl->platform, 0};
    if (!st) {
        cl->context = clCreateContext(of_platform, 1, &cl->id, NULL, NULL, &error);
        st = gla_cl_check("opencl", error);
    }
    if (!st)
        st = gla_cl_pool_new(cl);
    if (st) {
        if (cl->context)
            clReleaseContext(cl->context);
        pthread_mutex_destroy(&cl->lock);
        gla_free(cl);
        return st;
    }
    int architecture = nvidia_architecture(cl->id);
    cl->traits = (gla_traits){.units = (int)cl->compute_units,
                              .is_cpu = cl->is_cpu,
                              .is_serial = cl->is_serial,
                              .has_int64_atomics = cl->has_int64_atomics,
                              .groups_wait = cl->resident_groups && architecture >= GLA_CL_LANES_FROM,
                              .nvidia = architecture,
                              .resident_groups = cl->resident_groups,
                              .max_group = cl->max_group,
                              .local_memory = cl->local_memory};
    dev->state = cl;
    dev->lacks_float64 = !cl->has_float64;
    return GLA_OK;
}

/* Add a string of the device to the record, unless it is empty. */
static void put_text(gla_record *r, const char *key, cl_device_id id, cl_device_info what)
{
    char text[256];
    gla_cl_device_text(id, what, text, sizeof text);
    if (*text)
        gla_record_text(r, key, text);
}

/* Return the number of work-items that execute in lockstep, or 0 if the driver does not report it.  Vendors have their own
 * queries for this number.  OpenCL 3.0 reports a preferred multiple of the group size. */
static int64_t warp_size(cl_device_id id)
{
    static const struct {
        cl_device_info what;
        size_t size;
    } questions[] = {
        {0x4003, sizeof(cl_uint)}, /* CL_DEVICE_WARP_SIZE_NV */
        {0x4043, sizeof(cl_uint)}, /* CL_DEVICE_WAVEFRONT_WIDTH_AMD */
        {0x1067, sizeof(size_t)},  /* CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE */
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        union {
            cl_uint narrow;
            size_t wide;
        } answer = {.wide = 0};
        if (clGetDeviceInfo(id, questions[i].what, questions[i].size, &answer, NULL) == CL_SUCCESS)
            return (int64_t)(questions[i].size == sizeof(cl_uint) ? answer.narrow : answer.wide);
    }
    return 0;
}

static void put_limits(const gla_cl *cl, gla_record *r)
{
    size_t items[8] = {0};
    char text[80] = "";
    cl_uint dimensions = 0;
    cl_ulong most = 0;
    int64_t warp = warp_size(cl->id);
    clGetDeviceInfo(cl->id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof dimensions, &dimensions, NULL);
    clGetDeviceInfo(cl->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    if (dimensions >= 3 && dimensions <= 8 &&
        clGetDeviceInfo(cl->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, dimensions * sizeof *items, items, NULL) == CL_SUCCESS)
        snprintf(text, sizeof text, "%zu x %zu x %zu", items[0], items[1], items[2]);
    if (warp)
        gla_record_integer(r, "warp_size", warp);
    gla_record_integer(r, "max_group_size", (int64_t)cl->max_group);
    if (*text)
        gla_record_text(r, "max_block", text);
    gla_record_integer(r, "local_memory", (int64_t)cl->local_memory);
    if (most && !cl->is_cpu)
        gla_record_integer(r, "max_array_bytes", (int64_t)most);
}

static gla_status properties(gla_device *dev, gla_record *r)
{
    gla_cl *cl;
    char platform[256], tag[700], cache[600];
    cl_uint clock = 0;
    gla_status st = gla_cl_enter("device_info", dev, &cl);
    if (st)
        return st;
    gla_cl_platform_text(cl->platform, CL_PLATFORM_NAME, platform, sizeof platform);
    clGetDeviceInfo(cl->id, CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof clock, &clock, NULL);
    put_text(r, "description", cl->id, CL_DEVICE_NAME);
    bool gpu = found[dev->index].type & CL_DEVICE_TYPE_GPU;
    /* For a CPU, several drivers report the memory that is currently free. */
    int64_t memory = cl->is_cpu ? (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE) : (int64_t)cl->memory;
    gla_record_text(r, "kind", cl->is_cpu ? "CPU" : gpu ? "GPU" : "accelerator");
    gla_record_integer(r, "memory_bytes", memory);
    gla_record_integer(r, "compute_units", cl->compute_units);
    gla_record_bool(r, "float64", cl->has_float64);
    gla_record_text(r, "platform", platform);
    put_text(r, "version", cl->id, CL_DEVICE_VERSION);
    put_text(r, "driver", cl->id, CL_DRIVER_VERSION);
    put_limits(cl, r);
    if (clock && !cl->is_cpu) /* for a CPU, several drivers report the current clock frequency */
        gla_record_integer(r, "clock_mhz", clock);
    gla_record_bool(r, "int64_atomics", cl->has_int64_atomics);
    gla_record_bool(r, "shares_host_memory", cl->shares_host);
    gla_cache_state(cache, sizeof cache);
    gla_record_text(r, "code_cache", cache);
    gla_cl_tag(cl, tag, sizeof tag);
    gla_shared_state(tag, cache, sizeof cache);
    gla_record_text(r, "shared_code", cache);
    return GLA_OK;
}

const gla_device_ops gla_cl_device_ops = {.count = count, .open = open_device, .properties = properties, .is_gpu = is_gpu};

const gla_backend *gla_backend_entry(void)
{
    static gla_backend backend;
    backend = gla_device_backend("OpenCL devices, through the ICD loader");
    backend.is_gpu = gla_cl_may_have_gpu();
    return &backend;
}
