/* registry.c - Finding, loading and choosing backends and devices.  Each test is a process, because the registry searches
 * once. */
#include "backend.h"
#include "tap.h"
#include "runtime/allocation.h"

#include <sys/stat.h>

static bool fails(gla_status st, const char *text)
{
    bool good = st == GLA_DEVICE_ERROR && strstr(gla_last_message(), text);
    expect(good, "expected a DeviceError with \"%s\"", text);
    gla_clear_error();
    return good;
}

static bool current_is(const char *name)
{
    char *text = NULL;
    gla_status st = gla_get_device(&text);
    bool good = !st && strcmp(text, name) == 0;
    expect(good, "the current device is %s, not %s", text ? text : "none", name);
    gla_free(text);
    return good;
}

static bool devices_are(const char *names)
{
    char all[400] = "";
    gla_strings *list = NULL;
    gla_status st = gla_devices(&list);
    for (int64_t i = 0; !st && i < list->n; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " " : "", list->v[i]);
    gla_strings_free(list);
    return expect(!st && strcmp(all, names) == 0, "devices are \"%s\", not \"%s\"", all, names);
}

static void add_plugin_path(const char *dir)
{
    char path[4000];
    snprintf(path, sizeof path, "%s:%s", dir, getenv("GPULINALG_PLUGIN_PATH"));
    setenv("GPULINALG_PLUGIN_PATH", path, 1);
}

static void backends(const char *names)
{
    setenv("GPULINALG_BACKENDS", names, 1);
    unsetenv("GPULINALG_DEVICE");
}

static void no_host(void)
{
    backends("nonesuch");
    fails(gla_set_device("host"), "GPULINALG_BACKENDS");
    fails(gla_set_device("nonesuch"), "not built");
    gla_array *a;
    void *data;
    fails(gla_new_host(GLA_FLOAT64, 0, NULL, &a, &data), "host backend");
    expect(!a, "the result is NULL");
    devices_are("");
}

static void foreign_module(void)
{
    backends("foreign,host");
    add_plugin_path(FOREIGN_DIR);
    fails(gla_set_device("foreign"), "of the library");
    devices_are("host");
}

static void broken_module(void)
{
    char dir[] = "/tmp/gpulinalg-test-XXXXXX", file[100];
    backends("broken,host");
    if (!mkdtemp(dir))
        return;
    snprintf(file, sizeof file, "%s/libgpulinalg-broken.so", dir);
    FILE *f = fopen(file, "w");
    if (f) {
        fputs("this is no module\n", f);
        fclose(f);
    }
    add_plugin_path(dir);
    fails(gla_set_device("broken:0"), "libgpulinalg-broken.so");
    char *info = NULL;
    expect(gla_info(&info, false) == GLA_OK && strstr(info, "broken"), "info names the broken backend");
    gla_free(info);
    remove(file);
    rmdir(dir);
}

static void wrong_abi(void)
{
    backends("null,host");
    setenv("GPULINALG_NULL_ABI", "99", 1);
    fails(gla_set_device("null:0"), "of the library");
    devices_are("host");
}

static void wrong_version(void)
{
    backends("null,host");
    setenv("GPULINALG_NULL_ABI", "0.0.1", 1);
    fails(gla_set_device("null:0"), "is for version 0.0.1 of the library");
    devices_are("host");
}

static void no_device(void)
{
    backends("null,host");
    setenv("GPULINALG_NULL_DEVICES", "0", 1);
    gla_fail(GLA_SHAPE_ERROR, "something before");
    fails(gla_set_device("null"), "the null driver has no device");
    devices_are("host");
    current_is("host");
}

static void names(void)
{
    static const char *const wrong[] = {"",      ":",  "null:",    "null:x", "null:-1", "null:1x", "null: 1",  "nul",
                                        "nulls", ":0", "null:0:0", "host:1", "opencl",  "NULL:0",  "null:\xff"};
    backends("null,host");
    devices_are("null:0 null:1 host");
    current_is("host");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        fails(gla_set_device(wrong[i]), "there is no device");
    fails(gla_set_device("null:2"), "has 2");
    fails(gla_set_device("null:99999999999999999999"), "has 2");
    current_is("host");
    expect(gla_set_device("null:1") == GLA_OK, "set_device null:1");
    current_is("null:1");
    expect(gla_set_device("null") == GLA_OK, "set_device null");
    current_is("null:0");
    expect(gla_set_device("cpu") == GLA_OK, "set_device cpu");
    current_is("host");
    expect(gla_set_device(NULL) == GLA_OK, "set_device none");
    current_is("host");
    char longer[3000];
    memset(longer, 'd', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    fails(gla_set_device(longer), "ddd");
}

static void from_environment(void)
{
    backends("null,host");
    setenv("GPULINALG_DEVICE", "null:1", 1);
    current_is("null:1");
    expect(gla_set_device("host") == GLA_OK, "set_device goes before the environment");
    current_is("host");
    expect(gla_set_device(NULL) == GLA_OK, "none goes back to it");
    current_is("null:1");
}

static void missing_in_environment(void)
{
    char *text = NULL;
    backends("null,host");
    setenv("GPULINALG_DEVICE", "cuda:7", 1);
    fails(gla_get_device(&text), "cuda:7");
    expect(!text, "no text");
    fails(gla_get_device(&text), "cuda:7");
    expect(gla_set_device("host") == GLA_OK, "set_device helps");
    current_is("host");
}

static void gpu_first(void)
{
    backends("null,host");
    setenv("GPULINALG_NULL_GPU", "1", 1);
    current_is("null:0");
}

static void open_fails(void)
{
    backends("null,host");
    setenv("GPULINALG_NULL_GPU", "1", 1);
    void (*fail)(const char *, long, gla_status);
    *(void **)&fail = null_control("gla_null_fail");
    fail("open", 1, GLA_DEVICE_ERROR);
    fails(gla_set_device("null:1"), "a test requested it");
    expect(gla_set_device("null:1") == GLA_OK, "the next attempt succeeds");
    gla_set_device(NULL);
    fail("open", 1, GLA_DEVICE_ERROR);
    current_is("null:1"); /* the next one does */
}

static void info_fails(void)
{
    gla_record *r = NULL;
    backends("null,host");
    void (*fail)(const char *, long, gla_status);
    *(void **)&fail = null_control("gla_null_fail");
    fail("properties", 1, GLA_DEVICE_ERROR);
    fails(gla_device_info(&r, "null:0"), "a test requested it");
    expect(!r, "no record");
    expect(gla_device_info(&r, "null:0") == GLA_OK && r->n >= 6, "a record with all fields");
    for (int i = 0; r && i < r->n; i++)
        if (strcmp(r->fields[i]->key, "name") == 0)
            expect(strcmp(r->fields[i]->text, "null:0") == 0, "its name");
    gla_record_free(r);
    fail("synchronize", 1, GLA_DEVICE_ERROR);
    fails(gla_synchronize("null:0"), "a test requested it");
    expect(gla_synchronize("null:0") == GLA_OK && gla_synchronize(NULL) == GLA_OK, "synchronize");
}

/* Memory runs out in each allocation of the first use: the next use finds all devices. */
static void starved_start(void)
{
    for (int n = 1; n < 100; n++) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            gla_strings *list = NULL;
            tap_failed = 0;
            backends("null,host");
            gla_test_fail_allocation(n, false);
            gla_devices(&list);
            bool reached = gla_test_allocations() >= n;
            gla_test_fail_allocation(0, false);
            gla_strings_free(list);
            gla_clear_error();
            devices_are("null:0 null:1 host");
            fflush(stdout);
            _exit(tap_failed ? 1 : reached ? 0 : 2);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
            return;
        if (!expect(WIFEXITED(status) && WEXITSTATUS(status) == 0, "with allocation %d failing at first", n))
            return;
    }
}

int main(void)
{
    in_child(no_host, "without the host backend nothing works, and the message says so");
    in_child(foreign_module, "a module that is no backend");
    in_child(broken_module, "a file that is no module");
    in_child(wrong_abi, "a backend of another contract");
    in_child(wrong_version, "a backend of another version");
    in_child(no_device, "a backend without a device gives its reason");
    in_child(names, "names of devices, right and wrong");
    in_child(from_environment, "GPULINALG_DEVICE chooses");
    in_child(missing_in_environment, "GPULINALG_DEVICE names a device that is not there");
    in_child(gpu_first, "a GPU is the default");
    in_child(open_fails, "a device that does not open");
    in_child(info_fails, "a device whose properties cannot be asked");
    in_child(starved_start, "memory running out at the first use");
    return done();
}
