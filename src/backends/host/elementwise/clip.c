/* clip.c - Clip elements to an interval, in one pass. */
#include "backends/host/array/copy.h"
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

typedef struct clip_job {
    const void *x;
    void *out;
    double least, most;
} clip_job;

/* Compute the same results as the table's maximum and minimum, for limits that are not NaN.  NaN elements of x are kept. */
static void limit64(int64_t n, const double *x, double least, double most, double *out)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        double v = x[i], high = v <= least ? least : v;
        out[i] = high >= most ? most : high;
    }
}

static void limit32(int64_t n, const float *x, float least, float most, float *out)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        float v = x[i], high = v <= least ? least : v;
        out[i] = high >= most ? most : high;
    }
}

static void part64(void *arg, int64_t begin, int64_t end)
{
    const clip_job *job = arg;
    limit64(end - begin, (const double *)job->x + begin, job->least, job->most, (double *)job->out + begin);
}

static void part32(void *arg, int64_t begin, int64_t end)
{
    const clip_job *job = arg;
    limit32(end - begin, (const float *)job->x + begin, (float)job->least, (float)job->most, (float *)job->out + begin);
}

gla_status gla_host_clip(gla_device *dev, const gla_array *x, double least, double most, gla_array *out)
{
    enum { GRAIN = 65536 }; /* with fewer elements, a second thread is not worthwhile */
    clip_job job = {gla_data(x), gla_data(out), least, most};
    (void)dev;
    return gla_host_parallel(x->size, GRAIN, x->dtype == GLA_FLOAT32 ? part32 : part64, &job);
}
