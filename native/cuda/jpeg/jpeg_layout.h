// Lays out a launch on the host: which part of each image's coefficients and samples is needed for its window, and
// where everything stands in the memory that the images share.
#pragma once
#include <cstdint>
#include <vector>

#include "cuda/jpeg/jpeg_kernels.h"
#include "cuda/plugin.h"

namespace penstock::gpu {

// Images of one launch, as far as memory allows: coefficients take 128 bytes a block, samples 64.
inline constexpr int64_t kMostBlocks = int64_t{1} << 22;
inline constexpr int64_t kMostRaw = int64_t{512} << 20;

// Bytes behind a file that the kernels read beside its own.
inline constexpr int64_t kFileTail = 16;

struct JpegLayout {
  std::vector<JpegScanWork> scans;
  std::vector<JpegImageWork> images;
  std::vector<int> numbers;                                         // of the images, in the batch
  std::vector<uint32_t> chunks, syncs, writes, transforms, pixels;  // items before each scan, plane or image

  // Files that lie close together are copied in one piece.
  struct Copy {
    const uint8_t* from;
    int64_t bytes, to;
  };
  std::vector<Copy> copies;

  // Sizes, in elements.
  int64_t raw, blocks, words, dc;
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
  int64_t place_file(const uint8_t* data, int64_t size);
  bool add_scan(const JpegPlan& plan, int scan, int64_t file, Needed& needed);
  bool place_tables(JpegScanWork& scan, const uint8_t* data, int64_t file);
  void place_scan(JpegScanWork& scan);
};

}  // namespace penstock::gpu
