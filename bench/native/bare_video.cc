// The bare loop of videos: libavformat and libavcodec alone, which convert nothing, keep nothing and make no batches.
// `whole` decodes one video after the other from its start to its end, with N threads of libavcodec's own. `clips`
// decodes random clips of 16 frames: N threads, each with a decoder of one thread, seek to the key frame before a clip.
// It speaks the protocol of bench/rivals (README.md there); its "images" are frames that were asked for.
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/log.h>
}

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kClip = 16;

void must(int result, const char* what) {
  if (result >= 0) return;
  char text[AV_ERROR_MAX_STRING_SIZE] = {};
  av_strerror(result, text, sizeof text);
  throw std::runtime_error(std::string(what) + ": " + text);
}

class Video {
 public:
  Video(const std::string& path, int threads) : packet_(av_packet_alloc()), frame_(av_frame_alloc()) {
    must(avformat_open_input(&format_, path.c_str(), nullptr, nullptr), "open");
    must(avformat_find_stream_info(format_, nullptr), "probe");
    const AVCodec* codec = nullptr;
    stream_ = av_find_best_stream(format_, AVMEDIA_TYPE_VIDEO, -1, -1, &codec, 0);
    must(stream_, "find a video stream");
    decoder_ = avcodec_alloc_context3(codec);
    must(avcodec_parameters_to_context(decoder_, stream().codecpar), "parameters");
    decoder_->thread_count = threads;
    must(avcodec_open2(decoder_, codec, nullptr), "decoder");
  }
  ~Video() {
    avcodec_free_context(&decoder_);
    avformat_close_input(&format_);
    av_frame_free(&frame_);
    av_packet_free(&packet_);
  }
  Video(const Video&) = delete;

  int64_t frames() const { return stream().nb_frames; }

  void rewind() { seek(0); }
  // Goes to the key frame before a time.
  void seek(int64_t pts) {
    must(av_seek_frame(format_, stream_, pts, AVSEEK_FLAG_BACKWARD), "seek");
    avcodec_flush_buffers(decoder_);
    ended_ = false;
  }
  int64_t time_of(int64_t number) const {
    const AVRational rate = stream().avg_frame_rate;
    const int64_t start = stream().start_time == AV_NOPTS_VALUE ? 0 : stream().start_time;
    return start + av_rescale_q(number, AVRational{rate.den, rate.num}, stream().time_base);
  }
  // The next frame's time; false at the end.
  bool next(int64_t& pts) {
    for (;;) {
      const int result = avcodec_receive_frame(decoder_, frame_);
      if (result == AVERROR_EOF) return false;
      if (result >= 0) {
        pts = frame_->best_effort_timestamp;
        return true;
      }
      if (result != AVERROR(EAGAIN)) must(result, "decode");
      feed();
    }
  }

 private:
  const AVStream& stream() const { return *format_->streams[stream_]; }
  void feed() {
    for (;;) {
      av_packet_unref(packet_);
      const int result = av_read_frame(format_, packet_);
      if (result == AVERROR_EOF && !ended_) {
        ended_ = true;
        return void(avcodec_send_packet(decoder_, nullptr));
      }
      must(result, "read");
      if (packet_->stream_index == stream_) return must(avcodec_send_packet(decoder_, packet_), "send");
    }
  }

  AVFormatContext* format_ = nullptr;
  AVCodecContext* decoder_ = nullptr;
  int stream_ = 0;
  bool ended_ = false;
  AVPacket* packet_;
  AVFrame* frame_;
};

struct Options {
  std::string data, job = "whole";
  int threads = 2;
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

class Loop {
 public:
  explicit Loop(const Options& o) : clips_(o.job == "clips") {
    for (const auto& entry : std::filesystem::directory_iterator(o.data)) paths_.push_back(entry.path());
    if (paths_.empty()) throw std::runtime_error("no videos in " + o.data);
    std::sort(paths_.begin(), paths_.end());
    for (int i = 0; i < (clips_ ? o.threads : 1); ++i) {
      workers_.emplace_back();
      for (const std::string& path : paths_) {
        workers_.back().push_back(std::make_unique<Video>(path, clips_ ? 1 : o.threads));
      }
    }
  }

  // Returns how many frames were asked for.
  int64_t run(double seconds) {
    std::atomic<int64_t> done{0};
    std::vector<std::thread> threads;
    const Clock::time_point start = Clock::now();
    for (size_t i = 0; i < workers_.size(); ++i) {
      threads.emplace_back([&, i] {
        std::mt19937 random(static_cast<unsigned>(++runs_));
        for (size_t n = 0; seconds_since(start) < seconds; ++n) {
          Video& video = *workers_[i][n % paths_.size()];
          done += clips_ ? clip(video, random) : whole(video);
        }
      });
    }
    for (std::thread& t : threads) t.join();
    return done;
  }

 private:
  static int64_t whole(Video& video) {
    video.rewind();
    int64_t count = 0;
    for (int64_t pts; video.next(pts);) ++count;
    return count;
  }
  static int64_t clip(Video& video, std::mt19937& random) {
    const int64_t first = std::uniform_int_distribution<int64_t>(0, video.frames() - kClip)(random);
    const int64_t from = video.time_of(first);
    video.seek(from);
    int count = 0;
    for (int64_t pts; count < kClip && video.next(pts);) count += pts >= from;
    return count;
  }

  const bool clips_;
  std::vector<std::string> paths_;
  std::vector<std::vector<std::unique_ptr<Video>>> workers_;
  std::atomic<unsigned> runs_{0};
};

void turn(Loop& loop, const Options& o, double seconds) {
  const double cpu = cpu_seconds();
  const Clock::time_point start = Clock::now();
  const int64_t frames = loop.run(seconds);
  const double took = seconds_since(start);
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  std::printf(
      "{\"rival\":\"bare loop\",\"job\":\"%s\",\"images\":%lld,\"seconds\":%.4f,\"imagesPerSecond\":%.2f,"
      "\"cpuUsPerSample\":%.1f,\"peakRssBytes\":%lld}\n",
      o.job.c_str(), static_cast<long long>(frames), took, static_cast<double>(frames) / took,
      1e6 * (cpu_seconds() - cpu) / static_cast<double>(frames), static_cast<long long>(u.ru_maxrss) * 1024);
  std::fflush(stdout);
}

Options parse(int argc, char** argv) {
  Options o;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--data") o.data = argv[i + 1];
    if (name == "--job") o.job = argv[i + 1];
    if (name == "--threads") o.threads = std::atoi(argv[i + 1]);
  }
  return o;
}

}  // namespace

int main(int argc, char** argv) try {
  av_log_set_level(AV_LOG_QUIET);
  const Options o = parse(argc, argv);
  Loop loop(o);
  loop.run(0.5);
  std::printf("{\"ready\":true,\"rival\":\"bare loop\",\"job\":\"%s\"}\n", o.job.c_str());
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line) && line != "quit";) {
    turn(loop, o, line.size() > 3 ? std::atof(line.c_str() + 3) : 5);
  }
  return 0;
} catch (const std::exception& e) {
  std::fprintf(stderr, "bare_video: %s\n", e.what());
  return 1;
}
