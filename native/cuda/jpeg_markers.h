// What the GPU's JPEG paths need to know of a file before they are given it, read from its markers: nvJPEG knows
// neither RGB nor damaged files as libjpeg does, and the hardware engines report nothing at all. What is doubtful is
// refused here and decoded on the CPU, which decides whether it is bad. Allocates nothing; about a microsecond.
#pragma once
#include <cstdint>

#include "cuda/plugin.h"

namespace penstock::gpu {

enum class JpegSampling : uint8_t { gray, s444, s422, s420, s440, s411, s410, other };

struct JpegMarkers {
  int width = 0, height = 0, components = 0;
  JpegSampling sampling = JpegSampling::other;
  bool baseline = false, progressive = false;  // neither: extended sequential
  bool one_scan = false;                       // the first scan holds all components
};

// Why nvJPEG should not be given the file, or null: then `out` is filled.
const char* read_jpeg_markers(const uint8_t* data, int64_t size, JpegMarkers* out);

// What the hardware engines document: baseline, one scan, these samplings. `fancy`: chroma must be interpolated;
// `interpolates`: whether the engines do.
bool hardware_takes(const JpegMarkers&, bool fancy, bool interpolates);

// Throw UNSUPPORTED when the path should not have the file; its size must be the output's, for nvJPEG writes what the
// file says. `index` is for the message.
void require_hardware(const JpegImage&, int index, bool fancy, bool interpolates);
void require_hybrid(const JpegImage&);

inline bool subsampled(JpegSampling s) { return s != JpegSampling::gray && s != JpegSampling::s444; }

}  // namespace penstock::gpu
