// JPEG decoding of the emulated device.
#include "cuda/runtime.h"

namespace penstock::gpu {

int jpeg_open(Device*, bool, Jpeg**, JpegInfo*) {
  return guarded([] { fail(ErrorCode::CUDA_UNAVAILABLE, "nvJPEG is not in this build"); });
}
void jpeg_close(Jpeg*) {}
int jpeg_hardware(Jpeg*, int, const JpegImage*, int, bool, Stream*) { return 1; }
int jpeg_hardware_takes(Jpeg*, const uint8_t*, int64_t, bool*) { return 1; }
int jpeg_hybrid(Jpeg*, int, const JpegImage*, bool, Stream*) { return 1; }

}  // namespace penstock::gpu
