// See video_indexes.h.
#include "clips/video_indexes.h"

#include <algorithm>
#include <utility>

#include "clips/indexed_bytes.h"
#include "core/thread_pool.h"
#include "formats/video/video_file.h"

namespace penstock::clips {
namespace {

constexpr size_t kMostPerThread = 32;
constexpr size_t kMostPackets = size_t{1} << 16;

}  // namespace

VideoIndexes::VideoIndexes(std::vector<std::string> paths, std::optional<std::string_view> kept, int64_t max_pixels,
                           bool sound, DatasetBuilder& builder)
    : paths_(std::move(paths)),
      max_pixels_(max_pixels),
      sound_(sound),
      builder_(builder),
      at_once_(static_cast<size_t>(builder.threads())) {
  if (kept) kept_.emplace(*kept, paths_, sound, builder);
}

FoundVideo VideoIndexes::next() {
  if (next_ == listed_) fill();
  return std::move(found_[found_.size() - (listed_ - next_++)]);
}

void VideoIndexes::fill() {
  size_t packets = 0;
  for (const FoundVideo& video : found_) packets += video.packets;
  const auto threads = static_cast<size_t>(builder_.threads());
  at_once_ =
      packets > kMostPackets ? std::max(at_once_ / 2, threads) : std::min(2 * at_once_, kMostPerThread * threads);
  const size_t count = std::min(at_once_, paths_.size() - listed_);
  found_.clear();
  found_.resize(count);
  // Sizes and versions of objects are asked for together.
  std::vector<std::string> urls;
  for (size_t i = 0; i < count; ++i) {
    if (is_remote(paths_[listed_ + i])) urls.push_back(paths_[listed_ + i]);
  }
  std::vector<int64_t> sizes;
  if (!urls.empty()) builder_.remote().add_sizes(urls, sizes, [this] { builder_.poll(); });
  const auto body = [&](int i, int) { found_[static_cast<size_t>(i)] = make(listed_ + static_cast<size_t>(i)); };
  if (threads > 1) {
    // Those that wait for a store leave as many threads to other work.
    if (!urls.empty()) ThreadPool::instance().reserve(static_cast<int>(2 * threads));
    ThreadPool::instance().run(static_cast<int>(count), static_cast<int>(threads), 0, body);
  } else {
    for (size_t i = 0; i < count; ++i) body(static_cast<int>(i), 0);
  }
  listed_ += count;
}

FoundVideo VideoIndexes::make(size_t number) {
  builder_.poll();
  const std::string& path = paths_[number];
  FoundVideo found;
  try {
    if (kept_ && kept_->find(number, found.index, found.bytes)) {
      const ListedFile listed(builder_.progress(), path, found.bytes);
    } else {
      IndexedBytes bytes(path, builder_);
      found.bytes = bytes.size();
      bytes.guard(
          [&] { found.index = video::VideoFile(bytes.source(), max_pixels_, nullptr, false, sound_).shared_index(); });
      if (kept_) kept_->add(number, *found.index);
    }
  } catch (const Error& e) {
    found.fault = e;
  }
  found.packets = found.index ? found.index->packets.size() : 0;
  return found;
}

void VideoIndexes::keep() {
  if (kept_) kept_->write();
}

}  // namespace penstock::clips
