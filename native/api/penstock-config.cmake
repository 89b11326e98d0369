# What find_package(penstock) reads: the target penstock::penstock, and the libraries that it needs.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(JPEG)
include(${CMAKE_CURRENT_LIST_DIR}/penstock-targets.cmake)
