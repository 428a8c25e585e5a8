/* kernel.h - custom device code.
 *
 * A Module is compiled from sources in the portable dialect, in CUDA C or in OpenCL C, or loaded from a binary. A Kernel is an
 * entry point of a Module. A Kernel is launched with arrays and scalars, which are checked against the parameters of the
 * Kernel. Code in the portable dialect runs on every device that runs kernels. The portable dialect is C with the macros of
 * `kernels/prelude.h`: KERNEL, GLOBAL, LOCAL, BARRIER, the indices of a launch, and the names of the dtypes as types.
 *
 * Threads: several threads may use the same modules and kernels. No other thread may use an array while a kernel writes it. */
#ifndef GPULINALG_KERNEL_H
#define GPULINALG_KERNEL_H

#include "gpulinalg/stream.h"

GLA_BEGIN_DECLS

/** Compiled device code; see `new_module`. */
GLA_CLASS(gla_module, "Module");

/** Entry point of a Module; see `new_kernel`, and `kernel_launch` to run it.
 *
 * @named  by the script; messages use that name
 */
GLA_CLASS(gla_kernel, "Kernel");

/** Compile device code from source.
 *
 * The sources are compiled one by one and linked, so a device function may be in a source of its own. The result is cached on
 * disk. Compiling the same sources again takes no time.
 *
 * @param sources   source, as a string or a list of strings
 * @param language  "portable" (default), "cuda" or "opencl"
 * @param options   list of compiler options, such as "-DT=float32"; "--fmad=false" makes a*b + c round twice
 * @param headers   files that the sources include, as a list of alternating names and contents, or as a dictionary of contents
 *                  by name
 * @param device    device name, as listed by `devices()`; default: the current device, or the first device that runs kernels if
 *                  the current device does not
 * @return          Module
 * @throws CompileError       if a source does not compile. The message is the compiler's, with the line numbers of your source
 * @throws NotSupportedError  if no device runs kernels, or the device does not accept the language. The message names the
 *                            software to install
 * @throws DeviceError        if the device does not exist
 * @example m = new_module "KERNEL fill(GLOBAL float32 *x, float32 value) { x[GLOBAL_ID] = value; }"
 *   k = module_kernel m "fill"
 */
gla_status gla_new_module(const gla_strings *sources, gla_module **module, const char *language GLA_DEFAULT(= NULL),
                          const gla_strings *options GLA_DEFAULT(= NULL), const gla_strings *headers GLA_DEFAULT(= NULL),
                          const char *device GLA_DEFAULT(= NULL));

/** Load compiled device code, that is, PTX or a cubin for CUDA, or a program binary for OpenCL.
 *
 * @param binary  bytes, or PTX as a string
 * @param device  device, as in `new_module`
 * @return        Module
 * @throws CompileError       if the device rejects the binary
 * @throws NotSupportedError  if no device runs kernels
 * @throws DeviceError        if the device does not exist
 * @method Module.load
 * @example m = load_module ".version 7.0 .target sm_80 .address_size 64 .visible .entry idle() { ret; }"
 *   k = module_kernel m "idle" signature=""
 */
gla_status gla_load_module(const gla_bytes *binary, gla_module **module, const char *device GLA_DEFAULT(= NULL));

/** Return the name of the device that a module was compiled for.
 *
 * @param module  Module
 * @return        name of the device
 * @method property
 * @example m = new_module "KERNEL idle(int32 n) { }"
 *   device = module_device m
 */
gla_status gla_module_device(const gla_module *module, char **text);

/** Return a kernel of a module by its name.
 *
 * @param module     Module
 * @param name       name of the kernel in the source
 * @param signature  parameters of the kernel, written as in C, such as "const float64 *x, float64 *y, int64 n"; by default the
 *                   parameters are read from the source. Give the signature for binaries, and if only the compiler can resolve
 *                   the parameters, for example because they contain predefined macros
 * @return           Kernel
 * @throws ArgumentError  if the module has no kernel of that name, or its parameters cannot be read
 * @example m = new_module "KERNEL idle(int32 n) { }"
 *   k = module_kernel m "idle"
 */
gla_status gla_module_kernel(const gla_module *module, const char *name, gla_kernel **kernel,
                             const char *signature GLA_DEFAULT(= NULL));

/** Compile a single source and return one of its kernels.
 *
 * @param source     source, as a string
 * @param name       name of the kernel
 * @param language   language of the source, as in `new_module`
 * @param options    list of compiler options, as in `new_module`
 * @param device     device, as in `new_module`
 * @param signature  parameters of the kernel, as in `module_kernel`
 * @return           Kernel
 * @throws CompileError       if the source does not compile
 * @throws ArgumentError      if the source has no kernel of that name, or its parameters cannot be read
 * @throws NotSupportedError  if no device runs kernels, or the device does not accept the language
 * @throws DeviceError        if the device does not exist
 * @example k = new_kernel "KERNEL twice(GLOBAL float32 *x) { x[GLOBAL_ID] *= 2; }" "twice"
 */
gla_status gla_new_kernel(const char *source, const char *name, gla_kernel **kernel, const char *language GLA_DEFAULT(= NULL),
                          const gla_strings *options GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL),
                          const char *signature GLA_DEFAULT(= NULL));

/** Return the name of the device that a kernel runs on.
 *
 * @param kernel  Kernel
 * @return        name of the device
 * @method property
 * @example k = new_kernel "KERNEL idle(int32 n) { }" "idle"
 *   device = kernel_device k
 *   x = zeros 100 device=device
 */
gla_status gla_kernel_device(const gla_kernel *kernel, char **text);

/** Return the properties of a kernel.
 *
 * @param kernel  Kernel
 * @return        record with name, parameters, max_group_size, local_bytes, and further properties that the device reports
 * @example k = new_kernel "KERNEL idle(int32 n) { }" "idle"
 *   facts = kernel_info k
 *   facts.name -> idle
 */
gla_status gla_kernel_info(const gla_kernel *kernel, gla_record **record);

/** Launch a kernel.  The call returns once the work is queued.
 *
 * An array is passed as a pointer to its elements. The array must be contiguous, have the dtype of the parameter, and be on the
 * device of the kernel. For a const parameter, plain host data is copied to the device. A scalar is converted to the type of
 * the parameter.
 *
 * @param kernel       Kernel
 * @param args         list of arrays and scalars, one for each parameter
 * @param grid         number of groups (thread blocks) in each dimension, as 1 to 3 integers
 * @param block        number of work-items (threads) per group in each dimension, as 1 to 3 integers
 * @param local_bytes  bytes of local (shared) memory for each group, in addition to those declared in the kernel
 * @param stream       Stream of the kernel's device; default: the current stream of the thread
 * @param timing       true: the event records the time, which `event_elapsed_time` needs
 * @return             Event recorded after the kernel
 * @throws ArgumentError  if the number of arguments, grid or block is invalid, an array is not contiguous, or a read-only array
 *                        is given for a parameter that is not const
 * @throws DTypeError     if the dtype of an array differs from the dtype of its parameter, or a scalar is given for an array or
 *                        vice versa
 * @throws OverflowError  if an integer is not representable in the type of its parameter
 * @throws DeviceError    if an array or the stream is on another device, or host data is given for a parameter that is not
 *                        const
 * @needs  kernel.launch
 * @cost   writes
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
