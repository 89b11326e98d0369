// The bytes of one record or file, as the parsers of formats see them: in a container that is open, or in memory.
#pragma once
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>

namespace penstock {

class RecordSource {
 public:
  virtual int64_t size() const = 0;
  // Fills to[0, count) with the bytes from `from` on, all of which are below size().
  virtual void copy(int64_t from, uint8_t* to, int64_t count) const = 0;
  // Calls work(bytes) with the `count` bytes from `from` on, all of which are below size(), where they lie in memory;
  // returns false where they can only be copied. Where the bytes cannot be read after all, `work` is left by a jump, so
  // neither it nor what it calls may hold an object that has a destructor.
  virtual bool in_place(int64_t /*from*/, int64_t /*count*/,
                        const std::function<void(const uint8_t*)>& /*work*/) const {
    return false;
  }

 protected:
  ~RecordSource() = default;
};

// What is wrong with a record, and at which of its bytes.
struct RecordFault : std::runtime_error {
  RecordFault(int64_t offset, const std::string& what) : std::runtime_error(what), offset(offset) {}
  int64_t offset;
};

// Bytes in memory, which belong to someone else.
class MemorySource final : public RecordSource {
 public:
  MemorySource(const uint8_t* bytes, int64_t size) : bytes_(bytes), size_(size) {}
  int64_t size() const override { return size_; }
  void copy(int64_t from, uint8_t* to, int64_t count) const override {
    if (count) std::memcpy(to, bytes_ + from, static_cast<size_t>(count));
  }
  bool in_place(int64_t from, int64_t, const std::function<void(const uint8_t*)>& work) const override {
    work(bytes_ + from);
    return true;
  }

 private:
  const uint8_t* bytes_;
  int64_t size_;
};

}  // namespace penstock
