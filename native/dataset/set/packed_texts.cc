// See packed_texts.h.
#include "dataset/set/packed_texts.h"

#include <algorithm>

#include "dataset/set/packed_numbers.h"

namespace penstock {

// A text: how many bytes it has in common with the one before it at its beginning, how many at its end, and those
// between.
void PackedTexts::add(std::string_view text) {
  if (count_++ % kGroup == 0) {
    groups_.push<uint64_t>(bytes_.size());
    last_.clear();
  }
  const size_t most = std::min(text.size(), last_.size());
  const auto begin = static_cast<size_t>(
      std::mismatch(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(most), last_.begin()).first -
      text.begin());
  size_t end = 0;
  while (end < most - begin && text[text.size() - 1 - end] == last_[last_.size() - 1 - end]) ++end;
  put(begin, end, text.substr(begin, text.size() - begin - end));
  last_ = text;
}

void PackedTexts::put(size_t begin, size_t end, std::string_view middle) {
  put_number(bytes_, begin);
  if (end < kShort && middle.size() < kShort) {
    bytes_.push(static_cast<uint8_t>(end << 4 | middle.size()));
  } else {
    bytes_.push(uint8_t{kShort << 4 | kShort});
    put_number(bytes_, end);
    put_number(bytes_, middle.size());
  }
  bytes_.append(middle);
}

std::string PackedTexts::at(int64_t i) const {
  const uint8_t* at = bytes_.data() + groups_.at<uint64_t>(i / kGroup);
  std::string text;
  for (int64_t left = i % kGroup;; --left) {
    const size_t begin = take_number(at);
    size_t end = *at >> 4, middle = *at & 15;
    if (*at++ == (kShort << 4 | kShort)) {
      end = take_number(at);
      middle = take_number(at);
    }
    text.replace(begin, text.size() - begin - end, reinterpret_cast<const char*>(at), middle);
    at += middle;
    if (left == 0) return text;
  }
}

}  // namespace penstock
