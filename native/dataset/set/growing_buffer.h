// Memory that grows while a data set is built, and is only read afterwards. It is mapped, not allocated: growing moves
// pages and copies no bytes, reserved space that was never written takes no memory, and all of it is returned at once.
#pragma once
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

namespace penstock {

class GrowingBuffer {
 public:
  GrowingBuffer() = default;
  GrowingBuffer(GrowingBuffer&& other) noexcept { *this = std::move(other); }
  GrowingBuffer& operator=(GrowingBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
    return *this;
  }
  ~GrowingBuffer() {
    if (data_) munmap(data_, room_);
  }

  size_t size() const { return size_; }

  // Appends `bytes` bytes with undefined content; returns their address. Throws std::bad_alloc.
  uint8_t* extend(size_t bytes) {
    if (bytes > room_ - size_) make_room(bytes);
    uint8_t* at = data_ + size_;
    size_ += bytes;
    return at;
  }

  template <class T>
  void push(T value) {
    std::memcpy(extend(sizeof value), &value, sizeof value);
  }

  void append(std::string_view text) {
    if (!text.empty()) std::memcpy(extend(text.size()), text.data(), text.size());
  }

  // The i-th value of a buffer to which only values of this type were pushed.
  template <class T>
  T at(int64_t i) const {
    T value;
    std::memcpy(&value, data_ + i * sizeof value, sizeof value);
    return value;
  }
  const uint8_t* data() const { return data_; }
  const char* text() const { return reinterpret_cast<const char*>(data_); }

 private:
  static constexpr size_t kFirst = size_t{1} << 16;

  void make_room(size_t bytes) {
    if (bytes > SIZE_MAX / 4) throw std::bad_alloc();
    size_t room = room_ ? room_ : kFirst;
    while (room < size_ + bytes) room *= 2;
    void* moved = data_ ? mremap(data_, room_, room, MREMAP_MAYMOVE)
                        : mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (moved == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<uint8_t*>(moved);
    room_ = room;
  }

  uint8_t* data_ = nullptr;
  size_t size_ = 0, room_ = 0;
};

}  // namespace penstock
