// Lab of the Huffman decoder: the scans of a folder's baseline JPEGs, our decoder against libjpeg's, coefficients only
// (no transform, no colours). Alternates between the two and keeps the least CPU time of each file, as the machine may
// be shared. README.md has the numbers.
//   g++ -std=c++17 -O3 -Inative bench/kernels/huffman/huffman_lab.cc native/codecs/jpeg/jpeg_{huffman,error}.cc
//     native/core/cpu.cc -l:libjpeg.a -o /tmp/huffman_lab && /tmp/huffman_lab FOLDER [rounds]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "codecs/jpeg/jpeg_error.h"
#include "codecs/jpeg/jpeg_huffman.h"

using namespace penstock::codecs;

namespace {

enum Mode { kOurs, kLibjpeg, kOursUnwanted, kLibjpegUnwanted, kTables, kNewUnwanted, kModes };
const char* const kNames[] = {"ours",
                              "libjpeg",
                              "ours, unwanted MCUs",
                              "libjpeg, unwanted rows",
                              "ours, main tables alone",
                              "ours, unwanted MCUs, all tables made anew"};

struct EntropyMethods {
  void (*start_pass)(j_decompress_ptr);
  boolean (*decode_mcu)(j_decompress_ptr, JBLOCKROW*);
};

double now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) * 1e-3;
}

alignas(64) JBLOCK g_blocks[D_MAX_BLOCKS_IN_MCU];

// Decodes a file; returns microseconds, or -1 for a file that our decoder does not take. `sum` adds up the
// coefficients.
double decode(jpeg_decompress_struct& info, JpegErrors& errors, JpegHuffman& ours, const std::vector<uint8_t>& file,
              Mode mode, uint64_t* sum) {
  if (setjmp(errors.escape)) {
    jpeg_abort_decompress(&info);
    return -1;
  }
  jpeg_mem_src(&info, file.data(), static_cast<unsigned long>(file.size()));
  jpeg_read_header(&info, TRUE);
  info.do_block_smoothing = FALSE;
  if (info.progressive_mode || jpeg_has_multiple_scans(&info)) {
    jpeg_abort_decompress(&info);
    return -1;
  }
  jpeg_start_decompress(&info);
  std::optional<JpegHuffman> fresh;
  if (mode >= kTables) fresh.emplace();
  const double start = now();
  if (mode != kLibjpeg && mode != kLibjpegUnwanted) {
    const JDIMENSION first = mode == kOurs ? 0 : 1, last = mode == kOurs ? info.MCUs_per_row : 0;
    (fresh ? *fresh : ours).take_over(&info, first, last, [](j_decompress_ptr i) {
      i->err->error_exit(reinterpret_cast<j_common_ptr>(i));
    });
  }
  JBLOCKROW rows[D_MAX_BLOCKS_IN_MCU];
  for (int i = 0; i < D_MAX_BLOCKS_IN_MCU; ++i) rows[i] = &g_blocks[i];
  const auto decode_mcu = reinterpret_cast<EntropyMethods*>(info.entropy)->decode_mcu;
  const size_t bytes = info.blocks_in_MCU * sizeof(JBLOCK), mcus = size_t{info.MCUs_per_row} * info.MCU_rows_in_scan;
  for (size_t i = 0; mode != kTables && i < mcus; ++i) {
    std::memset(g_blocks, 0, bytes);
    decode_mcu(&info, mode == kLibjpegUnwanted ? nullptr : rows);
    if (!sum) continue;
    for (int b = 0; b < info.blocks_in_MCU; ++b) {
      for (int k = 0; k < DCTSIZE2; ++k) *sum = *sum * 31 + static_cast<uint16_t>(g_blocks[b][k]);
    }
  }
  const double time = now() - start;
  jpeg_abort_decompress(&info);
  return time;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 40;
  jpeg_decompress_struct info;
  JpegErrors errors;
  errors.init();
  info.err = &errors.base;
  jpeg_create_decompress(&info);
  JpegHuffman ours;

  std::vector<std::vector<uint8_t>> files;
  size_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[1])) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::vector<uint8_t> file((std::istreambuf_iterator<char>(in)), {});
    uint64_t a = 0, b = 0;
    if (decode(info, errors, ours, file, kOurs, &a) < 0) continue;
    if (decode(info, errors, ours, file, kLibjpeg, &b) < 0 || a != b) {
      std::printf("%s differs\n", entry.path().c_str());
      return 1;
    }
    bytes += file.size();
    files.push_back(std::move(file));
  }
  std::vector<std::vector<double>> best(kModes, std::vector<double>(files.size(), 1e30));
  for (int r = 0; r < rounds; ++r) {
    for (size_t f = 0; f < files.size(); ++f) {
      for (int m = 0; m < kModes; ++m) {
        best[m][f] = std::min(best[m][f], decode(info, errors, ours, files[f], static_cast<Mode>(m), nullptr));
      }
    }
  }
  std::printf("%zu files, %zu bytes\n", files.size(), bytes);
  for (int m = 0; m < kModes; ++m) {
    double sum = 0;
    for (double t : best[m]) sum += t;
    std::printf("%8.1f us per file, %6.1f MB/s  %s\n", sum / files.size(), bytes / sum, kNames[m]);
  }
  jpeg_destroy_decompress(&info);
  return 0;
}
