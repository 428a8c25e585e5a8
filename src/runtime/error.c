/* error.c - Status and message of the last call in a thread. */
#include "runtime/runtime.h"

#include <stdarg.h>
#include <string.h>

_Thread_local gla_warning_list gla_warnings;
static _Thread_local gla_status last_status;
static _Thread_local char last_message[1024];

gla_status gla_last_status(void)
{
    return last_status;
}

const char *gla_last_message(void)
{
    return last_status == GLA_OK ? "" : last_message + (gla_marked_message() ? 2 : 0);
}

const char *gla_marked_message(void)
{
    return last_status != GLA_OK && last_message[0] == '\1' ? last_message : NULL;
}

void gla_clear_error(void)
{
    last_status = GLA_OK;
}

void gla_start_call(void)
{
    last_status = GLA_OK;
    gla_warnings.count = 0;
}

/* Return true for the format "%s". Its argument is a complete message, which may be the last message itself. */
static bool takes_text(const char *format)
{
    return format[0] == '%' && format[1] == 's' && !format[2];
}

/* Copy a string into the message, leaving `follows` bytes free. Return the length of the copy. */
static size_t take_text(const char *text, size_t follows)
{
    text = text ? text : "(null)"; /* as printf does */
    size_t length = strnlen(text, sizeof last_message - 1 - follows);
    memmove(last_message, text, length);
    last_message[length] = '\0';
    return length;
}

gla_status gla_vfail(gla_status status, const char *format, va_list args)
{
    char spelled[GLA_SPELLED];
    if (takes_text(format)) {
        take_text(va_arg(args, const char *), 0);
        return last_status = status;
    }
    format = gla_spell(format, spelled);
    if (strncmp(format, "%s: ", 4) == 0) { /* fast path for most messages: copy the name without printf */
        size_t used = take_text(va_arg(args, const char *), 2);
        gla_vprint(last_message + used, sizeof last_message - used, format + 2, args);
    } else {
        gla_vprint(last_message, sizeof last_message, format, args);
    }
    return last_status = status;
}

gla_status gla_fail(gla_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gla_vfail(status, format, args);
    va_end(args);
    return status;
}

gla_status gla_fail_memory(const char *operation, size_t bytes)
{
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                    "%s: out of memory: could not get %zu bytes; release arrays that are no longer needed, or work in parts",
                    operation, bytes);
}

gla_status gla_fail_unsupported(const char *op, const gla_device *dev)
{
    return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                    "%s: device %s cannot do this; move the operands to the host with "
                    "{to_device(x, \"host\")}",
                    op, dev->name);
}

const char *gla_status_name(gla_status status)
{
    static const char *const names[GLA_STATUS_COUNT] = {"OK",
#define X(status, name, parent) name,
                                                        GLA_ERROR_KINDS(X)
#undef X
    };
    return (unsigned)status < GLA_STATUS_COUNT ? names[status] : "Error";
}
