# Device code is compiled after the backends and the command have been built, into the folders that `gpulinalg warm --shared`
# writes: "programs" next to the backends. tools/programs reports problems; they do not make the build fail.
EXTRA_DIST += tools/programs
programs_folders = src/backends/cuda/$(objdir)/programs src/backends/opencl/$(objdir)/programs
compile_programs = $(SHELL) $(srcdir)/tools/programs
if WITH_PROGRAMS
programs_modules =
if BUILD_CUDA
programs_modules += src/backends/cuda/libgpulinalg-cuda.la src/backends/cuda/libgpulinalg-cuda-impl.la
endif
if BUILD_OPENCL
programs_modules += src/backends/opencl/libgpulinalg-opencl.la src/backends/opencl/libgpulinalg-opencl-impl.la
endif
all-local: programs.stamp
programs.stamp: Makefile run src/cli/gpulinalg$(EXEEXT) src/libgpulinalg.la $(programs_modules) $(srcdir)/tools/programs \
		| src/backends/host/libgpulinalg-host.la
	$(AM_V_at)$(compile_programs) $@ '$(WARM_TARGETS)' $(programs_folders)

# Compile again from the beginning, after a change of the GPU or its driver, or after a failure.
programs:
	rm -rf $(programs_folders) programs.stamp
	$(MAKE) $(AM_MAKEFLAGS) programs.stamp
	test ! -s programs.failed

# Install copies owned by the installing user; remove those of other versions.
install-data-local:
	@for d in $(programs_folders); do \
		test -d $$d && test -n "`ls $$d`" || continue; \
		to="$(DESTDIR)$(plugindir)/programs"; \
		test -n "$$begun" || rm -rf "$$to"; begun=yes; \
		echo " copying $$d to '$$to'"; \
		$(MKDIR_P) "$$to" && cp -R $$d/. "$$to" && chmod 755 "$$to" && find "$$to" -type f -exec chmod 644 {} + || exit 1; \
	done
else
programs:
	@echo 'configured to compile no device code ahead; see --with-programs in `configure --help`' >&2; exit 1
endif
.PHONY: programs
uninstall-local:
	rm -rf "$(DESTDIR)$(plugindir)/programs"
clean_hooks += clean-programs
clean-programs:
	rm -rf $(programs_folders) programs.stamp programs.failed
