// readers.lerobot, index: reads what meta says of the set, and where the rows of its frames lie.
#include <algorithm>
#include <optional>
#include <unordered_map>

#include "clips/clip_rules.h"
#include "clips/stored.h"
#include "core/error.h"
#include "dataset/set/reader_op.h"
#include "generated/ops/readers_lerobot.h"
#include "ops/readers_lerobot/meta.h"
#include "ops/readers_lerobot/plan.h"
#include "ops/readers_lerobot/videos.h"
#include "parquet/asked_columns.h"

namespace penstock::ops {
namespace {

using Args = ReadersLerobotArgs;

constexpr Wanted kTableFile{"root", "a Parquet file"};
constexpr const char* kFormat = "LeRobot's format v3.0";

std::string word_of(const std::string& text) { return text.size() <= 80 ? text : text.substr(0, 80) + "..."; }

class LerobotIndex {
 public:
  LerobotIndex(const Args& args, DatasetBuilder& builder)
      : args_(args),
        builder_(builder),
        folder_(std::string(args.root), parquet::limit_of(args.max_metadata_bytes), builder),
        info_(folder_.info()),
        plan_(parse_lerobot_features(args.features), info_, folder_, args.tolerance),
        allowed_(parquet::limit_of(args.max_rows)),
        meta_rules_(rules("meta", kFormat)),
        data_rules_(rules("features", "meta/info.json")) {}

  void run() {
    builder_.use_parts();
    parquet::add_table_blobs(builder_, plan_.columns.size());
    for (int blob = kEpisodes; blob < kVideoBlobs + clips::kVideoBlobs; ++blob) {
      if (builder_.add_blob() != blob) fail(ErrorCode::INTERNAL, "blobs are in another order");
    }
    builder_.add_column("episode", ColumnType::int32);
    const int name = builder_.add_column("frame", ColumnType::text);
    builder_.name_by(name, Naming::place_and_text);
    name_column_ = name;
    asked_.emplace(builder_);
    const LerobotTables tables{folder_, meta_rules_, allowed_, builder_};
    LerobotEpisodes read = read_episodes(tables, info_, plan_.cameras);
    episodes_ = std::move(read.all);
    choose_episodes();
    if (plan_.tasks || !args_.tasks.empty()) read_task_texts(tables);
    store_plan();
    LerobotVideos videos(folder_, info_, args_.max_pixels, clips::given_index(args_), builder_);
    videos.find(plan_.cameras, read.shots, read_);
    find_files(videos.paths());
    for (const std::string& path : paths_) file_numbers_.push_back(builder_.add_path(path));
    videos.add();
    add_files(videos.bytes());
    parquet::close_table_blobs(builder_);
    if (builder_.count()) return;
    throw Error(ErrorCode::EMPTY_DATASET,
                "Expected frames in '" + shown_path(std::string(args_.root)) + "' but found none" +
                    (args_.tasks.empty() ? "" : " of these tasks in the episodes that are read"),
                "Check episodes and tasks");
  }

 private:
  parquet::TableRules rules(const char* columns, const char* described) const {
    return {kTableFile, columns, described, parquet::limit_of(args_.max_metadata_bytes),
            parquet::limit_of(args_.max_unpacked_bytes)};
  }

  void choose_episodes() {
    read_.assign(episodes_.size(), args_.episodes.empty());
    for (const int32_t episode : args_.episodes) {
      if (static_cast<size_t>(episode) >= read_.size()) {
        refuse("Expected numbers of episodes from 0 to " + std::to_string(read_.size() - 1) +
                   " for episodes but received " + std::to_string(episode),
               "The set has " + std::to_string(read_.size()));
      }
      read_[static_cast<size_t>(episode)] = true;
    }
  }

  void read_task_texts(const LerobotTables& tables) {
    const std::vector<std::string> texts = read_tasks(tables);
    for (const std::string& text : texts) {
      builder_.blob(kTaskTexts).append(text);
      builder_.blob(kTaskEnds).push(static_cast<int64_t>(builder_.blob(kTaskTexts).size()));
    }
    wanted_tasks_.assign(texts.size(), args_.tasks.empty());
    for (const std::string_view task : args_.tasks) {
      bool found = false;
      for (size_t i = 0; i < texts.size(); ++i) {
        if (texts[i] != task) continue;
        wanted_tasks_[i] = found = true;
      }
      if (found) continue;
      std::string names;
      for (size_t i = 0; i < texts.size() && i < 10; ++i) names += (i ? ", '" : "'") + word_of(texts[i]) + "'";
      refuse("Expected tasks of the set for tasks but received '" + word_of(std::string(task)) + "'",
             "It has " + names + (texts.size() > 10 ? ", ..." : ""));
    }
  }

  void store_plan() {
    for (const StoredOutput& output : plan_.outputs) builder_.blob(kOutputs).push(output);
    for (const int32_t offset : plan_.offsets) builder_.blob(kOffsets).push(offset);
    for (const StoredStatistic& one : plan_.statistics) builder_.blob(kStatistics).push(one);
  }

  // The files of the set that have rows of these episodes, in the order of the set, with the episodes of each.
  void find_files(const std::vector<std::string>& videos) {
    std::unordered_map<std::string, size_t> known;
    std::vector<std::string> paths;
    std::vector<std::vector<size_t>> members;
    for (size_t i = 0; i < episodes_.size(); ++i) {
      std::string path = folder_.file("data_path", info_.data_path, episodes_[i].chunk, episodes_[i].file);
      const auto [found, added] = known.emplace(path, paths.size());
      if (added) {
        paths.push_back(std::move(path));
        members.emplace_back();
      }
      members[found->second].push_back(i);
    }
    for (size_t i = 0; i < paths.size(); ++i) {
      if (std::none_of(members[i].begin(), members[i].end(), [&](size_t episode) { return read_[episode]; })) continue;
      paths_.push_back(std::move(paths[i]));
      members_.push_back(std::move(members[i]));
    }
    std::vector<std::string> expected = videos;
    expected.insert(expected.end(), paths_.begin(), paths_.end());
    builder_.progress().expect(expected);
  }

  // `video_bytes`: those of the videos that each episode takes.
  void add_files(const std::vector<double>& video_bytes) {
    stored_.resize(episodes_.size());
    for (size_t i = 0; i < paths_.size(); ++i) add_file(i, video_bytes);
    for (const StoredEpisode& episode : stored_) builder_.blob(kEpisodes).push(episode);
  }

  void add_file(size_t number, const std::vector<double>& video_bytes) {
    const std::string& path = paths_[number];
    const std::vector<size_t>& members = members_[number];
    parquet::TableFile table(path, data_rules_, builder_, allowed_);
    table.add(plan_.columns);
    // The file's rows are the frames of its episodes, one after the other.
    int64_t row = 0, end = episodes_[members[0]].from;
    for (const size_t member : members) {
      const LerobotEpisode& episode = episodes_[member];
      const int64_t frames = episode.to - episode.from;
      if (episode.from != end) {
        refuse_episode(member, "to begin with frame " + std::to_string(end) +
                                   " of the set, after the one before it in its file, but it begins with frame " +
                                   std::to_string(episode.from));
      }
      end = episode.to;
      if (frames > table.rows() - row) {
        refuse_episode(member, "of " + std::to_string(table.rows() - row) + " frames at most, which '" +
                                   shown_path(path) + "' has left, but it has " + std::to_string(frames));
      }
      stored_[member] = {file_numbers_[number], row, read_[member] ? frames : 0, episode.from};
      row += frames;
    }
    add_frames(table, path, members, video_bytes);
  }

  [[noreturn]] void refuse_episode(size_t number, const std::string& what) const {
    throw Error(ErrorCode::FILE_UNREADABLE,
                "Expected episode " + std::to_string(number) + " in meta/episodes of '" +
                    shown_path(std::string(args_.root)) + "' (dataset_from_index, dataset_to_index) " + what,
                "Write the set again with lerobot; docs/data/lerobot.md lists what is read");
  }

  void add_frames(parquet::TableFile& table, const std::string& path, const std::vector<size_t>& members,
                  const std::vector<double>& video_bytes) {
    std::vector<bool> kept(static_cast<size_t>(table.rows()));
    std::vector<int64_t> tasks;
    if (!args_.tasks.empty()) {
      tasks = read_integers(table, folder_, path.substr(folder_.at("").size()), "task_index");
    }
    int64_t bytes = 0;
    table.each_group([&](int64_t, int64_t of_group) { bytes += of_group; });
    for (const size_t member : members) {
      const StoredEpisode& episode = stored_[member];
      if (episode.frames == 0) continue;
      const int64_t before = builder_.count();
      for (int64_t frame = 0; frame < episode.frames; ++frame) {
        if (frame % 1024 == 0) builder_.poll();
        const int64_t row = episode.first + frame;
        if (!tasks.empty() && !is_wanted(tasks[static_cast<size_t>(row)])) continue;
        builder_.add_part(episode.file, row, 0);
        builder_.add_number(kEpisodeColumn, static_cast<int32_t>(member));
        kept[static_cast<size_t>(row)] = true;
        builder_.add_text(name_column_, "episode " + std::to_string(member) + ", frame " + std::to_string(frame));
      }
      const auto added = static_cast<double>(builder_.count() - before);
      const double taken = static_cast<double>(bytes) / static_cast<double>(table.rows()) +
                           (video_bytes.empty() ? 0 : video_bytes[member] / static_cast<double>(episode.frames));
      builder_.weigh(builder_.count() - before, static_cast<int64_t>(taken * added));
    }
    asked_->add(table, &kept);
  }

  bool is_wanted(int64_t task) const {
    return task >= 0 && task < static_cast<int64_t>(wanted_tasks_.size()) && wanted_tasks_[static_cast<size_t>(task)];
  }

  const Args& args_;
  DatasetBuilder& builder_;
  const LerobotFolder folder_;
  const LerobotInfo info_;
  const LerobotPlan plan_;
  parquet::RowAllowance allowed_;
  std::optional<parquet::AskedColumns> asked_;
  const parquet::TableRules meta_rules_, data_rules_;
  int name_column_ = 0;
  std::vector<LerobotEpisode> episodes_;
  std::vector<std::string> paths_;            // of tables
  std::vector<int64_t> file_numbers_;         // in the data set
  std::vector<std::vector<size_t>> members_;  // episodes
  std::vector<bool> read_;
  std::vector<bool> wanted_tasks_;
  std::vector<StoredEpisode> stored_;
};

void index(const Args& args, DatasetBuilder& builder) { LerobotIndex(args, builder).run(); }

}  // namespace

PENSTOCK_DATA_READER(readers_lerobot, ReadersLerobotArgs, index)

}  // namespace penstock::ops
