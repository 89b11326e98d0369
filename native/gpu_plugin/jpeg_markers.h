// Reads a JPEG file's markers before the file goes to the GPU's engines. nvJPEG treats RGB and damaged files
// differently from libjpeg, and the engines report no errors at all. Doubtful files are refused here, and the CPU
// decides whether they are bad. Allocates nothing and takes about a microsecond.
#pragma once
#include <cstdint>

#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

struct JpegMarkers {
  int width = 0, height = 0;
  bool subsampled = false;  // whether chroma has fewer samples than luma
};

// Returns why the engines must not decode the file, or null, in which case `out` is filled. They decode, by their
// documentation, baseline files of one scan in certain samplings. `lacks_interpolation`: chroma must be interpolated,
// and the engines cannot do that.
const char* engines_refuse(const uint8_t* data, int64_t size, bool lacks_interpolation, JpegMarkers* out);

// Throws UNSUPPORTED when the engines cannot decode the file, and INTERNAL when its size is not that of the output:
// nvJPEG writes as many pixels as the file says. `index` is for the message.
void require_engines(const JpegImage&, int index, bool lacks_interpolation);

}  // namespace penstock::gpu
