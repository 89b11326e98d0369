// readers.nemoAsr, index: the entries of the manifests. Sounds are opened when their samples are read.
#include <string>
#include <vector>

#include "core/json.h"
#include "dataset/files/disk.h"
#include "dataset/files/matching.h"
#include "dataset/files/paths.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_nemo_asr.h"
#include "ops/readers_nemo_asr/columns.h"

namespace penstock::ops {
namespace {

using Args = ReadersNemoAsrArgs;
constexpr Wanted kManifest = {"manifestFilepaths", "a manifest"};

// A line of a manifest, for errors.
struct Place {
  const std::string& manifest;
  int64_t line;

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::FILE_UNREADABLE,
                "Expected " + what + " in line " + std::to_string(line) + " of '" + shown_path(manifest) + "'",
                R"(Each line is an object such as {"audio_filepath": "a.wav", "duration": 1.5, "text": "hello"})");
  }
};

std::string text_of(const Json& entry, const char* name, const Place& place) {
  const auto found = entry.find(name);
  if (found == entry.end() || found->is_null()) return {};
  if (!found->is_string()) place.refuse(std::string("a text for ") + name + " but received " + found->type_name());
  return found->get<std::string>();
}

double number_of(const Json& entry, const char* name, double missing, const Place& place) {
  const auto found = entry.find(name);
  if (found == entry.end() || found->is_null()) return missing;
  if (!found->is_number()) place.refuse(std::string("a number for ") + name + " but received " + found->type_name());
  return found->get<double>();
}

void add_entry(const Args& args, const std::string& folder, std::string_view line, const Place& place,
               DatasetBuilder& builder) {
  const Json entry = json_or_discarded(line);
  if (!entry.is_object()) place.refuse("a JSON object");
  const std::string path = text_of(entry, "audio_filepath", place), text = text_of(entry, "text", place);
  if (path.empty() || path.find('\0') != std::string::npos) place.refuse("a path for audio_filepath");
  const double duration = number_of(entry, "duration", -1, place);
  if (args.max_duration > 0 && duration > args.max_duration) return;
  if (args.min_duration > 0 && duration < args.min_duration) return;
  builder.add_path(full_path(folder, path));
  builder.add_text(kTextColumn, text);
  builder.add_number(kOffsetColumn, number_of(entry, "offset", 0, place));
  builder.add_number(kDurationColumn, duration);
}

void index(const Args& args, DatasetBuilder& builder) {
  const std::vector<std::string> manifests = find_paths("manifestFilepaths", args.manifest_filepaths, builder);
  builder.add_column("text", ColumnType::text);
  builder.add_column("offset", ColumnType::float64);
  builder.add_column("duration", ColumnType::float64);
  int64_t entries = 0;
  builder.progress().expect(manifests);
  for (const std::string& manifest : manifests) {
    const std::string folder = folder_of(manifest);
    Place place{manifest, 0};
    each_line(manifest, kManifest, builder, [&](std::string_view line) {
      ++place.line;
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) return;
      ++entries;
      add_entry(args, folder, line, place, builder);
    });
  }
  if (builder.count()) return;
  throw Error(ErrorCode::EMPTY_DATASET,
              entries ? "Expected entries of the wanted durations in manifestFilepaths but all " +
                            std::to_string(entries) + " are left out"
                      : std::string("Expected at least one entry in manifestFilepaths but found none"),
              entries ? "Change minDuration or maxDuration" : "Write a JSON object in each line");
}

}  // namespace

PENSTOCK_DATA_READER(readers_nemo_asr, ReadersNemoAsrArgs, index)

}  // namespace penstock::ops
