// readers.webdataset, format: tar archives. What their samples have is seen from the first ones.
#include <algorithm>

#include "core/error.h"
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"
#include "generated/format_endings.h"
#include "ops/readers_webdataset/shard.h"
#include "ops/readers_webdataset/tar.h"

namespace penstock::ops {
namespace {

constexpr size_t kMaxSamples = 64, kMaxExtensions = 64;

bool recognises(const DataFile& file) {
  return file.size() >= kTarBlock && is_tar_header(reinterpret_cast<const uint8_t*>(file.head().data()));
}

// What the first samples have.
struct Extension {
  std::string name;
  Contents contents = Contents::other;
};

// Thrown when enough samples were looked at.
struct Enough {};

std::vector<Extension> extensions_of(const DataFile& file) {
  std::vector<Extension> found;
  size_t samples = 0;
  try {
    samples_of_archive(file.path(), file.builder(), [&](const std::vector<Component>& sample) {
      for (const Component& c : sample) {
        const bool known =
            std::any_of(found.begin(), found.end(), [&](const Extension& e) { return e.name == c.extension; });
        // ext has its extensions between semicolons.
        if (known || c.extension.empty() || c.extension.find(';') != std::string::npos) continue;
        if (found.size() < kMaxExtensions) found.push_back({c.extension, contents_of(file, c.offset, c.size)});
      }
      if (++samples == kMaxSamples) throw Enough();
    });
  } catch (const Enough&) {
  }
  return found;
}

// The extensions of pictures or of sounds, as one entry of ext; empty where there is none.
std::string all_of(Contents contents, const std::vector<Extension>& extensions) {
  std::string all;
  for (const Extension& e : extensions) {
    if (e.contents == contents) all += (all.empty() ? "" : ";") + e.name;
  }
  return all;
}

// Later samples may have pictures with other endings than the first ones.
std::string all_pictures(const std::string& seen) {
  std::string endings = codecs::kFormatEndings;
  std::replace(endings.begin(), endings.end(), ' ', ';');
  return seen + ';' + endings;
}

DataReading reading(const DataSource& source, const DatasetBuilder& builder) {
  const DataFile file(source.first, builder);
  const std::vector<Extension> extensions = extensions_of(file);
  DataReading reading;
  reading.args.set("paths", source.paths);
  std::vector<std::string> endings;
  const auto add = [&](const std::string& ext, const char* name, const char* what) {
    endings.push_back(ext);
    reading.args.set("missingComponentBehavior", "skip");
    reading.outputs.push_back({name, what});
  };
  const std::string pictures = all_of(Contents::picture, extensions), sounds = all_of(Contents::sound, extensions);
  if (!pictures.empty()) {
    add(all_pictures(pictures), "images", holds::picture);
  } else if (!sounds.empty()) {
    add(sounds, "audio", holds::sound);
  } else {
    for (const Extension& e : extensions) {
      endings.push_back(e.name);
      reading.outputs.push_back({e.name, holds::bytes});
    }
  }
  reading.args.set("ext", endings);
  if (!reading.outputs.empty()) return reading;
  throw Error(ErrorCode::EMPTY_DATASET,
              "Expected samples in '" + shown_path(file.path()) + "' but the archive has no file with an extension",
              "A sample is the files of an archive with the same name up to its first dot");
}

}  // namespace

extern const DataFormat readers_webdataset_format;
const DataFormat readers_webdataset_format = {
    "tar", "tar archives (.tar)", "tar", DataFormat::Unit::files, recognises, reading, write_archive_index};

}  // namespace penstock::ops
