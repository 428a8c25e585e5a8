/* platforms.c - Find OpenCL devices and query their capabilities. */
#include "config.h"
#include "opencl.h"
#include "runtime/allocation.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEVICES 64

static gla_cl_found list[MAX_DEVICES];
static int n_list;

/* Remove leading and trailing blanks, and reduce repeated blanks to one. */
static void tidy(char *text)
{
    char *to = text;
    for (const char *p = text; *p; p++)
        if (*p != ' ' || (to > text && to[-1] != ' '))
            *to++ = *p;
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}

void gla_cl_device_text(cl_device_id id, cl_device_info what, char *buf, size_t size)
{
    size_t length = 0;
    *buf = '\0';
    if (clGetDeviceInfo(id, what, 0, NULL, &length) == CL_SUCCESS && length <= size)
        clGetDeviceInfo(id, what, size, buf, NULL);
    tidy(buf);
}

void gla_cl_platform_text(cl_platform_id id, cl_platform_info what, char *buf, size_t size)
{
    size_t length = 0;
    *buf = '\0';
    if (clGetPlatformInfo(id, what, 0, NULL, &length) == CL_SUCCESS && length <= size)
        clGetPlatformInfo(id, what, size, buf, NULL);
    tidy(buf);
}

static int rank(cl_device_type type)
{
    return type & CL_DEVICE_TYPE_GPU ? 0 : type & CL_DEVICE_TYPE_CPU ? 2 : 1;
}

/* Insert a device after the devices of the same or a better kind. */
static void insert(gla_cl_found found)
{
    int at = n_list;
    for (; at > 0 && rank(list[at - 1].type) > rank(found.type); at--)
        list[at] = list[at - 1];
    list[at] = found;
    n_list++;
}

int gla_cl_find_devices(const gla_cl_found **found)
{
    cl_platform_id platforms[MAX_DEVICES];
    cl_uint n_platforms = 0;
    cl_int error = clGetPlatformIDs(MAX_DEVICES, platforms, &n_platforms);
    *found = list;
    n_list = 0;
    if (error != CL_SUCCESS || !n_platforms) { /* -1001: no platform is registered */
        gla_fail(GLA_DEVICE_ERROR,
                 "no OpenCL platform was found (%s); install the OpenCL driver for your device, or "
                 "pocl-opencl-icd to use the CPU",
                 error == CL_SUCCESS || error == -1001 ? "no driver is registered" : gla_cl_error_name(error));
        return 0;
    }
    for (cl_uint i = 0; i < n_platforms && i < MAX_DEVICES; i++) {
        cl_device_id ids[MAX_DEVICES];
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, MAX_DEVICES, ids, &n) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < n && d < MAX_DEVICES && n_list < MAX_DEVICES; d++) {
            gla_cl_found f = {.platform = platforms[i], .id = ids[d]};
            clGetDeviceInfo(ids[d], CL_DEVICE_TYPE, sizeof f.type, &f.type, NULL);
            insert(f);
        }
    }
    if (!n_list)
        gla_fail(GLA_DEVICE_ERROR, "none of the %u OpenCL platforms has a device", n_platforms);
    return n_list;
}

/* Read only the files that name the libraries of platforms, from which the ICD loader finds platforms.  The platforms are not
 * loaded, because loading PoCL takes 0.1 s in every script, although the CPU is never the default device. */
bool gla_cl_may_have_gpu(void)
{
    const char *own = secure_getenv("OCL_ICD_VENDORS"), *other = secure_getenv("OCL_ICD_FILENAMES");
    if (other && *other)
        return true;
    DIR *dir = opendir(own && *own ? own : "/etc/OpenCL/vendors");
    bool may = own && *own && !dir; /* the variable may contain the name of a library */
    for (struct dirent *entry; dir && (entry = readdir(dir)) && !may;)
        may = strstr(entry->d_name, ".icd") && strncmp(entry->d_name, "pocl", 4) != 0;
    if (dir)
        closedir(dir);
    return may;
}

#define NVIDIA 0x10de /* vendor ID */

/* Return true if GPULINALG_OPENCL_WITHOUT contains the name of a capability.  Tests set this variable to hide capabilities of a
 * device: float64, int64_atomics, large_groups (more than 256 threads or 32 KiB of local memory), shared_memory (with the
 * host), serial_threads (of a CPU), resident_groups (which run concurrently). */
static bool is_hidden(const char *what)
{
    const char *env = secure_getenv("GPULINALG_OPENCL_WITHOUT");
    return env && strstr(env, what);
}

static bool has_extension(cl_device_id id, const char *name)
{
    size_t size = 0, length = strlen(name);
    bool found = false;
    char *all = clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size) == CL_SUCCESS ? gla_malloc(size + 1) : NULL;
    if (all && clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, all, NULL) == CL_SUCCESS) {
        all[size] = '\0';
        for (const char *p = all; (p = strstr(p, name)) && !found; p += length)
            found = (p == all || p[-1] == ' ') && (p[length] == ' ' || p[length] == '\0');
    }
    gla_free(all);
    return found;
}

static gla_status ask(cl_device_id id, cl_device_info what, size_t size, void *value)
{
    return gla_cl_check("opencl", clGetDeviceInfo(id, what, size, value, NULL));
}

gla_status gla_cl_describe(gla_cl *cl)
{
    char version[256], platform[256];
    int major = 0, minor = 0;
    cl_device_type type = 0;
    cl_bool shares = CL_FALSE, available = CL_TRUE, compiler = CL_TRUE, little = CL_TRUE;
    cl_ulong memory = 0, local = 0;
    cl_uint units = 1, bits = 64, vendor = 0;
    cl_device_fp_config single = 0;
    gla_cl_device_text(cl->id, CL_DEVICE_VERSION, version, sizeof version);
    gla_cl_platform_text(cl->platform, CL_PLATFORM_NAME, platform, sizeof platform);
    if (sscanf(version, "OpenCL %d.%d", &major, &minor) == 2)
        cl->version = 100 * major + 10 * minor;
    if (cl->version < 120)
        return gla_fail(GLA_DEVICE_ERROR, "the device has %s; OpenCL 1.2 or later is required",
                        *version ? version : "no OpenCL version");
    gla_status st = ask(cl->id, CL_DEVICE_TYPE, sizeof type, &type);
    const struct {
        cl_device_info what;
        size_t size;
        void *value;
    } questions[] = {
        {CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shares, &shares},
        {CL_DEVICE_AVAILABLE, sizeof available, &available},
        {CL_DEVICE_COMPILER_AVAILABLE, sizeof compiler, &compiler},
        {CL_DEVICE_ENDIAN_LITTLE, sizeof little, &little},
        {CL_DEVICE_GLOBAL_MEM_SIZE, sizeof memory, &memory},
        {CL_DEVICE_LOCAL_MEM_SIZE, sizeof local, &local},
        {CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units},
        {CL_DEVICE_VENDOR_ID, sizeof vendor, &vendor},
        {CL_DEVICE_ADDRESS_BITS, sizeof bits, &bits},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof cl->max_group, &cl->max_group},
        {CL_DEVICE_MAX_PARAMETER_SIZE, sizeof cl->max_parameters, &cl->max_parameters},
        {CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions && !st; i++)
        st = ask(cl->id, questions[i].what, questions[i].size, questions[i].value);
    if (!st && !(available && compiler))
        st = gla_fail(GLA_DEVICE_ERROR, "the device %s", available ? "has no compiler" : "is not available");
    if (!st && !little)
        st = gla_fail(GLA_DEVICE_ERROR, "the device and the host have different byte orders");
    cl->is_cpu = type & CL_DEVICE_TYPE_CPU;
    cl->keeps_kernels = strstr(platform, "Portable Computing Language") != NULL;
    cl->declares = cl->keeps_kernels;
    cl->is_serial = cl->is_cpu && !is_hidden("serial_threads");
    cl->shares_host = shares && !is_hidden("shared_memory");
    cl->memory = memory;
    cl->local_memory = local;
    if (is_hidden("large_groups")) {
        cl->max_group = cl->max_group < 256 ? cl->max_group : 256;
        cl->local_memory = local < 32768 ? local : 32768;
    }
    cl->compute_units = units;
    /* NVIDIA's GPUs start the groups of a launch in order, on any unit with space, and a group of 256 threads fits on every
     * unit.  Volatile writes are visible to all groups.  It is not known whether GPUs of other vendors guarantee this order and
     * visibility. */
    if (vendor == NVIDIA && type & CL_DEVICE_TYPE_GPU && !is_hidden("resident_groups"))
        cl->resident_groups = (int)units;
    cl->rounds_float32_division = single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
    cl->has_float64 = has_extension(cl->id, "cl_khr_fp64") && !is_hidden("float64");
    cl->has_int64_atomics = has_extension(cl->id, "cl_khr_int64_extended_atomics") && !is_hidden("int64_atomics");
    return st;
}
