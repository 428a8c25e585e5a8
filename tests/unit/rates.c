/* rates.c - Rates of a machine: classes of cards, defaults, rounding, and files that are broken or for other hardware. */
#include "core/rates_file.h"
#include "tap.h"
#include "runtime/devices.h"

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

static char place[200];

static const gla_hardware machine = {.processor = "Test CPU @ 3 GHz", .card = "NVIDIA H200", .cores = 16, .level = 4};

static const char *path(const char *name)
{
    static char buf[500];
    snprintf(buf, sizeof buf, "%s/%s", place, name);
    return buf;
}

static void write_text(const char *name, const char *text)
{
    FILE *f = fopen(path(name), "w");
    if (f) {
        fputs(text, f);
        fclose(f);
    }
    chmod(path(name), 0644);
}

/* ---- hardware -------------------------------------------------------------------------------------------------------- */
static bool is_class(const char *model, const char *description)
{
    return strcmp(gla_card_class_of(model)->description, description) == 0;
}

static void test_classes(void)
{
    const char *slow = "a card with slow float64";
    ok(is_class("NVIDIA H200", "H200") && is_class("NVIDIA GH200 480GB", "H200") && is_class("NVIDIA H200 NVL", "H200"),
       "an H200");
    ok(is_class("NVIDIA A100-SXM4-80GB", "A100") && is_class("Tesla V100-SXM2-32GB", "V100"), "words of a name");
    ok(is_class("NVIDIA H20", slow) && is_class("NVIDIA A10", slow) && is_class("NVIDIA GeForce RTX 4090", slow) &&
           is_class("Tesla T4", slow) && is_class("", slow) && is_class("H2000", slow),
       "other cards are in the last class");
}

static void test_values(void)
{
    const char *text = "IRQ: \t\t 12\nModel: \t\t NVIDIA H200  \nModel name: other\nEmpty:\n";
    char value[100], few[5];
    ok(gla_hardware_value(text, "Model", value, sizeof value) && strcmp(value, "NVIDIA H200") == 0, "a value");
    ok(gla_hardware_value(text, "Model", few, sizeof few) && strcmp(few, "NVID") == 0, "a value is shortened");
    ok(!gla_hardware_value(text, "Empty", value, sizeof value) && !gla_hardware_value(text, "None", value, sizeof value) &&
           !gla_hardware_value("", "Model", value, sizeof value),
       "no value");
}

static void test_hardware(void)
{
    gla_hardware h;
    gla_hardware_read(path("nowhere"), &h);
    ok(!*h.card && h.cores >= 1 && strncmp(h.processor, "processor of ", 13) == 0, "a machine without /proc");
    const char *folders[] = {"driver",
                             "driver/nvidia",
                             "driver/nvidia/gpus",
                             "driver/nvidia/gpus/0000:01:00.0",
                             "driver/nvidia/gpus/0000:02:00.0",
                             "driver/nvidia/gpus/0000:03:00.0"};
    for (int i = 0; i < 6; i++)
        mkdir(path(folders[i]), 0755);
    write_text("cpuinfo", "processor : 0\nmodel name\t: Test  CPU @ 3 GHz\n");
    write_text("driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t NVIDIA GeForce RTX 4090\n");
    write_text("driver/nvidia/gpus/0000:02:00.0/information", "Model: \t\t NVIDIA H200\nIRQ: 4\n");
    write_text("driver/nvidia/gpus/0000:03:00.0/information", "");
    gla_hardware_read(place, &h);
    ok(strcmp(h.card, "NVIDIA H200") == 0 && strcmp(h.processor, "Test CPU @ 3 GHz") == 0, "the strongest card counts: %s, %s",
       h.card, h.processor);
}

/* ---- rates ----------------------------------------------------------------------------------------------------------- */
static void test_rounding(void)
{
    bool good = true;
    for (double s = 1e-7; s < 100; s *= 1.07) {
        double r = gla_rate_round(s);
        good = good && fabs(log2(r / s)) <= .25 + 1e-9 && fabs(gla_rate_round(r) / r - 1) < 1e-12;
    }
    ok(good, "seconds are rounded to powers of the square root of 2");
}

static double seconds(gla_hardware h, bool on_host, gla_work work, double amount)
{
    gla_rates r;
    gla_rates_default(&r, &h);
    return gla_rate_seconds(on_host ? r.host[work] : r.device[work], amount);
}

static void test_defaults(void)
{
    gla_hardware few = machine, weak = machine, none = machine, old = machine;
    few.cores = 2;
    old.level = 3;
    strcpy(weak.card, "NVIDIA GeForce RTX 4090");
    *none.card = '\0';
    ok(seconds(few, true, GLA_WORK_PRODUCT, 5.4e10) > 7 * seconds(machine, true, GLA_WORK_PRODUCT, 5.4e10), "fewer cores");
    ok(seconds(few, true, GLA_WORK_PRODUCT, 5.4e4) == seconds(machine, true, GLA_WORK_PRODUCT, 5.4e4), "small work is serial");
    ok(seconds(old, true, GLA_WORK_QR, 4e9) > seconds(machine, true, GLA_WORK_QR, 4e9), "shorter vectors");
    ok(seconds(weak, false, GLA_WORK_PRODUCT, 5.4e10) > 50 * seconds(machine, false, GLA_WORK_PRODUCT, 5.4e10), "slow float64");
    ok(seconds(weak, false, GLA_WORK_BYTES, 1.6e9) > 5 * seconds(machine, false, GLA_WORK_BYTES, 1.6e9), "less bandwidth");
    ok(seconds(none, false, GLA_WORK_BYTES, 1e9) == seconds(machine, false, GLA_WORK_BYTES, 1e9),
       "without a card the rates are those of an H200");
    bool rises = true;
    for (int work = 0; work < GLA_WORKS; work++)
        for (double a = 10; a < 1e11; a *= 3)
            rises = rises && seconds(weak, false, (gla_work)work, 3 * a) >= seconds(weak, false, (gla_work)work, a);
    ok(rises, "more work takes longer");
}

static void measure_some(gla_rates *m)
{
    gla_rates_unmeasured(m);
    m->host[GLA_WORK_SORT][0].seconds = 1e-5;
    m->host[GLA_WORK_SORT][1].seconds = 4e-4;
    m->device[GLA_WORK_FFT][4].seconds = 1e-3;
    m->copies[2].seconds = 5e-4;
    m->start = .7;
    m->first[GLA_WORK_QR] = .2;
}

static void test_apply(void)
{
    gla_rates m, r, d;
    measure_some(&m);
    gla_rates_default(&d, &machine);
    gla_rates_default(&r, &machine);
    gla_rates_apply(&r, &m);
    ok(r.host[GLA_WORK_SORT][1].seconds == 4e-4 && r.start == .7 && r.first[GLA_WORK_QR] == .2, "measured values");
    ok(fabs(r.host[GLA_WORK_SORT][4].seconds / d.host[GLA_WORK_SORT][4].seconds /
                (m.host[GLA_WORK_SORT][1].seconds / d.host[GLA_WORK_SORT][1].seconds) -
            1) < 1e-12,
       "a larger point keeps its ratio to the last measured one");
    ok(r.host[GLA_WORK_QR][2].seconds == d.host[GLA_WORK_QR][2].seconds && r.first[GLA_WORK_FFT] == d.first[GLA_WORK_FFT],
       "other kinds of work keep the defaults");
}

/* ---- text ------------------------------------------------------------------------------------------------------------ */
static char *text_of(const gla_hardware *h)
{
    gla_writer w = GLA_WRITER("test");
    gla_rates m;
    char *text;
    measure_some(&m);
    gla_rates_write(&w, &m, h);
    gla_writer_finish(&w, &text);
    return text;
}

static bool is_read(const char *text, const gla_hardware *h, char reason[300])
{
    gla_rates m;
    return gla_rates_read(text, h, &m, reason, 300);
}

static void test_text(void)
{
    gla_hardware other = machine;
    gla_rates m;
    char reason[300], *text = text_of(&machine);
    bool good = gla_rates_read(text, &machine, &m, reason, sizeof reason);
    ok(good && fabs(m.host[GLA_WORK_SORT][1].seconds / gla_rate_round(4e-4) - 1) < 1e-3 && m.start > 0 &&
           m.first[GLA_WORK_QR] > 0 && m.copies[2].seconds > 0 && m.device[GLA_WORK_FFT][4].seconds > 0 &&
           m.host[GLA_WORK_QR][0].seconds == 0,
       "a text is read back");
    other.cores = 8;
    ok(!is_read(text, &other, reason) && strstr(reason, "it is for Test CPU @ 3 GHz, 16 cores, NVIDIA H200"), "other cores: %s",
       reason);
    other = machine;
    *other.card = '\0';
    ok(!is_read(text, &other, reason), "another card");
    char *none = text_of(&other);
    ok(is_read(none, &other, reason), "no card");
    gla_free(none);

    bool refused = true;
    for (size_t n = strlen(text), k = 0; k < n; k++) {
        char last = text[k];
        text[k] = '\0';
        refused = refused && !is_read(text, &machine, reason);
        text[k] = last;
    }
    ok(refused, "a text that ends early is refused");
    for (size_t n = strlen(text), k = 0; k < n; k++)
        for (int bit = 0; bit < 8; bit++) {
            text[k] ^= (char)(1 << bit);
            is_read(text, &machine, reason);
            text[k] ^= (char)(1 << bit);
        }
    ok(is_read(text, &machine, reason), "changed bytes do no harm");
    gla_free(text);
    const char *const head = "gpulinalg rates 1\nprocessor Test CPU @ 3 GHz\ncores 16\ncard NVIDIA H200\n";
    static const char *const ends[] = {"start -1\nend 1\n", "start nan\nend 1\n",       "start 1\nend 2\n",
                                       "strat 1\nend 1\n",  "host sort 100 0\nend 1\n", "host sort 100\nend 1\n",
                                       "end 0\nmore\n",     "start 1\n1\nend 2\n",      "start 1e400\nend 1\n"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char whole[300];
        snprintf(whole, sizeof whole, "%s%s", head, ends[i]);
        ok(!is_read(whole, &machine, reason) && strstr(reason, "incomplete or damaged"), "refused: %.*s",
           (int)strcspn(ends[i], "\n"), ends[i]);
    }
    ok(!is_read("gpulinalg rates 2\n", &machine, reason) && strstr(reason, "does not begin"), "another version: %s", reason);
}

/* ---- files ----------------------------------------------------------------------------------------------------------- */
static void test_files(void)
{
    gla_rates_source source;
    gla_rates m;
    gla_hardware other = machine;
    char folder[300], file[500];
    snprintf(folder, sizeof folder, "%s/cache", place);
    setenv("GPULINALG_CACHE_DIR", folder, 1);
    ok(!gla_rates_load(&machine, NULL, &m, &source) && !*source.file && !*source.ignored, "no file at first");
    measure_some(&m);
    ok(!gla_rates_save(&machine, NULL, false, &m, &source) && strlen(source.hash) == 8, "a file is written: %s", source.file);
    snprintf(file, sizeof file, "%s", source.file);
    char hash[9];
    snprintf(hash, sizeof hash, "%s", source.hash);
    ok(gla_rates_load(&machine, NULL, &m, &source) && strcmp(source.hash, hash) == 0 && m.start > 0, "and found");
    other.cores = 4;
    ok(!gla_rates_load(&other, NULL, &m, &source) && strstr(source.ignored, "16 cores") && m.start == 0, "other cores: %s",
       source.ignored);
    chmod(file, 0666);
    ok(!gla_rates_load(&machine, NULL, &m, &source) && strstr(source.ignored, "only its owner"), "others can write: %s",
       source.ignored);
    chmod(file, 0644);
    truncate(file, 60);
    ok(!gla_rates_load(&machine, NULL, &m, &source) && strstr(source.ignored, "incomplete"), "truncated: %s", source.ignored);
    truncate(file, 100000);
    ok(!gla_rates_load(&machine, NULL, &m, &source) && strstr(source.ignored, "not a text"), "too long: %s", source.ignored);
    unlink(file);
    mkfifo(file, 0644);
    ok(!gla_rates_load(&machine, NULL, &m, &source) && *source.ignored, "a pipe: %s", source.ignored);
    unlink(file);
    ok(gla_rates_save(&machine, NULL, true, &m, &source) == GLA_DEVICE_ERROR, "there is no shared folder: %s",
       gla_last_message());
    setenv("GPULINALG_CACHE_DIR", "relative", 1);
    ok(gla_rates_save(&machine, NULL, false, &m, &source) == GLA_DEVICE_ERROR, "a folder that cannot be used: %s",
       gla_last_message());
    rmdir("relative");
}

/* ---- the machine ----------------------------------------------------------------------------------------------------- */
static void test_machine(void)
{
    char text[1200], folder[300];
    snprintf(folder, sizeof folder, "%s/none", place);
    setenv("GPULINALG_CACHE_DIR", folder, 1);
    setenv("GPULINALG_PLACEMENT", "log,opencl:0", 1);
    ok(gla_machine_has_accelerator() && !gla_machine_accelerator(), "an accelerator that is named and not open");
    gla_machine_describe(text, sizeof text);
    ok(strstr(text, "defaults for ") == text && strstr(text, ", and opencl:0"), "described as: %s", text);
    ok(gla_machine_start() > 0 && gla_machine_first(GLA_WORK_FACTOR) > gla_machine_first(GLA_WORK_BYTES),
       "the start and first uses");
    ok(gla_machine_factor(NULL, GLA_WORK_PRODUCT, GLA_FLOAT64) == 1 &&
           gla_machine_factor(NULL, GLA_WORK_PRODUCT, GLA_COMPLEX128) == 4 &&
           gla_machine_factor(NULL, GLA_WORK_PRODUCT, GLA_FLOAT32) < .1 &&
           gla_machine_factor(NULL, GLA_WORK_BYTES, GLA_FLOAT32) == 1,
       "the cost of dtypes");
    gla_device *host;
    if (ok(gla_host_device(&host) == GLA_OK, "the host"))
        ok(gla_machine_factor(host, GLA_WORK_FACTOR, GLA_FLOAT32) == .5 &&
               gla_machine_factor(host, GLA_WORK_QR, GLA_COMPLEX64) == 2 &&
               gla_machine_seconds(host, GLA_WORK_BYTES, 800) < gla_machine_seconds(NULL, GLA_WORK_BYTES, 800),
           "and its rates");
}

int main(void)
{
    char real[100] = "/tmp/gpulinalg-rates-XXXXXX", command[300];
    if (!mkdtemp(real))
        return 99;
    snprintf(place, sizeof place, "%s", real);
    test_classes();
    test_values();
    test_hardware();
    test_rounding();
    test_defaults();
    test_apply();
    test_text();
    test_files();
    test_machine();
    snprintf(command, sizeof command, "rm -rf '%s'", place);
    ok(system(command) == 0, "the folder is removed");
    return done();
}
