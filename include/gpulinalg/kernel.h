/* kernel.h - custom device code.
 *
 * A Module is made of sources in the portable dialect, which runs on every device that runs kernels, in CUDA C, in OpenCL C, or
 * of a binary; a Kernel is one of its entry points, and is launched with arrays and numbers that are checked against its
 * parameters.  The portable dialect is C with the words of `kernels/prelude.h`: KERNEL, GLOBAL, LOCAL, BARRIER, the ids of
 * a launch, and the names of the dtypes as types.
 *
 * Threads: modules and kernels may be used by several; an array that a launch writes no other thread may use meanwhile. */
#ifndef GPULINALG_KERNEL_H
#define GPULINALG_KERNEL_H

#include "gpulinalg/stream.h"

GLA_BEGIN_DECLS

/** Compiled device code; see `new_module`. */
GLA_CLASS(gla_module, "Module");

/** A kernel; see `new_kernel`, and `kernel_launch`, which runs it.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_kernel, "Kernel");

/** Compile device code.
 *
 * The sources are compiled one by one and linked, so that a device function may stand in a source of its own; the result is
 * kept on disk, and compiling the same again takes no time.
 *
 * @param sources   string, or list of strings
 * @param language  "portable" (none means that), "cuda" or "opencl"
 * @param options   list of options of the compiler, as "-DT=float32"; "--fmad=false" keeps a*b + c two roundings
 * @param headers   names and contents of files that the sources include, in turn; or a dictionary of them
 * @param device    name as `devices()` lists it; none means the current one, or, where that runs no kernels, the first that
 *                  does
 * @return          Module
 * @throws CompileError       if a source does not compile; the message has the compiler's words, with the user's own lines
 * @throws NotSupportedError  if no device runs kernels, or this one does not take the language; the message says what to
 *                            install
 * @throws DeviceError        if there is no such device
 * @example m = new_module "KERNEL fill(GLOBAL float32 *x, float32 value) { x[GLOBAL_ID] = value; }"
 *   k = module_kernel m "fill"
 */
gla_status gla_new_module(const gla_strings *sources, gla_module **module, const char *language GLA_DEFAULT(= NULL),
                          const gla_strings *options GLA_DEFAULT(= NULL), const gla_strings *headers GLA_DEFAULT(= NULL),
                          const char *device GLA_DEFAULT(= NULL));

/** Load device code that has been compiled: PTX or a cubin for CUDA, a program binary for OpenCL.
 *
 * @param binary  bytes, or PTX as a string
 * @param device  as in `new_module`
 * @return        Module
 * @throws CompileError       if the device does not take it
 * @throws NotSupportedError  if no device runs kernels
 * @throws DeviceError        if there is no such device
 * @method Module.load
 * @example m = load_module ".version 7.0 .target sm_80 .address_size 64 .visible .entry idle() { ret; }"
 *   k = module_kernel m "idle" signature=""
 */
gla_status gla_load_module(const gla_bytes *binary, gla_module **module, const char *device GLA_DEFAULT(= NULL));

/** Name of the device that a module was made for.
 *
 * @param module  Module
 * @return        the name as a string
 * @method property
 * @example m = new_module "KERNEL idle(int32 n) { }"
 *   device = module_device m
 */
gla_status gla_module_device(const gla_module *module, char **text);

/** A kernel of a module.
 *
 * @param module     Module
 * @param name       of the kernel, as the source has it
 * @param signature  its parameters as in C, such as "const float64 *x, float64 *y, int64 n"; none means that they are read from
 *                   the source, which is not possible for binaries and for what only the compiler knows, such as its own
 *                   macros
 * @return           Kernel
 * @throws ArgumentError  if the module has no such kernel, or its parameters cannot be read
 * @example m = new_module "KERNEL idle(int32 n) { }"
 *   k = module_kernel m "idle"
 */
gla_status gla_module_kernel(const gla_module *module, const char *name, gla_kernel **kernel,
                             const char *signature GLA_DEFAULT(= NULL));

/** Compile one source and take one of its kernels.
 *
 * @param source    string
 * @param name      of the kernel
 * @param language  as in `new_module`
 * @param options   as in `new_module`
 * @param device    as in `new_module`
 * @param signature as in `module_kernel`
 * @return          Kernel
 * @throws CompileError       if the source does not compile
 * @throws ArgumentError      if it has no such kernel, or the kernel's parameters cannot be read
 * @throws NotSupportedError  if no device runs kernels, or this one does not take the language
 * @throws DeviceError        if there is no such device
 * @example k = new_kernel "KERNEL twice(GLOBAL float32 *x) { x[GLOBAL_ID] *= 2; }" "twice"
 */
gla_status gla_new_kernel(const char *source, const char *name, gla_kernel **kernel, const char *language GLA_DEFAULT(= NULL),
                          const gla_strings *options GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL),
                          const char *signature GLA_DEFAULT(= NULL));

/** Name of the device that a kernel runs on.
 *
 * @param kernel  Kernel
 * @return        the name as a string
 * @method property
 * @example k = new_kernel "KERNEL idle(int32 n) { }" "idle"
 *   device = kernel_device k
 *   x = zeros 100 device=device
 */
gla_status gla_kernel_device(const gla_kernel *kernel, char **text);

/** What is known of a kernel.
 *
 * @param kernel  Kernel
 * @return        record with name, parameters, max_group_size, local_bytes and what else the device reports
 * @example k = new_kernel "KERNEL idle(int32 n) { }" "idle"
 *   facts = kernel_info k
 *   facts.name -> idle
 */
gla_status gla_kernel_info(const gla_kernel *kernel, gla_record **record);

/** Run a kernel.  The call returns when the work is queued.
 *
 * An array stands for a pointer to its elements: it must be contiguous, of the parameter's dtype, and on the kernel's device,
 * where plain data is sent for a parameter that is const.  A number is converted to the parameter's type.
 *
 * @param kernel       Kernel
 * @param args         list of arrays and numbers, one for each parameter
 * @param grid         number of groups: 1 to 3 integers
 * @param block        work-items (threads) in a group: 1 to 3 integers
 * @param local_bytes  local (shared) memory for each group, beyond what the kernel declares itself
 * @param stream       Stream of the kernel's device; none means the thread's current one
 * @param timing       whether the event keeps the time, for `event_elapsed_time`
 * @return             Event behind the kernel
 * @throws ArgumentError  if the number of arguments, the grid or the group is wrong, an array is not contiguous or read-only
 * @throws DTypeError     if an array is of another dtype than the parameter, or a number stands for an array or the reverse
 * @throws OverflowError  if an integer does not fit its parameter
 * @throws DeviceError    if an array or the stream is on another device
 * @needs  kernel.launch
 * @example k = new_kernel "KERNEL twice(GLOBAL float32 *x) { x[GLOBAL_ID] *= 2; }" "twice"
 *   device = kernel_device k
 *   x = full 4 1.5 dtype=float32 device=device
 *   done = kernel_launch k [x] 1 4
 *   x -> [3. 3. 3. 3.]
 */
gla_status gla_kernel_launch(const gla_kernel *kernel, const gla_arrays *args, const gla_ints *grid, const gla_ints *block,
                             gla_event **event, int64_t local_bytes GLA_DEFAULT(= 0),
                             const gla_stream *stream GLA_DEFAULT(= NULL), bool timing GLA_DEFAULT(= false));

GLA_END_DECLS

#endif
