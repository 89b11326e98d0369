// See stage_states.h.
#include "program/stage_states.h"

#include <iterator>
#include <map>
#include <mutex>
#include <utility>

namespace penstock {

std::shared_ptr<SharedState> of_stage(int stage, int position, std::unique_ptr<SharedState> made) {
  if (!stage || !dynamic_cast<StageState*>(made.get())) return made;
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::weak_ptr<SharedState>> all;
  const std::lock_guard lock(mutex);
  for (auto it = all.begin(); it != all.end();) it = it->second.expired() ? all.erase(it) : std::next(it);
  std::weak_ptr<SharedState>& known = all[{stage, position}];
  std::shared_ptr<SharedState> state = known.lock();
  if (!state) known = state = std::move(made);
  return state;
}

}  // namespace penstock
