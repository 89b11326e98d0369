// What the outputs of readers.lerobot are: the argument `features`, by meta/info.json.
#pragma once
#include <string>
#include <vector>

#include "ops/readers_lerobot/feature.h"
#include "ops/readers_lerobot/info.h"
#include "ops/readers_lerobot/stored.h"
#include "parquet/table_file.h"

namespace penstock::ops {

struct LerobotPlan {
  // Those of the tables; the first one has the number of each frame.
  std::vector<parquet::WantedColumn> columns;
  std::vector<StoredOutput> outputs;
  std::vector<int32_t> offsets;
  std::vector<StoredStatistic> statistics;
  std::vector<std::string> cameras;  // the features that are videos
  bool tasks = false;                // an output has the text of a task

  // `tolerance`: how many seconds a time of a window may be from a frame's. Throws INVALID_ARGUMENT, UNSUPPORTED and
  // FILE_UNREADABLE, and what reading meta/stats.json throws.
  LerobotPlan(const std::vector<LerobotFeature>& specs, const LerobotInfo& info, const LerobotFolder& folder,
              double tolerance);
};

}  // namespace penstock::ops
