/* list.c - The list of all programs: the entries of each file, for all dtypes. */
#include "list.h"

#include "backends/device/found.h"
#include "elementwise/info.h"

#define DECLARE(name) gla_list_part gla_list_##name;
#define CALL(name) gla_list_##name(list, t);

GLA_DEVICE_LISTS(DECLARE)
GLA_DEVICE_LISTS_FLOATING(DECLARE)

void gla_list_all(const gla_list *list)
{
    for (int i = GLA_BOOL; i < GLA_DTYPE_COUNT; i++) {
        gla_dtype t = (gla_dtype)i;
        GLA_DEVICE_LISTS(CALL)
        if (gla_kind_of(t) >= GLA_KIND_REAL) {
            GLA_DEVICE_LISTS_FLOATING(CALL)
        }
        if (gla_device_driver.list)
            gla_device_driver.list(list, t);
    }
}
