// Reads a JPEG file's markers before the file goes to a GPU path. nvJPEG treats RGB and damaged files differently from
// libjpeg, and the hardware engines report no errors at all. Doubtful files are refused here and decoded on the CPU,
// which decides whether they are bad. Allocates nothing and takes about a microsecond.
#pragma once
#include <cstdint>

#include "cuda/plugin.h"

namespace penstock::gpu {

enum class JpegSampling : uint8_t { gray, s444, s422, s420, s440, s411, s410, other };

struct JpegMarkers {
  int width = 0, height = 0, components = 0;
  JpegSampling sampling = JpegSampling::other;
  bool baseline = false, progressive = false;  // both false: extended sequential
  bool one_scan = false;                       // the first scan holds all components
};

// Returns why nvJPEG must not decode the file, or null, in which case `out` is filled.
const char* read_jpeg_markers(const uint8_t* data, int64_t size, JpegMarkers* out);

// Whether the hardware engines can decode the file, by their documentation: baseline, one scan, certain samplings.
// `fancy`: chroma must be interpolated; `interpolates`: whether the engines do that.
bool hardware_takes(const JpegMarkers&, bool fancy, bool interpolates);

// Throw UNSUPPORTED when the path cannot decode the file, or when the file's size is not that of the output: nvJPEG
// writes as many pixels as the file says. `index` is for the message.
void require_hardware(const JpegImage&, int index, bool fancy, bool interpolates);
void require_hybrid(const JpegImage&);

inline bool subsampled(JpegSampling s) { return s != JpegSampling::gray && s != JpegSampling::s444; }

}  // namespace penstock::gpu
