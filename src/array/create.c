/* create.c - empty, zeros, ones, full, and the functions empty_like, zeros_like, ones_like, full_like. */
#include "core/scope.h"

static const double zero = 0, one = 1;

/* Parameters of a new array, filled in by the public functions and passed to make(). */
typedef struct request {
    const char *op;
    int ndim;
    const int64_t *shape;
    gla_dtype dtype; /* GLA_NO_DTYPE: use `otherwise` */
    gla_dtype otherwise;
    const char *device;
    const gla_array *like;  /* array whose device is used if no device is named */
    const gla_array *value; /* fill value as an array, or */
    const double *number;   /* as a double; if both are NULL the contents are undefined */
} request;

static gla_status make(const request *r, gla_array **out)
{
    gla_device *dev;
    gla_scope s;
    *out = NULL;
    gla_status st = r->device || !r->like ? gla_find_device(r->device, &dev) : gla_common_device(r->op, 1, &r->like, &dev);
    if (st)
        return st;
    gla_scope_begin(&s, r->op);
    bool zeros = r->number && *r->number == 0;
    gla_array *a = (zeros ? gla_s_zeros : gla_s_new)(&s, dev, r->dtype ? r->dtype : r->otherwise, r->ndim, r->shape);
    if (r->value)
        gla_s_assign(&s, a, r->value);
    else if (r->number && !zeros)
        gla_s_fill(&s, a, *r->number);
    return gla_scope_return(&s, a, out);
}

/* Check the value of a 0-d array, which waits for its device. */
static gla_status check_number(const char *op, gla_dtype dtype, const gla_array *value)
{
    bool is_unsigned = value->dtype == GLA_BOOL || gla_dtype_is_unsigned(value->dtype);
    gla_dtype wide = value->dtype >= GLA_FLOAT32 ? GLA_FLOAT64 : is_unsigned ? GLA_UINT64 : GLA_INT64;
    gla_array *typed = NULL, *host = NULL;
    void *number;
    gla_status st = gla_convert(op, value, wide, NULL, GLA_MAYBE, &typed);
    if (!st)
        st = gla_to_host(typed, &host, &number);
    if (!st)
        st = gla_check_number_kept(op, "dtype", dtype, wide, number);
    gla_unref(typed);
    gla_unref(host);
    return st;
}

/* Create an array filled with a user's value, which must be representable in the dtype. */
static gla_status make_full(const request *r, gla_array **out)
{
    gla_dtype dtype = r->dtype ? r->dtype : r->otherwise;
    *out = NULL;
    gla_status st = gla_is_number_to_check(dtype, r->value) ? check_number(r->op, dtype, r->value)
                                                            : gla_check_kept(r->op, "dtype", dtype, "fill_value", r->value);
    return st ? st : make(r, out);
}

static request of_shape(const char *op, const gla_ints *shape, gla_dtype dtype, const char *device)
{
    return (request){.op = op, .ndim = shape->n, .shape = shape->v, .dtype = dtype, .otherwise = GLA_FLOAT64, .device = device};
}

static request of_array(const char *op, const gla_array *x, gla_dtype dtype, const char *device)
{
    return (request){
        .op = op, .ndim = x->ndim, .shape = x->shape, .dtype = dtype, .otherwise = x->dtype, .device = device, .like = x};
}

gla_status gla_empty(const gla_ints *shape, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_shape("empty", shape, dtype, device);
    return make(&r, out);
}

gla_status gla_zeros(const gla_ints *shape, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_shape("zeros", shape, dtype, device);
    r.number = &zero;
    return make(&r, out);
}

gla_status gla_ones(const gla_ints *shape, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_shape("ones", shape, dtype, device);
    r.number = &one;
    return make(&r, out);
}

gla_status gla_full(const gla_ints *shape, const gla_array *fill_value, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_shape("full", shape, dtype, device);
    r.otherwise = fill_value->dtype;
    r.value = fill_value;
    return make_full(&r, out);
}

gla_status gla_empty_like(const gla_array *x, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_array("empty_like", x, dtype, device);
    return make(&r, out);
}

gla_status gla_zeros_like(const gla_array *x, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_array("zeros_like", x, dtype, device);
    r.number = &zero;
    return make(&r, out);
}

gla_status gla_ones_like(const gla_array *x, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_array("ones_like", x, dtype, device);
    r.number = &one;
    return make(&r, out);
}

gla_status gla_full_like(const gla_array *x, const gla_array *fill_value, gla_array **out, gla_dtype dtype, const char *device)
{
    request r = of_array("full_like", x, dtype, device);
    r.value = fill_value;
    return make_full(&r, out);
}
