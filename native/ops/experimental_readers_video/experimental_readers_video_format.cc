// experimental.readers.video, format: videos, each a file, alone or in folders.
#include "dataset/set/data_format.h"

namespace penstock::ops {
namespace {

// Half a second of most videos.
constexpr int kFrames = 16;
// MPEG-TS has packets of so many bytes, each with this first byte.
constexpr size_t kTsPacket = 188;
constexpr char kTsSync = 0x47;

bool recognises(const DataFile& file) {
  using namespace std::string_view_literals;
  const std::string_view head = file.head();
  const auto at = [head](size_t from, std::string_view text) {
    return head.size() >= from && head.substr(from, text.size()) == text;
  };
  // MP4 and MOV; files that begin with neither box are known by their endings.
  if (at(4, "ftyp") || at(4, "moov") || at(4, "mdat")) return true;
  if (at(0, "\x1A\x45\xDF\xA3"sv) || at(0, "FLV\x01"sv) || at(0, "DKIF")) return true;
  if (at(0, "RIFF") && at(8, "AVI ")) return true;
  if (at(0, "\x00\x00\x01\xBA"sv)) return true;
  return head.size() > 2 * kTsPacket && head[0] == kTsSync && head[kTsPacket] == kTsSync &&
         head[2 * kTsPacket] == kTsSync;
}

DataReading reading(const DataSource& source, const DatasetBuilder&) {
  DataReading reading = reading_of_files(source, "filenames");
  reading.args.set("sequenceLength", kFrames);
  // The last frame stands for those that a short video lacks.
  reading.args.set("padMode", std::string("edge"));
  reading.outputs = {{"clips", holds::clip}};
  if (source.folder) reading.outputs.push_back({"labels", holds::label});
  return reading;
}

}  // namespace

// Pictures of HEIF and sounds lie in the same containers.
extern const DataFormat experimental_readers_video_format;
const DataFormat experimental_readers_video_format = {"videos",
                                                      "videos (.mp4, .mkv, .webm, .avi)",
                                                      "mp4 m4v mov 3gp 3g2 mkv webm avi m2ts mts mpg mpeg ogv flv ivf",
                                                      DataFormat::Unit::folder,
                                                      recognises,
                                                      reading,
                                                      nullptr,
                                                      "",
                                                      "",
                                                      true};

}  // namespace penstock::ops
