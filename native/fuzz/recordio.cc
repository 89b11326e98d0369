// Records of RecordIO, whose heads nothing has checked: for any bytes an image record is refused, or it copies its
// labels and its image from bytes of the record alone.
#include <cstring>

#include "fuzz/util/record_bytes.h"
#include "ops/readers_mx_net/record_io.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

void put_word(File& f, uint32_t word) {
  for (int i = 0; i < 4; ++i) f.push_back(static_cast<uint8_t>(word >> (8 * i)));
}

void put_chunk(File& f, Rng& rng, uint32_t kind, const File& data) {
  put_word(f, kRecordMagic);
  put_word(f, kind << 29 | static_cast<uint32_t>(data.size()));
  f.insert(f.end(), data.begin(), data.end());
  while (f.size() % 4) f.push_back(any_byte(rng));
}

File make(Rng& rng) {
  File data, f;
  const uint32_t labels = rng.below(4);
  put_word(data, labels);
  for (uint32_t i = 0; i < 5 + labels; ++i) put_word(data, rng.bits());
  data.resize(data.size() + rng.below(200), any_byte(rng));
  const uint32_t chunks = 1 + rng.below(4);
  size_t from = 0;
  for (uint32_t i = 0; i < chunks; ++i) {
    const size_t to = i + 1 == chunks ? data.size() : from + rng.below(static_cast<uint32_t>(data.size() - from) + 1);
    const File part(data.begin() + static_cast<std::ptrdiff_t>(from), data.begin() + static_cast<std::ptrdiff_t>(to));
    put_chunk(f, rng, chunks == 1 ? 0 : i == 0 ? 1 : i + 1 == chunks ? 3 : 2, part);
    from = to;
  }
  return f;
}

const Target target(
    "recordio",
    [](Input in, Rng&) {
      const RecordBytes bytes(in);
      try {
        const ImageRecord record(bytes);
        const int64_t labels = record.labels(), image = record.image_bytes();
        // A magic number of 4 bytes stands for each head of 8.
        if (labels < 1 || image < 0 || image + 4 * labels > bytes.size()) {
          found("size", "%lld labels, %lld bytes", static_cast<long long>(labels), static_cast<long long>(image));
        }
        record.copy_labels(std::vector<float>(static_cast<size_t>(labels)).data());
        record.copy_image(std::vector<uint8_t>(static_cast<size_t>(image)).data());
      } catch (const RecordFault& fault) {
        if (fault.offset < 0 || fault.offset > bytes.size()) found("range", "a fault outside of the record");
        if (std::strstr(fault.what(), "changed")) found("count", "%s", fault.what());
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
