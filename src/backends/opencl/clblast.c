/* clblast.c - Matrix products by CLBlast, which is loaded at the first large product. */
#include "config.h"
#include "runtime/library.h"
#include "runtime/lock.h"

#include "clblast.h"

#if HAVE_CLBLAST
#include <clblast_c.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUTINE(type)                                          \
    __typeof__(CLBlast##type##gemmWithTempBuffer) *type##gemm; \
    __typeof__(CLBlast##type##GemmTempBufferSize) *type##size
static struct {
    pthread_once_t once;
    bool is_available;
    ROUTINE(S);
    ROUTINE(D);
    ROUTINE(C);
    ROUTINE(Z);
    __typeof__(CLBlastOverrideParameters) *override;
} blast = {.once = PTHREAD_ONCE_INIT};

static void load(void)
{
    void *library = gla_library_open("libclblast.so.1", true);
    blast.is_available = library != NULL;
#define FIND(field, name) blast.is_available = blast.is_available && (*(void **)&blast.field = dlsym(library, name))
    FIND(Sgemm, "CLBlastSgemmWithTempBuffer");
    FIND(Dgemm, "CLBlastDgemmWithTempBuffer");
    FIND(Cgemm, "CLBlastCgemmWithTempBuffer");
    FIND(Zgemm, "CLBlastZgemmWithTempBuffer");
    FIND(Ssize, "CLBlastSGemmTempBufferSize");
    FIND(Dsize, "CLBlastDGemmTempBufferSize");
    FIND(Csize, "CLBlastCGemmTempBufferSize");
    FIND(Zsize, "CLBlastZGemmTempBufferSize");
    FIND(override, "CLBlastOverrideParameters");
}

static gla_status check(const gla_dense *d, CLBlastStatusCode status)
{
    if (status == CLBlastSuccess)
        return GLA_OK;
    if (status > -100) /* errors of OpenCL itself */
        return gla_cl_check(d->op, status);
    return gla_fail(GLA_DEVICE_ERROR, "%s: CLBlast failed on %s with status %d", d->op, d->dev->name, status);
}

/* A matrix in the terms of BLAS. */
typedef struct operand {
    cl_mem mem;
    size_t offset, ld;
    CLBlastTranspose trans;
} operand;

static bool describe(const gla_dense *d, gla_strided x, int64_t rows, int64_t cols, bool conjugate, operand *o)
{
    conjugate = conjugate && gla_dtype_is_complex(d->dtype);
    if (x.row == 1 && x.col >= rows && !conjugate)
        *o = (operand){.ld = (size_t)x.col, .trans = CLBlastTransposeNo};
    else if (x.col == 1 && x.row >= cols)
        *o = (operand){.ld = (size_t)x.row, .trans = conjugate ? CLBlastTransposeConjugate : CLBlastTransposeYes};
    else
        return false;
    if (!gla_cl_locate(x.data, &o->mem, &o->offset))
        return false;
    o->offset /= (size_t)d->item;
    return true;
}

/* ---- parameters of CLBlast's kernel
 * --------------------------------------------------------------------------------------- */
#define MAX_PARAMETERS 20

/* Parameters found by bench/opencl/sweep.c, for devices that CLBlast's database does not contain.  An entry applies if the name
 * of the device contains `device`. */
static const struct {
    const char *device;
    gla_dtype dtype;
    const char *set;
} found[] = {
#define DOUBLES "GEMMK=0,KREG=1,KWG=16,KWI=2,MDIMA=8,MDIMC=8,MWG=64,NDIMB=8,NDIMC=8,NWG=64,SA=1,SB=1,STRM=1,STRN=1,VWM=2,VWN=2"
#define SINGLES "GEMMK=0,KREG=1,KWG=16,KWI=8,MDIMA=8,MDIMC=8,MWG=64,NDIMB=8,NDIMC=8,NWG=64,SA=1,SB=1,STRM=1,STRN=1,VWM=4,VWN=4"
    {"H100", GLA_FLOAT64, DOUBLES},
    {"H100", GLA_FLOAT32, SINGLES},
    {"H200", GLA_FLOAT64, DOUBLES},
    {"H200", GLA_FLOAT32, SINGLES},
};

/* Pass parameters of the form "NAME=NUMBER,NAME=NUMBER" to CLBlast. */
static gla_status override(const gla_dense *d, const char *set)
{
    static const CLBlastPrecision precisions[] = {CLBlastPrecisionSingle, CLBlastPrecisionDouble, CLBlastPrecisionComplexSingle,
                                                  CLBlastPrecisionComplexDouble};
    char text[500];
    const char *names[MAX_PARAMETERS];
    size_t values[MAX_PARAMETERS], n = 0;
    snprintf(text, sizeof text, "%s", set);
    char *rest = NULL;
    for (char *part = strtok_r(text, ", ", &rest); part && n < MAX_PARAMETERS; part = strtok_r(NULL, ", ", &rest)) {
        char *value = strchr(part, '=');
        if (value)
            *value++ = '\0';
        names[n] = part;
        values[n++] = value ? strtoul(value, NULL, 10) : 0;
    }
    const gla_cl *cl = d->dev->state;
    return check(d, blast.override(cl->id, "Xgemm", precisions[d->dtype - GLA_FLOAT32], n, names, values));
}

/* Set the parameters, once for each device and dtype.  If GPULINALG_XGEMM contains parameters, these are used for all dtypes;
 * the value "database" selects the parameters of CLBlast. */
static gla_status tune(const gla_dense *d)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static unsigned char done[GLA_MAX_DEVICES][4];
    unsigned char *mine = &done[d->dev->index % GLA_MAX_DEVICES][d->dtype - GLA_FLOAT32];
    const char *asked = secure_getenv("GPULINALG_XGEMM");
    char name[256];
    gla_status st = GLA_OK;
    gla_lock(&lock);
    if (!*mine && asked && *asked) {
        st = strcmp(asked, "database") == 0 ? GLA_OK : override(d, asked);
    } else if (!*mine) {
        gla_cl_device_text(((gla_cl *)d->dev->state)->id, CL_DEVICE_NAME, name, sizeof name);
        for (size_t i = 0; i < sizeof found / sizeof *found && !st; i++)
            if (found[i].dtype == d->dtype && strstr(name, found[i].device))
                st = override(d, found[i].set);
    }
    *mine = 1;
    pthread_mutex_unlock(&lock);
    return st;
}

/* ---- products ------------------------------------------------------------------------------------------------------------ */
static gla_status gemm(const gla_dense *d, const gla_product *p, const operand *a, const operand *b, const operand *c)
{
    gla_cl *cl = d->dev->state;
    cl_command_queue queue = gla_cl_commands(cl);
    CLBlastLayout layout = CLBlastLayoutColMajor;
    size_t m = (size_t)p->m, n = (size_t)p->n, k = (size_t)p->k, bytes = 0, at = 0;
    double alpha = p->minus ? -1 : 1, beta = p->keep ? 1 : 0;
    CLBlastStatusCode (*size)(CLBlastLayout, CLBlastTranspose, CLBlastTranspose, size_t, size_t, size_t, size_t, size_t, size_t,
                              size_t, size_t, size_t, cl_command_queue *, size_t *) = d->dtype == GLA_FLOAT32     ? blast.Ssize
                                                                                      : d->dtype == GLA_FLOAT64   ? blast.Dsize
                                                                                      : d->dtype == GLA_COMPLEX64 ? blast.Csize
                                                                                                                  : blast.Zsize;
    void *room = NULL;
    cl_mem temp = NULL;
    gla_status st = tune(d);
    if (!st)
        st = check(
            d, size(layout, a->trans, b->trans, m, n, k, a->offset, a->ld, b->offset, b->ld, c->offset, c->ld, &queue, &bytes));
    if (!st && bytes)
        st = gla_cl_alloc(d->op, d->dev, bytes, &room);
    if (st)
        return st;
    if (room)
        gla_cl_locate(room, &temp, &at);
#define CALL(type, a1, b1)                                                                                                    \
    blast.type##gemm(layout, a->trans, b->trans, m, n, k, a1, a->mem, a->offset, a->ld, b->mem, b->offset, b->ld, b1, c->mem, \
                     c->offset, c->ld, &queue, NULL, temp)
    switch (d->dtype) {
    case GLA_FLOAT32: st = check(d, CALL(S, (float)alpha, (float)beta)); break;
    case GLA_FLOAT64: st = check(d, CALL(D, alpha, beta)); break;
    case GLA_COMPLEX64: st = check(d, CALL(C, ((cl_float2){{(float)alpha, 0}}), ((cl_float2){{(float)beta, 0}}))); break;
    default: st = check(d, CALL(Z, ((cl_double2){{alpha, 0}}), ((cl_double2){{beta, 0}})));
    }
    gla_cl_free(d->dev, room);
    return st ? st : gla_cl_queued(d->op, cl);
}

/* Multiply one matrix of the stack.  Set *done to false if CLBlast does not support the strides. */
static gla_status multiply_one(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c,
                               bool *done)
{
    operand left, right, out;
    gla_product q = *p;
    *done = false;
    if (c.row != 1) { /* compute the transpose of the product */
        gla_strided t = gla_dense_transposed(a);
        a = gla_dense_transposed(b);
        b = t;
        c = gla_dense_transposed(c);
        q = (gla_product){p->n, p->m, p->k, p->conj_b, p->conj_a, p->minus, p->keep, false};
    }
    if (c.row != 1 || !describe(d, c, q.m, q.n, false, &out) || !describe(d, a, q.m, q.k, q.conj_a, &left) ||
        !describe(d, b, q.k, q.n, q.conj_b, &right))
        return GLA_OK;
    *done = true;
    return gemm(d, &q, &left, &right, &out);
}

/* Return the number of multiplications from which CLBlast is faster than our kernel.  CLBlast needs several launches and more
 * time on the host. */
static double from_work(const gla_dense *d)
{
    static double asked = -1;
    if (asked < 0) {
        const char *env = secure_getenv("GPULINALG_CLBLAST_FROM");
        asked = env && *env ? strtod(env, NULL) : 0;
    }
    return asked > 0 ? asked : gla_device_traits(d->dev)->is_cpu ? 1.6e7 : 1.3e8;
}

gla_status gla_clblast_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c,
                                bool *done)
{
    gla_status st = GLA_OK;
    *done = false;
    if (p->m < 32 || p->n < 32 || p->k < 32 || (double)p->m * (double)p->n * (double)p->k < from_work(d))
        return GLA_OK;
    pthread_once(&blast.once, load);
    *done = blast.is_available;
    for (int64_t i = 0; i < d->batch && !st && *done; i++)
        st = multiply_one(d, p, gla_dense_nth(d, a, i), gla_dense_nth(d, b, i), gla_dense_nth(d, c, i), done);
    return st;
}
#else
gla_status gla_clblast_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c,
                                bool *done)
{
    (void)d, (void)p, (void)a, (void)b, (void)c;
    *done = false;
    return GLA_OK;
}
#endif
