// readers.webdataset, format: tar archives. What their samples have is seen from the first ones.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/error.h"
#include "dataset/set/data_format.h"
#include "formats/contents/contents.h"
#include "generated/format_endings.h"
#include "ops/readers_webdataset/shard.h"
#include "ops/readers_webdataset/tar.h"

namespace penstock::ops {
namespace {

constexpr size_t kMaxSamples = 64, kMaxExtensions = 64;
// The number of a class has at most so many digits.
constexpr int64_t kMaxDigits = 9;
// The extensions that WebDataset's writers give to the number of a class.
constexpr std::string_view kClasses[] = {"cls", "class"};

bool recognises(const DataFile& file) {
  return file.size() >= kTarBlock && is_tar_header(reinterpret_cast<const uint8_t*>(file.head().data()));
}

// What the first samples have.
struct Extension {
  std::string name;
  Contents contents = Contents::other;
  size_t samples = 0;    // that have it
  bool classes = false;  // it is the number of a class in all of them
};

struct FirstSamples {
  std::vector<Extension> extensions;
  size_t count = 0;
};

// Thrown when enough samples were looked at.
struct Enough {};

bool is_number(const DataFile& file, const Component& c) {
  if (c.size < 1 || c.size > kMaxDigits + 1) return false;
  std::string text(static_cast<size_t>(c.size), '\0');
  file.copy(c.offset, reinterpret_cast<uint8_t*>(text.data()), c.size);
  if (text.back() == '\n') text.pop_back();
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

FirstSamples first_samples_of(const DataFile& file) {
  FirstSamples first;
  const auto take = [&](const Component& c) {
    const auto known = std::find_if(first.extensions.begin(), first.extensions.end(),
                                    [&](const Extension& e) { return e.name == c.extension; });
    const bool may_be = std::find(std::begin(kClasses), std::end(kClasses), c.extension) != std::end(kClasses);
    if (known != first.extensions.end()) {
      ++known->samples;
      known->classes = known->classes && is_number(file, c);
    } else if (!c.extension.empty() && c.extension.find(';') == std::string::npos &&  // which separates them in ext
               first.extensions.size() < kMaxExtensions) {
      first.extensions.push_back({c.extension, contents_of(file, c.offset, c.size), 1, may_be && is_number(file, c)});
    }
  };
  try {
    samples_of_archive(file.path(), file.builder(), [&](const std::vector<Component>& sample) {
      for (const Component& c : sample) take(c);
      if (++first.count == kMaxSamples) throw Enough();
    });
  } catch (const Enough&) {
  }
  return first;
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
  const FirstSamples first = first_samples_of(file);
  const std::vector<Extension>& extensions = first.extensions;
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
  // Samples without a class are left out, so it is read where all of the first ones have it.
  const auto classes = std::find_if(extensions.begin(), extensions.end(), [&](const Extension& e) {
    return e.classes && e.samples == first.count && (!pictures.empty() || !sounds.empty());
  });
  if (classes != extensions.end()) {
    add(classes->name, "labels", holds::label);
    reading.args.set("parse", std::vector<std::string>{"bytes", "number"});
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
