// See kept_file.h.
#include "dataset/stores/kept_file.h"

#include <algorithm>
#include <cstring>

#include "core/crc.h"
#include "core/error.h"

namespace penstock {
namespace {

constexpr int64_t kPiece = int64_t{1} << 16;
constexpr std::string_view kMark = "penstock block 2";
constexpr int64_t kTail = 4 + static_cast<int64_t>(kMark.size());

int64_t pieces_of(int64_t size) { return (size + kPiece - 1) / kPiece; }
uint32_t sum_of(const uint8_t* data, int64_t size) { return crc32(0, data, static_cast<size_t>(size)); }

}  // namespace

KeptFile::KeptFile(const std::string& path) : file_(path, true, OpenFile::kNoLink) {
  char tail[kTail];
  uint32_t size;
  if (file_.size() < kTail) damaged();
  file_.read(file_.size() - kTail, reinterpret_cast<uint8_t*>(tail), kTail);
  std::memcpy(&size, tail, sizeof size);
  size_ = size;
  const int64_t count = pieces_of(size_);
  if (std::string_view(tail + sizeof size, kMark.size()) != kMark || file_.size() != size_ + 4 * count + kTail)
    damaged();
  sums_.resize(static_cast<size_t>(count));
  file_.read(size_, reinterpret_cast<uint8_t*>(sums_.data()), 4 * count);
  checked_ = std::vector<std::atomic<bool>>(static_cast<size_t>(count));
}

void KeptFile::damaged() const {
  throw Error(ErrorCode::FILE_UNREADABLE, "cannot read " + file_.path() + ": it is damaged",
              "Delete it: it is a file of a cache");
}

void KeptFile::check(int64_t piece) const {
  const int64_t at = piece * kPiece, size = std::min(kPiece, size_ - at);
  uint32_t sum = 0;
  if (!file_.in_place(at, size, [&](const uint8_t* bytes) { sum = sum_of(bytes, size); })) {
    std::vector<uint8_t> bytes(static_cast<size_t>(size));
    file_.read(at, bytes.data(), size);
    sum = sum_of(bytes.data(), size);
  }
  if (sum != sums_[static_cast<size_t>(piece)]) damaged();
  checked_[static_cast<size_t>(piece)].store(true, std::memory_order_relaxed);
}

void KeptFile::read(int64_t at, uint8_t* to, int64_t size) const {
  if (at < 0 || size < 0 || at > size_ || size > size_ - at) damaged();
  for (int64_t piece = at / kPiece; piece * kPiece < at + size; ++piece) {
    if (!checked_[static_cast<size_t>(piece)].load(std::memory_order_relaxed)) check(piece);
  }
  file_.read(at, to, size);
}

}  // namespace penstock
