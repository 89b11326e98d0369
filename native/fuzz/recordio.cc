// Records of RecordIO, whose heads nothing has checked: for any bytes an image record is refused, or it copies its
// labels and its image from bytes of the record alone.
#include "fuzz/util/listed.h"
#include "fuzz/util/record_bytes.h"
#include "fuzz/util/written.h"
#include "generated/ops/readers_mx_net.h"
#include "ops/readers_mx_net/record_io.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

void put_chunk(File& f, Rng& rng, uint32_t kind, const File& data) {
  put_number(f, kRecordMagic, 4);
  put_number(f, kind << 29 | static_cast<uint32_t>(data.size()), 4);
  f.insert(f.end(), data.begin(), data.end());
  while (f.size() % 4) f.push_back(any_byte(rng));
}

File make(Rng& rng) {
  File data, f;
  const uint32_t labels = rng.below(4);
  put_number(data, labels, 4);
  for (uint32_t i = 0; i < 5 + labels; ++i) put_number(data, rng.bits(), 4);
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
      const MemoryFile file(in);
      const std::string_view path = file.path();
      ReadersMxNetArgs args;
      args.path = {&path, 1, nullptr};
      list_input(in, ReadersMxNetArgs::op_name, &args);
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
        check_fault(fault, bytes);
      }
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
