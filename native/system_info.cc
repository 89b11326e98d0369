// Collects the facts that `doctor` shows. Nothing here is called often; only the codec probe may take milliseconds.
#include "system_info.h"

#include <filesystem>

#include "codecs/format.h"
#include "codecs/vips/vips.h"
#include "core/cpu.h"
#include "core/json.h"
#include "core/thread_pool.h"
#include "dataset/set/data_format.h"
#include "generated/abi.h"

namespace penstock {
namespace {
Json codec_list() {
  Json list = Json::array();
  for (int i = 1; i < codecs::kFormats; ++i) {
    const codecs::FormatEntry& format = codecs::format_entry(static_cast<codecs::Format>(i));
    if (!format.codec->support) continue;
    const codecs::Support s = format.codec->support();
    list.push_back({{"format", format.name},
                    {"library", format.library},
                    {"version", s.version},
                    {"ok", s.problem.empty()},
                    {"note", s.problem}});
  }
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
      {"formats", data_formats()},
      {"handles", open_handles},
  };
  // The message of the dynamic linker may contain a path that is not UTF-8.
  return json_text(j);
}

void set_codec_library(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code gone;
  std::string file = path;
  // The file's name contains a version, which changes with the npm package's.
  if (fs::is_directory(path, gone)) {
    for (auto it = fs::directory_iterator(path, gone); !gone && it != fs::directory_iterator(); it.increment(gone)) {
      const std::string name = it->path().filename().string();
      if (name.rfind("libvips-cpp.so", 0) == 0) file = it->path().string();
    }
  }
  codecs::set_vips_path(file);
}

}  // namespace penstock
