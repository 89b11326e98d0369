// See meta.h.
#include "ops/readers_lerobot/meta.h"

#include <cstdio>
#include <cstring>

#include "core/error.h"

namespace penstock::ops {
namespace {

using parquet::ColumnValues;
using parquet::PhysicalType;

// A video that is longer is none.
constexpr double kMaxSeconds = 1e9;

// The i-th number of a column of integers.
int64_t integer_at(const ColumnValues& values, int64_t i) {
  const auto read = [&](auto value) {
    std::memcpy(&value, values.bytes.data() + i * static_cast<int64_t>(sizeof value), sizeof value);
    return static_cast<int64_t>(value);
  };
  if (values.type == PhysicalType::int64) return read(int64_t{});
  return values.unsigned32 ? read(uint32_t{}) : read(int32_t{});
}

// Calls visit(place of the value) for each row of a column without lists.
template <class F>
void each_row(const ColumnValues& values, const LerobotFolder& folder, const std::string& path,
              const std::string& column, const F& visit) {
  if (values.list) folder.refuse(path, column, "one value a row", "lists");
  for (size_t row = 0; row + 1 < values.begins.size(); ++row) {
    if (values.begins[row] == values.begins[row + 1]) folder.refuse(path, column, "a value in each row", "null");
    visit(values.begins[row]);
  }
}

class EpisodeFile {
 public:
  EpisodeFile(const LerobotTables& tables, const std::string& path)
      : tables_(tables),
        path_(path),
        full_(tables.folder.at(path)),
        table_(full_, tables.rules, tables.builder, tables.allowed) {}

  void append(const std::vector<std::string>& cameras, LerobotEpisodes& to) {
    const auto before = static_cast<int64_t>(to.all.size());
    for (size_t i = 0; i < cameras.size(); ++i) append_shots("videos/" + cameras[i] + "/", before, to.shots[i]);
    append_episodes(to.all);
  }

 private:
  void append_shots(const std::string& camera, int64_t before, std::vector<LerobotShot>& to) {
    const std::string first = camera + "from_timestamp", last = camera + "to_timestamp";
    const std::vector<int64_t> chunks = column(camera + "chunk_index"), files = column(camera + "file_index");
    const std::vector<double> begins = times(first), ends = times(last);
    for (size_t i = 0; i < chunks.size(); ++i) {
      const std::string of = " of episode " + std::to_string(before + static_cast<int64_t>(i));
      if (chunks[i] < 0) refuse(camera + "chunk_index", "a number from 0 on" + of, chunks[i]);
      if (files[i] < 0) refuse(camera + "file_index", "a number from 0 on" + of, files[i]);
      // Comparisons with NaN are false.
      if (!(begins[i] >= 0 && begins[i] < kMaxSeconds)) {
        tables_.folder.refuse(path_, first, "seconds from 0 on" + of, std::to_string(begins[i]));
      }
      if (!(ends[i] > begins[i] && ends[i] < kMaxSeconds)) {
        tables_.folder.refuse(path_, last, "seconds above from_timestamp" + of, std::to_string(ends[i]));
      }
      to.push_back({chunks[i], files[i], begins[i]});
    }
  }

  void append_episodes(std::vector<LerobotEpisode>& to) {
    const std::vector<int64_t> numbers = column("episode_index"), chunks = column("data/chunk_index"),
                               files = column("data/file_index"), from = column("dataset_from_index"),
                               ends = column("dataset_to_index");
    for (size_t i = 0; i < numbers.size(); ++i) {
      const auto number = static_cast<int64_t>(to.size());
      if (numbers[i] != number) refuse("episode_index", std::to_string(number) + " in its turn", numbers[i]);
      const std::string of = "episode " + std::to_string(number);
      if (chunks[i] < 0) refuse("data/chunk_index", "a number from 0 on of " + of, chunks[i]);
      if (files[i] < 0) refuse("data/file_index", "a number from 0 on of " + of, files[i]);
      if (from[i] < 0) refuse("dataset_from_index", "a number from 0 on of " + of, from[i]);
      if (ends[i] <= from[i]) refuse("dataset_to_index", "a number above dataset_from_index of " + of, ends[i]);
      to.push_back({chunks[i], files[i], from[i], ends[i]});
    }
  }

  std::vector<int64_t> column(const std::string& name) { return read_integers(table_, tables_.folder, path_, name); }
  std::vector<double> times(const std::string& name) {
    std::vector<double> found;
    table_.read({name, DType::float64}, [&](const ColumnValues& values) {
      each_row(values, tables_.folder, path_, name,
               [&](int64_t place) { found.push_back(parquet::number_at(values, place)); });
    });
    return found;
  }
  [[noreturn]] void refuse(const std::string& column, const std::string& expected, int64_t received) const {
    tables_.folder.refuse(path_, column, expected, std::to_string(received));
  }

  const LerobotTables& tables_;
  const std::string path_;
  const std::string full_;
  parquet::TableFile table_;
};

}  // namespace

std::vector<int64_t> read_integers(parquet::TableFile& table, const LerobotFolder& folder, const std::string& path,
                                   const std::string& column) {
  std::vector<int64_t> numbers;
  table.read({column, DType::int64}, [&](const ColumnValues& values) {
    each_row(values, folder, path, column, [&](int64_t place) { numbers.push_back(integer_at(values, place)); });
  });
  return numbers;
}

LerobotEpisodes read_episodes(const LerobotTables& tables, const LerobotInfo& info,
                              const std::vector<std::string>& cameras) {
  LerobotEpisodes episodes;
  episodes.shots.resize(cameras.size());
  int64_t chunk = 0, file = 0;
  while (static_cast<int64_t>(episodes.all.size()) < info.episodes) {
    char path[80];
    std::snprintf(path, sizeof path, "meta/episodes/chunk-%03lld/file-%03lld.parquet", static_cast<long long>(chunk),
                  static_cast<long long>(file));
    EpisodeFile(tables, path).append(cameras, episodes);
    if (++file < info.chunk_files) continue;
    file = 0;
    ++chunk;
  }
  return episodes;
}

std::vector<std::string> read_tasks(const LerobotTables& tables) {
  const std::string path = "meta/tasks.parquet", full = tables.folder.at(path);
  parquet::TableFile table(full, tables.rules, tables.builder, tables.allowed);
  // pandas writes an index without a name under the second one.
  const std::string column = table.has("task") ? "task" : "__index_level_0__";
  const std::vector<int64_t> numbers = read_integers(table, tables.folder, path, "task_index");
  std::vector<std::string> texts(numbers.size());
  std::vector<bool> known(numbers.size());
  size_t row = 0;
  table.read({column, DType::uint8, true}, [&](const ColumnValues& values) {
    each_row(values, tables.folder, path, column, [&](int64_t place) {
      const int64_t number = row < numbers.size() ? numbers[row] : -1;
      if (number < 0 || number >= static_cast<int64_t>(numbers.size()) || known[static_cast<size_t>(number)]) {
        tables.folder.refuse(path, "task_index", "the numbers from 0 on, each once", std::to_string(number));
      }
      known[static_cast<size_t>(number)] = true;
      texts[static_cast<size_t>(number)] = values.texts[static_cast<size_t>(place)];
      ++row;
    });
  });
  return texts;
}

}  // namespace penstock::ops
