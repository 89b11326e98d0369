// The part of audioResample that CPU and GPU share: the facts that setup() finds about a sound, and the dtypes of a
// sound.
#pragma once
#include <mutex>
#include <vector>

#include "core/op.h"
#include "generated/ops/audio_resample.h"
#include "kernels/audio/sinc.h"

namespace penstock::ops {

struct ResamplePlan {
  double step = 1;  // elements of the input for one of the output
  int64_t count = 0;
};

template <class T>
inline constexpr bool kIsSound = !std::is_same_v<T, Half> && !std::is_same_v<T, bool> && sizeof(T) <= 4;

// The filters that a program on a GPU has used last; on the CPU each thread keeps its own.
class DeviceFilters : public SharedState {
 public:
  struct Filter {
    int reach, weights;
    int64_t margin;
    std::vector<float> columns;
  };
  Filter get(int lobes, double stretch) const {
    std::lock_guard lock(mutex_);
    const audio::SincFilter& filter = filters_.get(lobes, stretch);
    return {filter.reach(), static_cast<int>(filter.weights()), filter.margin(), filter.columns()};
  }

 private:
  mutable std::mutex mutex_;
  mutable audio::SincFilters filters_;
};

}  // namespace penstock::ops
