// RecordIO, and the image records of MXNet in it. A record is one chunk, or several where its data contains the magic
// number at a multiple of 4: it is cut there, and the number is left out. A chunk is the magic number (4 bytes), its
// length (29 bits) below the kind of the chunk (3 bits), and its data, padded to a multiple of 4.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>

#include "dataset/set/record_source.h"

namespace penstock {
class DatasetBuilder;
class IndexFile;
}  // namespace penstock

namespace penstock::ops {

inline constexpr uint32_t kRecordMagic = 0xced7230a;
inline constexpr int64_t kChunkHead = 8;

enum class ChunkKind : uint8_t { whole, first, middle, last };

struct ChunkHead {
  ChunkKind kind = ChunkKind::whole;
  int64_t length = 0;

  int64_t padded() const { return (length + 3) & ~int64_t{3}; }
  // Whether such a chunk may stand here: `inside` a record whose first chunk was read, or where a record begins.
  bool fits(bool inside) const { return inside == (kind == ChunkKind::middle || kind == ChunkKind::last); }
  bool ends() const { return kind == ChunkKind::whole || kind == ChunkKind::last; }
};

// Reads kChunkHead bytes. Returns false when the magic number or the kind is wrong. Numbers are little-endian, as this
// machine's are.
bool read_chunk_head(const uint8_t* bytes, ChunkHead& head);

// An image record: a header (flag, label, id), `flag` labels where that is not 0, and the image.
class ImageRecord {
 public:
  // Reads the heads of the chunks and the header; the record may end before its source does. Throws RecordFault.
  explicit ImageRecord(const RecordSource& source);

  uint64_t id() const { return header_.id[0]; }
  // At least 1: without labels of their own there is that of the header.
  int64_t labels() const { return header_.flag ? header_.flag : 1; }
  int64_t image_bytes() const { return size_ - image_at(); }
  // Throw RecordFault when the record has changed since it was opened.
  void copy_labels(float* to) const;
  void copy_image(uint8_t* to) const { copy(image_at(), to, image_bytes()); }

 private:
  struct Header {
    uint32_t flag = 0;
    float label = 0;
    uint64_t id[2] = {};
  };
  static_assert(sizeof(Header) == 24);

  int64_t image_at() const { return static_cast<int64_t>(sizeof(Header)) + header_.flag * int64_t{sizeof(float)}; }
  // Calls visit(where in the source, where in the joined data, length) for each piece of it; -1 for a magic number that
  // was left out. `visit` returns false to end the walk.
  template <class Visit>
  void each_piece(const Visit& visit) const;
  void copy(int64_t from, uint8_t* to, int64_t count) const;

  const RecordSource& source_;
  int64_t size_ = 0;  // of the joined data
  bool whole_ = true;
  Header header_;
};

// Writes the index of a file, as rec2idx does: DataFormat.
void write_record_io_index(const std::string& path, const DatasetBuilder& builder, IndexFile& to);

}  // namespace penstock::ops
