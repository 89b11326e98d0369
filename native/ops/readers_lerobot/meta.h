// The tables below meta of a LeRobot set: its episodes and its tasks.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "ops/readers_lerobot/info.h"
#include "parquet/table_file.h"

namespace penstock::ops {

// A row of meta/episodes, by the episode's number.
struct LerobotEpisode {
  int64_t chunk = 0, file = 0;  // of its rows
  int64_t from = 0, to = 0;     // its frames, among those of the whole set
};

// Where the frames of an episode lie that a camera has taken.
struct LerobotShot {
  int64_t chunk = 0, file = 0;  // of the video
  double begin = 0;             // in seconds
};

struct LerobotEpisodes {
  std::vector<LerobotEpisode> all;
  std::vector<std::vector<LerobotShot>> shots;  // by camera
};

// What reading the tables of a set takes.
struct LerobotTables {
  const LerobotFolder& folder;
  const parquet::TableRules& rules;
  parquet::RowAllowance& allowed;
  DatasetBuilder& builder;
};

// Reads meta/episodes, file by file, until there are as many as meta/info.json says. `cameras`: the features whose
// shots are read. Throws FILE_NOT_FOUND and FILE_UNREADABLE.
LerobotEpisodes read_episodes(const LerobotTables&, const LerobotInfo&, const std::vector<std::string>& cameras);

// Reads meta/tasks.parquet: the text of each task, by its number.
std::vector<std::string> read_tasks(const LerobotTables&);

// The whole numbers of a column of a table.
std::vector<int64_t> read_integers(parquet::TableFile&, const LerobotFolder&, const std::string& path,
                                   const std::string& column);

}  // namespace penstock::ops
