// See unpack.h. Snappy is a length, then literals and copies of what was unpacked before, each with a tag
// (format_description.txt of Snappy). GZIP may have several members (Parquet's document "Compression").
#include "parquet/unpack.h"

#include <cstring>
#include <new>

#include "dataset/set/record_source.h"
#include "kernels/lz4/lz4_block.h"
#include "parquet/libraries.h"

namespace penstock::parquet {
namespace {

[[noreturn]] void damaged() { throw ParquetFault("a page is damaged: it cannot be unpacked"); }

struct Unpacked {
  uint8_t* const begin;
  uint8_t* const end;
  uint8_t* at;

  void literal(const uint8_t*& from, const uint8_t* from_end, uint64_t size) {
    if (size > static_cast<uint64_t>(from_end - from) || size > static_cast<uint64_t>(end - at)) damaged();
    if (size) std::memcpy(at, from, size);
    at += size;
    from += size;
  }

  void copy(uint64_t back, uint64_t size) {
    if (back == 0 || back > static_cast<uint64_t>(at - begin) || size > static_cast<uint64_t>(end - at)) damaged();
    if (back >= size) {
      std::memcpy(at, at - back, size);
      at += size;
      return;
    }
    // The copy repeats what it has just written.
    for (; size > 0; --size, ++at) *at = *(at - back);
  }
};

uint64_t little(const uint8_t*& from, const uint8_t* end, int bytes) {
  if (end - from < bytes) damaged();
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= static_cast<uint64_t>(*from++) << (8 * i);
  return value;
}

void unpack_snappy(const uint8_t* from, const uint8_t* end, Unpacked to) {
  uint64_t size = 0;
  for (int shift = 0;; shift += 7) {
    if (from == end || shift > 28) damaged();
    size |= static_cast<uint64_t>(*from & 127) << shift;
    if (*from++ < 128) break;
  }
  if (size != static_cast<uint64_t>(to.end - to.begin)) damaged();
  while (from < end) {
    const uint8_t tag = *from++;
    const int kind = tag & 3, high = tag >> 2;
    if (kind == 0) {
      to.literal(from, end, (high < 60 ? static_cast<uint64_t>(high) : little(from, end, high - 59)) + 1);
    } else if (kind == 1) {
      const uint64_t back = static_cast<uint64_t>(tag >> 5) << 8 | little(from, end, 1);
      to.copy(back, static_cast<uint64_t>(high & 7) + 4);
    } else {
      to.copy(little(from, end, kind == 2 ? 2 : 4), static_cast<uint64_t>(high) + 1);
    }
  }
  if (to.at != to.end) damaged();
}

void unpack_lz4(const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size) {
  try {
    ops::inflate_lz4(from, from_size, to, to_size);
  } catch (const RecordFault&) {
    damaged();
  }
}

class Inflater {
 public:
  explicit Inflater(const Zlib& zlib) : zlib_(zlib) {
    // The largest window; 32 stands for the head of gzip or of zlib, as Arrow reads both.
    if (zlib_.begin(&stream, 15 + 32, "1", sizeof stream) != 0) throw std::bad_alloc();
  }
  ~Inflater() { zlib_.end(&stream); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Inflates one member.
  void member() {
    constexpr int kFinish = 4, kStreamEnd = 1;
    if (zlib_.inflate(&stream, kFinish) != kStreamEnd) damaged();
    if (stream.available_in && zlib_.again(&stream) != 0) damaged();
  }

  ZlibStream stream{};

 private:
  const Zlib& zlib_;
};

void unpack_gzip(const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size) {
  uint8_t nothing = 0;
  Inflater inflater(zlib());
  inflater.stream.next_in = from;
  inflater.stream.available_in = static_cast<unsigned>(from_size);
  inflater.stream.next_out = to_size ? to : &nothing;
  inflater.stream.available_out = static_cast<unsigned>(to_size);
  do inflater.member();
  while (inflater.stream.available_in);
  if (inflater.stream.available_out) damaged();
}

void unpack_zstandard(const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size) {
  constexpr unsigned long long kUnknown = ~0ULL;
  const Zstandard& z = zstandard();
  const auto size = static_cast<size_t>(to_size);
  const unsigned long long said = z.content_size(from, static_cast<size_t>(from_size));
  if (said != kUnknown && said > size) damaged();
  const size_t made = z.unpack(to, size, from, static_cast<size_t>(from_size));
  if (z.is_error(made) || made != size) damaged();
}

void unpack_brotli(const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size) {
  uint8_t nothing = 0;
  auto made = static_cast<size_t>(to_size);
  const int done = brotli().unpack(static_cast<size_t>(from_size), from, &made, to_size ? to : &nothing);
  if (done != 1 || made != static_cast<size_t>(to_size)) damaged();
}

}  // namespace

bool claims_too_much(Codec codec, int64_t stored, int64_t unpacked) {
  // A copy of Snappy makes 64 bytes of three; a length of LZ4 grows by 255 with each byte; deflate makes 1,032 of one.
  // Zstandard and Brotli make any number of bytes of a few, so the limit of memory alone counts.
  const int64_t times = codec == Codec::snappy ? 32 : codec == Codec::lz4_raw ? 256 : codec == Codec::gzip ? 1040 : 0;
  return times && unpacked / times > stored + 64;
}

bool can_unpack(Codec codec) {
  if (codec == Codec::gzip) return zlib(), true;
  if (codec == Codec::zstd) return zstandard(), true;
  if (codec == Codec::brotli) return brotli(), true;
  return codec == Codec::none || codec == Codec::snappy || codec == Codec::lz4_raw;
}

void unpack(Codec codec, const uint8_t* from, int64_t from_size, uint8_t* to, int64_t to_size) {
  const Unpacked out{to, to + to_size, to};
  switch (codec) {
    case Codec::none:
      if (from_size != to_size) damaged();
      if (to_size) std::memcpy(to, from, static_cast<size_t>(to_size));
      return;
    case Codec::snappy: return unpack_snappy(from, from + from_size, out);
    case Codec::gzip: return unpack_gzip(from, from_size, to, to_size);
    case Codec::zstd: return unpack_zstandard(from, from_size, to, to_size);
    case Codec::brotli: return unpack_brotli(from, from_size, to, to_size);
    case Codec::lz4_raw: return unpack_lz4(from, from_size, to, to_size);
    default: throw ParquetFault("a page is compressed with " + name_of(codec));
  }
}

}  // namespace penstock::parquet
