// The walk through a tar archive, which reads headers that nothing has checked: for any bytes it ends, with entries
// that lie one after the other or with a TarFault.
#include "ops/readers_webdataset/tar.h"

#include <cstring>

#include "fuzz/engine/fuzz.h"
#include "fuzz/util/listed.h"
#include "generated/ops/readers_webdataset.h"
#include "ops/readers_webdataset/shard.h"

namespace penstock::fuzz {
namespace {

using namespace ops;

class Bytes final : public TarSource {
 public:
  explicit Bytes(Input in) : in_(in) {}
  int64_t size() const override { return static_cast<int64_t>(in_.size); }
  const uint8_t* block(int64_t offset) override {
    if (offset < 0 || offset > size() - kTarBlock) found("range", "a block at %lld", static_cast<long long>(offset));
    // A copy of exactly one block, so that AddressSanitizer sees a read after it, and one of a block that is gone.
    block_.assign(in_.data + offset, in_.data + offset + kTarBlock);
    block_.shrink_to_fit();
    return block_.data();
  }

 private:
  Input in_;
  std::vector<uint8_t> block_;
};

void put(File& f, size_t at, const std::string& text) { std::memcpy(f.data() + at, text.data(), text.size()); }

std::string octal(uint64_t value, int digits) {
  std::string out;
  for (int i = digits - 1; i >= 0; --i) out += static_cast<char>('0' + (value >> (3 * i) & 7));
  return out;
}

// Gives the header at an offset the sum that it must have.
void sign(File& f, size_t at) {
  put(f, at + 148, "        ");
  uint64_t sum = 0;
  for (size_t i = 0; i < kTarBlock; ++i) sum += f[at + i];
  put(f, at + 148, octal(sum, 6) + std::string("\0 ", 2));
}

void add(File& f, Rng& rng, const std::string& name, char type, const std::string& data) {
  const size_t at = f.size();
  f.resize(at + kTarBlock + (data.size() + kTarBlock - 1) / kTarBlock * kTarBlock);
  put(f, at, name.substr(0, 100));
  put(f, at + 124, octal(data.size(), 11));
  if (one_in(rng, 6)) {
    put(f, at + 124, std::string("\x80\0\0\0\0\0\0\0\0\0\0", 11) + static_cast<char>(data.size() & 127));
  }
  f[at + 156] = static_cast<uint8_t>(type);
  if (one_in(rng, 2))
    put(f, at + 257,
        std::string("ustar\0"
                    "00",
                    8));
  if (one_in(rng, 8)) put(f, at + 345, "../prefix");
  sign(f, at);
  put(f, at + kTarBlock, data);
}

std::string record(const std::string& text) {
  size_t length = text.size() + 3;
  while (std::to_string(length).size() + text.size() + 2 != length) {
    length = std::to_string(length).size() + text.size() + 2;
  }
  return std::to_string(length) + ' ' + text + '\n';
}

File make(Rng& rng) {
  File f;
  for (uint32_t n = 1 + rng.below(6); n--;) {
    const std::string name = std::string(one_in(rng, 4) ? "../" : "d/") + (one_in(rng, 5) ? "__MACOSX/" : "") +
                             (one_in(rng, 5) ? "._" : "") + std::to_string(rng.below(3)) +
                             (one_in(rng, 3) ? ".cls" : ".jpg");
    if (one_in(rng, 3)) add(f, rng, "L", 'L', std::string(rng.below(700), 'n') + ".jpg");
    if (one_in(rng, 3)) add(f, rng, "x", 'x', record("path=" + name) + record("size=" + std::to_string(rng.below(99))));
    if (one_in(rng, 5)) add(f, rng, "g", 'g', record("comment=c"));
    add(f, rng, name, "00005271"[rng.below(8)], std::string(rng.below(3) * 300, 'd'));
    if (one_in(rng, 6)) add(f, rng, name, 'S', "hole");
  }
  if (one_in(rng, 2)) f.resize(f.size() + 2 * kTarBlock);
  return f;
}

// Changes one byte of a header, and its sum, so that the change is looked at.
void mutate(File& f, Rng& rng) {
  if (f.size() < kTarBlock) return;
  const size_t at = rng.below(static_cast<uint32_t>(f.size() / kTarBlock)) * kTarBlock;
  f[at + rng.below(kTarBlock)] = any_byte(rng);
  sign(f, at);
}

// The samples that the reader makes of the archive, of which one in some cases has to have all components.
void list_samples(Input in, Rng& draw) {
  const MemoryFile file(in);
  const std::string_view path = file.path(), ext[] = {"jpg", ";cls;txt"};
  ReadersWebdatasetArgs args;
  args.paths = {&path, 1, nullptr};
  args.ext = {ext, 1 + one_in(draw, 2), nullptr};
  using Missing = ReadersWebdatasetArgs::MissingComponentBehavior;
  if (one_in(draw, 3)) args.missing_component_behavior = one_in(draw, 2) ? Missing::skip : Missing::error;
  const auto data = list_input(in, ReadersWebdatasetArgs::op_name, &args);
  for (int64_t i = 0; data && i < data->count(); ++i) {
    std::string source;
    data->append_source(i, source);
    if (source.find("/._") != std::string::npos || source.find("/__MACOSX/") != std::string::npos) {
      found("hidden", "%s", source.c_str());
    }
  }
}

const Target target(
    "tar",
    [](Input in, Rng& draw) {
      list_samples(in, draw);
      Bytes bytes(in);
      TarWalk walk(bytes);
      TarEntry entry;
      int64_t before = -1;
      try {
        while (walk.next(entry)) {
          if (entry.header <= before) found("order", "an entry before the one before");
          if (entry.offset <= entry.header || entry.size < 0) found("range", "an entry with a wrong range");
          if (entry.name.substr(0, 1) == "/" || entry.name.substr(0, 3) == "../")
            found("name", "%s", entry.name.c_str());
          before = entry.header;
          std::string_view key;
          const size_t extension = split_name(entry.name, key).size();
          if (key.size() + extension > entry.name.size()) found("name", "parts are longer than the whole");
        }
      } catch (const TarFault& fault) {
        if (fault.offset < 0 || fault.offset > bytes.size()) found("range", "a fault outside of the archive");
      }
    },
    make, mutate);

}  // namespace
}  // namespace penstock::fuzz
