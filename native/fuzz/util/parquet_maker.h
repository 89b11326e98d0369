// Makes small Parquet files and parts of them: metadata, and pages of every encoding, whose values are valid.
#pragma once
#include <cstring>

#include "fuzz/engine/fuzz.h"
#include "fuzz/util/written.h"
#include "parquet/page_head.h"

namespace penstock::fuzz {

struct ParquetMaker {
  using Type = parquet::PhysicalType;
  using Encoding = parquet::Encoding;

  Rng& rng;
  File f;

  void varint(uint64_t value) { put_varint(f, value); }
  void zigzag(int64_t value) { varint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63)); }
  void word(uint32_t value) { put_number(f, value, 4); }
  void random(size_t bytes) {
    while (bytes-- > 0) f.push_back(any_byte(rng));
  }
  void add(const File& part) { f.insert(f.end(), part.begin(), part.end()); }

  // A field of a struct: its type and how far its id is from the last one's.
  void field(int delta, int type) { f.push_back(static_cast<uint8_t>(delta << 4 | type)); }
  void number(int delta, int64_t value) { field(delta, 5), zigzag(value); }
  void text(int delta, const char* value) {
    field(delta, 8), varint(std::strlen(value));
    f.insert(f.end(), value, value + std::strlen(value));
  }
  void structs(int delta, size_t count) { field(delta, 9), f.push_back(static_cast<uint8_t>(count << 4 | 12)); }
  void stop() { f.push_back(0); }

  void element(const char* name, int type, int repetition, int children, int type_length = 0) {
    int last = 0;
    const auto put = [&](int id, int value) { number(id - last, value), last = id; };
    if (type >= 0) put(1, type);
    if (type_length) put(2, type_length);
    put(3, repetition);
    text(4 - last, name);
    if (children) number(1, children);
    stop();
  }

  void page_head(parquet::PageKind kind, size_t stored, int64_t unpacked, uint32_t values, Encoding encoding,
                 uint32_t definition_bytes, uint32_t repetition_bytes) {
    number(1, static_cast<int>(kind)), number(1, unpacked), number(1, static_cast<int64_t>(stored));
    const bool v2 = kind == parquet::PageKind::data_v2;
    field(v2 ? 5 : kind == parquet::PageKind::dictionary ? 4 : 2, 12);
    number(1, values);
    if (v2) number(1, 0), number(1, values);
    number(1, static_cast<int>(encoding));
    if (v2) number(1, definition_bytes), number(1, repetition_bytes);
    if (kind == parquet::PageKind::data) number(1, 3), number(1, 3);
    stop(), stop();
  }

  // Numbers as differences: those of `wild` have any bits.
  void delta(uint32_t count, int bits, int64_t first, int64_t least, bool wild) {
    const uint32_t miniblocks = one_in(rng, 2) ? 4 : 1;
    varint(128), varint(miniblocks), varint(count), zigzag(first);
    for (uint32_t left = count > 0 ? count - 1 : 0; left > 0; left -= std::min(left, 128u)) {
      zigzag(least);
      const uint32_t per = 128 / miniblocks, needed = std::min(miniblocks, (left + per - 1) / per);
      File widths;
      for (uint32_t m = 0; m < miniblocks; ++m) {
        widths.push_back(static_cast<uint8_t>(wild ? rng.below(static_cast<uint32_t>(bits) + 1) : 0));
      }
      add(widths);
      for (uint32_t m = 0; m < needed; ++m) random(per / 8 * widths[m]);
    }
  }

  void values(Type type, Encoding encoding, uint32_t count) {
    const bool texts = type == Type::bytes || type == Type::fixed_bytes;
    const size_t width = type == Type::fixed_bytes ? 3 : type == Type::int32 || type == Type::float32 ? 4 : 8;
    switch (encoding) {
      case Encoding::plain:
        if (type == Type::boolean) return random((count + 7) / 8);
        if (type != Type::bytes) return random(count * width);
        while (count-- > 0) {
          const uint32_t size = rng.below(4);
          word(size), random(size);
        }
        return;
      case Encoding::rle: word(static_cast<uint32_t>(run_size(count))); return run(count, 1);
      case Encoding::delta_binary: return delta(count, type == Type::int32 ? 32 : 64, any_byte(rng), -3, true);
      case Encoding::delta_bytes: delta(count, 32, 0, texts && type == Type::bytes ? 1 : 0, false); [[fallthrough]];
      case Encoding::delta_length: delta(count, 32, 3, 0, false); return random(3 * count);
      case Encoding::byte_stream_split: return random(count * width);
      default: f.push_back(3); return run(count, 4);
    }
  }
  void run(uint32_t count, uint8_t value) { varint(uint64_t{count} << 1), f.push_back(value); }
  static size_t run_size(uint32_t count) { return count < 64 ? 2 : 3; }

  // A page of `count` values that are all there; one for each row.
  void page(Type type, Encoding encoding, bool v2, uint32_t count, uint8_t repetition, uint8_t definition) {
    ParquetMaker body{rng, {}};
    const size_t size = run_size(count);
    for (const auto& [max, level] : {std::pair{repetition, uint8_t{0}}, std::pair{definition, definition}}) {
      if (!max) continue;
      if (!v2) body.word(static_cast<uint32_t>(size));
      body.run(count, level);
    }
    body.values(type, encoding, count);
    page_head(v2 ? parquet::PageKind::data_v2 : parquet::PageKind::data, body.f.size(),
              static_cast<int64_t>(body.f.size() + (one_in(rng, 20) ? rng.below(3) : 0)), count, encoding,
              definition ? static_cast<uint32_t>(size) : 0, repetition ? static_cast<uint32_t>(size) : 0);
    add(body.f);
  }
  void dictionary(Type type) {
    ParquetMaker body{rng, {}};
    body.values(type, Encoding::plain, 5);
    page_head(parquet::PageKind::dictionary, body.f.size(), static_cast<int64_t>(body.f.size()), 5, Encoding::plain, 0,
              0);
    add(body.f);
  }
};

}  // namespace penstock::fuzz
