// Gathers what doctor shows. Nothing here is on a hot path; only the codec probe may take milliseconds.
#include "core/info.h"

#include <stdio.h>
// jpeglib.h needs stdio.h before it.
#include <jpeglib.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "codecs/vips/vips.h"
#include "core/cpu.h"
#include "core/thread_pool.h"
#include "generated/abi.h"

#define PENSTOCK_TEXT_OF(x) #x
#define PENSTOCK_TEXT(x) PENSTOCK_TEXT_OF(x)

namespace penstock {
namespace {

using Json = nlohmann::json;

Json codec(const char* format, const char* library, const std::string& version, const std::string& note) {
  return {{"format", format}, {"library", library}, {"version", version}, {"ok", note.empty()}, {"note", note}};
}

Json codec_list() {
  Json list = Json::array();
  list.push_back(codec("JPEG", "libjpeg-turbo", PENSTOCK_TEXT(LIBJPEG_TURBO_VERSION), ""));
  std::string error;
  const std::string vips = codecs::vips_version(&error);
  for (const char* format : {"PNG", "WebP", "TIFF", "GIF"}) list.push_back(codec(format, "libvips", vips, error));
  if (error.empty() && !codecs::vips_has("heifload_buffer")) error = "this libvips was built without libheif";
  list.push_back(codec("AVIF", "libvips", vips, error));
  for (const char* format : {"BMP", "PNM"}) list.push_back(codec(format, "built in", "", ""));
  return list;
}

}  // namespace

std::string system_info(size_t open_handles, bool probe_codecs) {
  const CpuBudget b = cpu_budget();
  const Json j = {
      {"abi", abi::hash},
      {"simd", simd_level_name(simd_level())},
      {"cpu",
       {{"online", b.online},
        {"affinity", b.affinity},
        {"allowed", CpuSet::of_process().text()},
        {"quota", b.quota},
        {"usable", b.usable}}},
      {"poolThreads", ThreadPool::instance().size()},
      {"codecs", probe_codecs ? codec_list() : Json::array()},
      {"handles", open_handles},
  };
  // A loader's message may hold a path that is not UTF-8.
  return j.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void set_codec_library(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code gone;
  std::string file = path;
  // The file's name carries a version, which changes with the npm package's.
  if (fs::is_directory(path, gone)) {
    for (auto it = fs::directory_iterator(path, gone); !gone && it != fs::directory_iterator(); it.increment(gone)) {
      const std::string name = it->path().filename().string();
      if (name.rfind("libvips-cpp.so", 0) == 0) file = it->path().string();
    }
  }
  codecs::set_vips_path(file);
}

}  // namespace penstock
