// libnvcuvid, loaded at run time: its functions, and errors that name its results. It comes with the driver, and only
// where that may decode videos.
#pragma once
#include <ffnvcodec/dynlink_cuda.h>
#include <ffnvcodec/dynlink_nvcuvid.h>

namespace penstock::gpu {

#define PENSTOCK_CUVID_FUNCTIONS(F) \
  F(cuvidGetDecoderCaps)            \
  F(cuvidCreateDecoder)             \
  F(cuvidDestroyDecoder)            \
  F(cuvidReconfigureDecoder)        \
  F(cuvidDecodePicture)             \
  F(cuvidGetDecodeStatus)           \
  F(cuvidMapVideoFrame64)           \
  F(cuvidUnmapVideoFrame64)         \
  F(cuvidCreateVideoParser)         \
  F(cuvidParseVideoData)            \
  F(cuvidDestroyVideoParser)

// A member has the name of its function.
struct CuvidLibrary {
#define PENSTOCK_CUVID_MEMBER(name) t##name* name = nullptr;
  PENSTOCK_CUVID_FUNCTIONS(PENSTOCK_CUVID_MEMBER)
#undef PENSTOCK_CUVID_MEMBER
};

// Loads it at the first call. Throws UNSUPPORTED; a later call tries again.
const CuvidLibrary& cuvid_library();

// Throws OUT_OF_MEMORY, or UNSUPPORTED with the number of the result, unless the call succeeded.
void check_cuvid(CUresult, const char* what);

}  // namespace penstock::gpu
