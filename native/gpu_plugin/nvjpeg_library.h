// nvJPEG, loaded at run time: its functions, and errors that name its statuses. It is not linked, so that the plugin
// also loads where nvJPEG is not installed.
#pragma once
#include <nvjpeg.h>

namespace penstock::gpu {

#define PENSTOCK_NVJPEG_FUNCTIONS(F) \
  F(nvjpegGetProperty)               \
  F(nvjpegCreateEx)                  \
  F(nvjpegDestroy)                   \
  F(nvjpegGetHardwareDecoderInfo)    \
  F(nvjpegJpegStateCreate)           \
  F(nvjpegJpegStateDestroy)          \
  F(nvjpegDecodeBatchedInitialize)   \
  F(nvjpegDecodeBatched)

// A member has the name of its function.
struct NvJpegLibrary {
#define PENSTOCK_NVJPEG_MEMBER(name) decltype(&::name) name = nullptr;
  PENSTOCK_NVJPEG_FUNCTIONS(PENSTOCK_NVJPEG_MEMBER)
#undef PENSTOCK_NVJPEG_MEMBER
  int version = 0;  // major * 1000 + minor * 10
};

// Loads it at the first call. Throws CUDA_UNAVAILABLE, which lists the files tried; a later call tries again.
const NvJpegLibrary& nvjpeg_library();

const char* nvjpeg_status_name(nvjpegStatus_t);
// Throws BAD_SAMPLE, UNSUPPORTED, OUT_OF_MEMORY or INTERNAL, with the status's name, unless the call succeeded.
void check_nvjpeg(nvjpegStatus_t, const char* what);

}  // namespace penstock::gpu
