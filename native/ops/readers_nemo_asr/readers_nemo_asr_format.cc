// readers.nemoAsr, format: manifests, which are lines of JSON that name sounds.
#include <algorithm>

#include "core/json.h"
#include "dataset/set/data_format.h"

namespace penstock::ops {
namespace {

// A line with a long transcript is looked at so far.
constexpr int64_t kMaxOfLine = 1 << 16;

// The first line, or its beginning. Other formats are told apart by its first character.
std::string first_line(const DataFile& file) {
  std::string text(file.head());
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos || text[begin] != '{') return {};
  if (text.find('\n', begin) == std::string::npos) {
    text.resize(static_cast<size_t>(std::min(file.size(), kMaxOfLine)));
    file.copy(0, reinterpret_cast<uint8_t*>(text.data()), static_cast<int64_t>(text.size()));
  }
  return text.substr(begin, text.find('\n', begin) - begin);
}

bool recognises(const DataFile& file) {
  const auto entry = json_or_discarded(first_line(file));
  return entry.is_object() && entry.contains("audio_filepath");
}

DataReading reading(const DataSource& source, const DatasetBuilder&) {
  DataReading reading;
  reading.args.set("manifestFilepaths", source.paths);
  reading.outputs = {{"audio", holds::values}, {"sampleRate", holds::values}, {"text", holds::bytes}};
  return reading;
}

}  // namespace

extern const DataFormat readers_nemo_asr_format;
const DataFormat readers_nemo_asr_format = {"nemo",     "manifests of NeMo (lines of JSON)",
                                            "",         DataFormat::Unit::files,
                                            recognises, reading,
                                            nullptr,    "",
                                            "",         false,
                                            true};

}  // namespace penstock::ops
