// A video whose frames are decoded by their numbers: each is the one that a decode from the start gives, bit for bit.
#pragma once
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "av_plugin/plugin.h"
#include "codecs/deadline.h"
#include "formats/video/index.h"
#include "formats/video/packet_decoder.h"

namespace penstock::video {

// The plugin's view of bytes in memory, which must outlive it.
struct MemorySource {
  const uint8_t* data;
  int64_t size;
  av::Source source();
};

// That of bytes which a function reads. No exception may cross the plugin, so what the function throws is kept, and
// goes on at the end of guard().
class ReadSource {
 public:
  // Fills to[0, count); all of it is below the size.
  using Read = std::function<void(int64_t offset, uint8_t* to, int64_t count)>;
  // far: each read takes long.
  ReadSource(int64_t size, Read read, bool far = false) : size_(size), read_(std::move(read)), far_(far) {}
  ReadSource(const ReadSource&) = delete;
  av::Source source();
  // Calls what uses the source.
  template <class F>
  void guard(const F& body) {
    try {
      body();
    } catch (...) {
      if (!failure_) throw;
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  const int64_t size_;
  const Read read_;
  const bool far_;
  std::exception_ptr failure_;
};

class VideoFile {
 public:
  // Reads the header, and the packets unless their index is given. The source must outlive the object. Throws
  // BAD_SAMPLE and UNSUPPORTED.
  // alpha: pictures have alpha wherever the file has some. sound: the index that is made has that of its sound.
  VideoFile(const av::Source&, int64_t max_pixels, std::shared_ptr<const VideoIndex> index = nullptr,
            bool alpha = false, bool sound = false);
  ~VideoFile();
  VideoFile(const VideoFile&) = delete;

  const VideoIndex& index() const { return *index_; }
  const std::shared_ptr<const VideoIndex>& shared_index() const { return index_; }
  int64_t frames() const { return index_->count(); }
  // Of the file.
  int64_t bytes() const { return source_.size; }
  // Valid until the next call that decodes.
  const av::StreamInfo& stream() const { return *table_.info(video_); }

  // Another decoder than that of the plugin; null: that one. It must outlive its use.
  void use_decoder(PacketDecoder* decoder);

  // How many threads may decode, from the next start on; the frames are the same. Ignored where that would read packets
  // in vain that are far, or hide how long decoding takes from a deadline.
  void use_threads(int threads) { threads_ = threads; }

  // How many packets are decoded to get at a frame from where the last call has ended; more than kSeek where it does
  // not go on there.
  static constexpr int64_t kSeek = int64_t{1} << 32;
  int64_t distance(int32_t number) const;

  // Calls body(picture, i) for each of the numbers, which ascend. Frames that come after those of the call before go on
  // where it has ended, if no start is nearer. Throws BAD_SAMPLE for a frame that is damaged, or
  // refers to damaged ones, and when the time is over.
  using Body = std::function<void(const av::Picture&, size_t)>;
  void decode(const std::vector<int32_t>& numbers, const codecs::Deadline&, const Body&);

 private:
  void open();
  void close();
  bool read();
  bool seek(int32_t packet);
  void hold(int32_t packet);
  void begin(int32_t packet);
  void feed();
  bool next_picture(av::Picture&);
  bool goes_on(int32_t start) const;
  int threads() const;
  void find_sure(int32_t number, av::Picture&);
  void find(int32_t number, av::Picture&);
  void find_counted(int32_t number, av::Picture&);
  bool is_damaged(int32_t packet) const;
  bool may_find_less(int32_t packet) const;
  void note_broken(int32_t packet);
  void note_missing(int32_t packet);
  int32_t frame_at(int64_t pts) const;
  [[noreturn]] void refuse(int32_t number, const char* why) const;
  const PacketEntry& packet(int64_t at) const { return index_->packets[static_cast<size_t>(at)]; }

  // libavcodec, in the video plugin.
  class AvDecoder final : public PacketDecoder {
   public:
    explicit AvDecoder(const VideoFile& file) : file_(file) {}
    void begin(int reorder, int threads, bool fresh) override;
    void expect(int64_t) override {}
    bool decode(const av::Packet&, int64_t tag) override;
    void end() override;
    bool picture(av::Picture&, bool& damaged) override;

   private:
    const VideoFile& file_;
  };

  const av::Table& table_;
  const av::Source source_;
  const int64_t max_pixels_;
  const bool alpha_;
  av::Video* video_ = nullptr;
  AvDecoder own_{*this};
  PacketDecoder* decoder_ = &own_;
  std::shared_ptr<const VideoIndex> index_;
  codecs::Deadline deadline_{0};

  av::Packet last_{};              // that the plugin has read
  int32_t held_ = -1;              // its number; -1: nothing was read since the file was opened
  bool seeks_ = true;              // seeking in this file leads to packets that the index knows
  int32_t began_ = -1;             // the packet at which the decoder has begun; -1: it has not
  int32_t fed_ = -1;               // the packet that it got last
  bool ended_ = false;             // it knows that no packet follows
  int32_t given_ = 0;              // pictures that it has given
  int64_t wanted_ = av::kNoTime;   // the time of the frame that is looked for; none before it is wanted any more
  int threads_ = 1, at_work_ = 1;  // that may decode, and that the decoder has
  bool sound_ = true;              // several threads have met nothing wrong
  int32_t next_ = INT32_MAX;       // the first frame for which it may go on after the last decode()
  std::vector<int32_t> broken_;    // packets that were not decoded whole since it has begun
  int had_ = 0;                    // threads of the decoder that there is; 0: of another
  bool fresh_ = false;             // the decoder has had nothing before it has begun
  bool disturbed_ = false;         // the decoder has met damage, and what it makes depends on what it had before
  int32_t came_ = -1;              // the last frame that several threads have given
};

}  // namespace penstock::video
