// Walks through the entries of a tar archive by their headers, without reading their data: ustar, old archives, GNU
// (long names, sizes in base 256) and pax headers. What an entry says is checked before it is used.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace penstock::ops {

inline constexpr int64_t kTarBlock = 512;

// The bytes of an archive, wherever they are.
class TarSource {
 public:
  virtual int64_t size() const = 0;
  // The block at an offset, of which all bytes are below size(); valid until the next call.
  virtual const uint8_t* block(int64_t offset) = 0;

 protected:
  ~TarSource() = default;
};

// What is wrong with an archive, and where.
struct TarFault : std::runtime_error {
  TarFault(int64_t offset, const std::string& what) : std::runtime_error(what), offset(offset) {}
  int64_t offset;
};

struct TarEntry {
  enum Kind : uint8_t { file, sparse, other };
  Kind kind = other;
  std::string name;    // what follows a leading slash and the last "..", which libtar also leaves out
  int64_t header = 0;  // offset of the entry's own header
  int64_t offset = 0;  // offset of its data
  int64_t size = 0;    // of its data; the archive may end earlier
};

// Whether a block is the header of an entry.
bool is_tar_header(const uint8_t* block);

class TarWalk {
 public:
  explicit TarWalk(TarSource& source) : source_(source) {}
  // Finds the next entry; false at the archive's end. Throws TarFault when a header is damaged or cut off.
  bool next(TarEntry& entry);

 private:
  // What the extended headers before an entry say of it.
  struct Extended {
    std::string name;
    int64_t size = -1;
    bool has_name = false, sparse = false;
  };

  const uint8_t* header_block();
  std::string long_text(int64_t size);
  void read_pax(const std::string& records, int64_t at, Extended& into) const;
  void pass_data(int64_t size);
  void pass_holes(bool more);

  TarSource& source_;
  int64_t at_ = 0;
};

}  // namespace penstock::ops
