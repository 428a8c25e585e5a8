# modules.sh - builds only the modules of Python and Perl, with any SWIG. Source it in the build folder. FROM contains swig/
# with functions.i; $compile is a compiler with its flags, $library the library that the modules are linked with.
variable() { sed -n "s/^$1 = //p" Makefile; }

# Print the compiler's flags with which files in FROM take precedence over the sources.
module_flags() { # FROM SOURCE_DIR
    echo "-fPIC -w -DHAVE_CONFIG_H -I$1 -I$1/swig -I. -I$2/include -I$2/lang -DSWIG_TYPE_TABLE=gpulinalg -shared"
}

python_module() { # SWIG FROM SOURCE_DIR _native.so
    $1 -I"$2/swig" -w321 -python -noproxy -o "$2/wrapped.c" "$2/swig/gpulinalg.i" &&
        $(variable AWK) -f "$3/lang/python/fastcall.awk" "$2/wrapped.c" "$2/wrapped.c" >"$2/native_wrap.c" &&
        $compile $(module_flags "$2" "$3") $(variable PYTHON_CPPFLAGS) -o "$4" "$3/lang/python/native/wrappers.c" \
            lang/python/.libs/libbinding.a $library
}

perl_module() { # SWIG FROM SOURCE_DIR GPULinalg.so
    $1 -I"$2/swig" -perl5 -noproxy -nopm -module GPULinalg -o "$2/gpulinalg_wrap.c" "$2/swig/gpulinalg.i" &&
        $compile $(module_flags "$2" "$3") $(variable PERL_CPPFLAGS) $(variable PERL_CFLAGS) -o "$4" \
            "$2/gpulinalg_wrap.c" $library
}
