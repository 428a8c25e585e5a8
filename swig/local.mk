# swig
