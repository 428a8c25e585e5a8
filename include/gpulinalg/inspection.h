/* inspection.h - types and what they become together, their limits, what the library can do.
 *
 * Threads: any may call any function. */
#ifndef GPULINALG_INSPECTION_H
#define GPULINALG_INSPECTION_H

#include "core.h"

GLA_BEGIN_DECLS

/** Whether values of one type can become another one by promotion.
 *
 * @param from_  dtype, or an array of it
 * @param to     dtype
 * @return       true when both together promote to `to`
 * @needs  nothing
 * @see    Python array API standard 2025.12, can_cast
 * @example can_cast float32 float64 -> true
 */
gla_status gla_can_cast(const gla_typed *from_, gla_dtype to, bool *yes);

/** Type of what is computed from arrays, numbers and types together.
 *
 * @param arrays_and_dtypes  arrays, plain numbers and dtypes, in any order
 * @return                   the dtype that they promote to
 * @throws ArgumentError  if nothing is given
 * @needs  nothing
 * @see    Python array API standard 2025.12, result_type
 * @example result_type int8 uint8 -> int16
 *   result_type float32 2.5 -> float32
 */
gla_status gla_result_type(const gla_typeds *arrays_and_dtypes GLA_SPREAD, gla_dtype *dtype);

/** Whether a type is of a kind.
 *
 * @param dtype  dtype
 * @param kind   dtype or kind: "bool", "signed integer", "unsigned integer", "integral", "real floating", "complex floating",
 *               "numeric"; of a list one has to be it
 * @return       true or false
 * @throws ArgumentError  if there is no such kind
 * @see    Python array API standard 2025.12, isdtype
 * @example isdtype int32 "integral" -> true
 */
gla_status gla_isdtype(gla_dtype dtype, const gla_strings *kind, bool *yes);

/** Limits of a floating-point type, or of the parts of a complex one.
 *
 * @param type  dtype, or an array of it
 * @return      record with bits, eps (from 1 to the next number), max, min, smallest_normal, dtype (of the parts)
 * @throws DTypeError  if the type is neither floating-point nor complex
 * @needs  nothing
 * @see    Python array API standard 2025.12, finfo
 * @example limits = finfo float64
 */
gla_status gla_finfo(const gla_typed *type, gla_record **record);

/** Limits of an integer type.
 *
 * @param type  dtype, or an array of it
 * @return      record with bits, max, min, dtype
 * @throws DTypeError  if the type is not an integer type
 * @needs  nothing
 * @see    Python array API standard 2025.12, iinfo
 * @example limits = iinfo int8
 */
gla_status gla_iinfo(const gla_typed *type, gla_record **record);

/** Version of the standard that names and meanings follow.
 *
 * @return  "2025.12"
 * @see    Python array API standard 2025.12, __array_api_version__
 * @example v = array_api_version
 */
gla_status gla_array_api_version(char **text);

/** What the library can do of what the standard leaves open.
 *
 * @return  record with "boolean indexing", "data-dependent shapes", "max dimensions"
 * @see    Python array API standard 2025.12, capabilities
 * @example known = capabilities
 */
gla_status gla_capabilities(gla_record **record);

/** Types that functions take when none is named.
 *
 * @param device  device; none means the current one
 * @return        record with "real floating", "complex floating", "integral", "indexing"
 * @throws DeviceError  if there is no such device
 * @see    Python array API standard 2025.12, default_dtypes
 * @example types = default_dtypes
 */
gla_status gla_default_dtypes(gla_record **record, const char *device GLA_DEFAULT(= NULL));

/** Types that arrays on a device can have.
 *
 * @param device  device; none means the current one
 * @param kind    kind or list of kinds as in `isdtype`; none means all
 * @return        record of the names of the types
 * @throws DeviceError    if there is no such device
 * @throws ArgumentError  if there is no such kind
 * @see    Python array API standard 2025.12, dtypes
 * @example types = dtypes kind="real floating"
 */
gla_status gla_dtypes(gla_record **record, const char *device GLA_DEFAULT(= NULL), const gla_strings *kind GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
