// jpegCompressionDistortion on the CPU: libjpeg-turbo's transforms, without its entropy coding.
#include "codecs/jpeg/jpeg_distort.h"
#include "ops/jpeg_compression_distortion/jpeg_compression_distortion.h"

namespace penstock::ops {
namespace {

static_assert(kMostJpegExtent == codecs::kMostJpegExtent);

void run(const JpegCompressionDistortionArgs&, SampleRun& s, DistortState& st) {
  const int64_t bytes = int64_t{3} * st.height * st.width;
  if (!bytes) return;
  auto& distorter = s.local<codecs::JpegDistorter>();
  const auto* from = s.in[0].as<const uint8_t>();
  auto* to = s.out[0].as<uint8_t>();
  for (int64_t f = 0; f < st.frames; ++f, from += bytes, to += bytes) {
    const Scratch::Mark mark = s.scratch->mark();
    distorter.distort(from, to, st.width, st.height, st.quality, *s.scratch);
    s.scratch->rewind(mark);
  }
}

}  // namespace

PENSTOCK_CPU_OP(jpeg_compression_distortion, JpegCompressionDistortionArgs, DistortState, distort_setup, run, kNone)

}  // namespace penstock::ops
