#include "core/info.h"

#include <nlohmann/json.hpp>

#include "core/thread_pool.h"
#include "generated/abi.h"

namespace penstock {

std::string system_info(size_t open_handles) {
  const CpuBudget b = cpu_budget();
  nlohmann::json j = {
      {"abi", abi::hash},
      {"cpu", {{"online", b.online}, {"affinity", b.affinity}, {"quota", b.quota}, {"usable", b.usable}}},
      {"poolThreads", ThreadPool::instance().size()},
      {"handles", open_handles},
  };
  return j.dump();
}

void set_codec_library(const std::string&) {}

}  // namespace penstock
