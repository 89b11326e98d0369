// Lays out a launch on the host: which part of each image's coefficients and samples is needed for its window, and
// where everything stands in the memory that the images share.
#pragma once
#include <cstdint>
#include <vector>

#include "gpu_plugin/jpeg/jpeg_kernels.h"
#include "gpu_plugin/plugin.h"

namespace penstock::gpu {

// An image that needs more is not the kernels': coefficients take 128 bytes a block, samples 64.
inline constexpr int64_t kMaxBlocks = int64_t{1} << 22;
inline constexpr int64_t kMaxRaw = int64_t{512} << 20;
// Images of one launch. The fewer launches the better: the first half of the work waits more than it computes.
inline constexpr int64_t kLaunchRaw = int64_t{256} << 20;
// Images of one part of a launch, unless it has one alone. The second half runs part by part, in the same memory. Every
// part costs 0.1 ms on an H100, so only batches of very large images have several.
inline constexpr int64_t kPartBlocks = int64_t{1} << 22;

// Bytes behind a file that the kernels read beside its own.
inline constexpr int64_t kFileTail = 16;

struct JpegLayout {
  std::vector<JpegScanWork> scans;
  std::vector<JpegImageWork> images;
  std::vector<int> numbers;                                         // of the images, in the batch
  std::vector<uint32_t> chunks, syncs, writes, transforms, pixels;  // items before each scan, plane or image
  // Where each part begins. Places of coefficients, samples and DC values count from its beginning.
  struct Part {
    uint32_t image, scan;
  };
  std::vector<Part> parts;

  // Files that lie close together are copied in one piece.
  struct Copy {
    const uint8_t* from;
    int64_t bytes, to;
  };
  std::vector<Copy> copies;

  // Sizes, in elements; `most_`: of the largest part.
  int64_t raw, most_blocks, words, most_dc;
  uint32_t chunk_counts, subs, segments, borders, entries, most_entries;

  void clear();
  bool empty() const { return images.empty(); }
  // `full`: the image does not fit beside those before it; `refused`: the kernels must not decode it.
  enum class Added { yes, full, refused };
  Added add(const JpegKernelImage& image, int number, bool fancy);

 private:
  struct Needed {
    int64_t blocks = 0;
    JpegPlane plane[kJpegComponents] = {};
  };
  int64_t blocks_, dc_;  // of the part so far
  int64_t place_file(const uint8_t* data, int64_t size);
  bool add_scan(const JpegPlan& plan, int scan, int64_t file, Needed& needed);
  bool place_tables(JpegScanWork& scan, const uint8_t* data, int64_t file);
  void place_scan(JpegScanWork& scan);
};

}  // namespace penstock::gpu
