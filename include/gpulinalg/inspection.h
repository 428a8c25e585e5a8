/* inspection.h - dtypes: promotion, limits, kinds and defaults, and capabilities of the library.
 *
 * Threads: all functions are thread-safe. */
#ifndef GPULINALG_INSPECTION_H
#define GPULINALG_INSPECTION_H

#include "core.h"

GLA_BEGIN_DECLS

/** Test whether one dtype can be converted to another by the promotion rules.
 *
 * @param from_  dtype, or an array of it
 * @param to     dtype
 * @return       true if from_ and to promote to `to`
 * @needs  nothing
 * @see    Python array API standard 2025.12, can_cast
 * @example can_cast float32 float64 -> true
 */
gla_status gla_can_cast(const gla_typed *from_, gla_dtype to, bool *yes);

/** Return the common dtype to which arrays, scalars and dtypes promote.
 *
 * @param arrays_and_dtypes  arrays, plain scalars and dtypes, in any order
 * @return                   the promoted dtype
 * @throws ArgumentError  if there are no arguments
 * @needs  nothing
 * @see    Python array API standard 2025.12, result_type
 * @example result_type int8 uint8 -> int16
 *   result_type float32 2.5 -> float32
 */
gla_status gla_result_type(const gla_typeds *arrays_and_dtypes GLA_SPREAD, gla_dtype *dtype);

/** Test whether a dtype belongs to a kind, such as "integral".
 *
 * @param dtype  dtype
 * @param kind   dtype, or one of the kinds "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex
 *               floating" and "numeric". Of a list of kinds, one must match
 * @return       true or false
 * @throws ArgumentError  if kind is unknown
 * @see    Python array API standard 2025.12, isdtype
 * @example isdtype int32 "integral" -> true
 */
gla_status gla_isdtype(gla_dtype dtype, const gla_strings *kind, bool *yes);

/** Return the limits of a floating-point dtype, or of the parts of a complex dtype.
 *
 * @param type  dtype, or an array of it
 * @return      record with the entries bits, eps (distance from 1 to the next larger number), max, min, smallest_normal, and
 *              dtype (for a complex dtype, the dtype of the parts)
 * @throws DTypeError  if the dtype is neither floating-point nor complex
 * @needs  nothing
 * @see    Python array API standard 2025.12, finfo
 * @example limits = finfo float64
 */
gla_status gla_finfo(const gla_typed *type, gla_record **record);

/** Return the limits of an integer dtype.
 *
 * @param type  dtype, or an array of it
 * @return      record with bits, max, min, dtype
 * @throws DTypeError  if the dtype is not an integer dtype
 * @needs  nothing
 * @see    Python array API standard 2025.12, iinfo
 * @example limits = iinfo int8
 */
gla_status gla_iinfo(const gla_typed *type, gla_record **record);

/** Return the version of the Python array API standard that the library follows.
 *
 * @return  "2025.12"
 * @see    Python array API standard 2025.12, __array_api_version__
 * @example v = array_api_version
 */
gla_status gla_array_api_version(char **text);

/** Return the capabilities of the library that the Python array API standard leaves optional.
 *
 * @return  record with the entries "boolean indexing", "data-dependent shapes" and "max dimensions"
 * @see    Python array API standard 2025.12, capabilities
 * @example known = capabilities
 */
gla_status gla_capabilities(gla_record **record);

/** Return the dtypes that functions use by default.
 *
 * @param device  device; default: the current one
 * @return        record with the entries "real floating", "complex floating", "integral" and "indexing"
 * @throws DeviceError  if the device does not exist
 * @see    Python array API standard 2025.12, default_dtypes
 * @example types = default_dtypes
 */
gla_status gla_default_dtypes(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** List the dtypes that arrays on a device can have.
 *
 * @param device  device; default: the current one
 * @param kind    kind or list of kinds, as in `isdtype`; all if not given
 * @return        record of the dtype names
 * @throws DeviceError    if the device does not exist
 * @throws ArgumentError  if kind is unknown
 * @see    Python array API standard 2025.12, dtypes
 * @example types = dtypes kind="real floating"
 */
gla_status gla_dtypes(gla_record **record, const char *device GLA_DEFAULT(= NULL), const gla_strings *kind GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
