// The source of a reader's samples: the blocks that it says come are those that its samples lie in.
#include "dataset/order/reader_source.h"

#include <atomic>
#include <deque>
#include <random>

#include "core/json.h"
#include "dataset/set/builder.h"
#include "test.h"

namespace penstock {
namespace {
TEST(coming_blocks_are_no_more_than_the_window_and_have_each_sample_while_it_is_needed) {
  std::mt19937 random(7);
  const auto below = [&random](uint32_t n) { return static_cast<int64_t>(random() % n); };
  for (int round = 0; round < test::rounds(400, 4); ++round) {
    const int64_t size = 1 + below(400), shards = 1 + below(static_cast<uint32_t>(std::min<int64_t>(16, size)));
    Json edges = {0};
    for (const int64_t most = 1 + below(90); edges.back() < size;) {
      edges.push_back(std::min(size, edges.back().get<int64_t>() + 1 + below(static_cast<uint32_t>(most))));
    }
    const int64_t window = 1 + below(20);
    const bool elastic = below(2) == 0;
    const BatchMode mode = below(2) ? BatchMode::epoch : BatchMode::continuous;
    Sampler sampler(SamplerOptions::of({{"size", size},
                                        {"batchSize", 1 + below(64)},
                                        {"numShards", shards},
                                        {"shardId", below(static_cast<uint32_t>(shards))},
                                        {"padLastBatch", below(2) == 0},
                                        {"stickToShard", below(2) == 0},
                                        {"elastic", elastic},
                                        {"shuffleBlocks", true},
                                        {"blockWindow", window},
                                        {"edges", edges}}));
    const int64_t epoch = below(3);
    const int64_t length = elastic ? size : sampler.length_of(epoch);
    sampler.seek({epoch, below(static_cast<uint32_t>(length) + 1)});
    ComingBlocks coming(sampler, mode);
    std::deque<ComingBlock> held;
    for (int64_t position = 0; position < 2 * size;) {
      for (const int32_t index : sampler.next(mode).indices) {
        for (; coming.due().first <= position; coming.next()) {
          // They come in the order in which they are needed, and leave in the same one.
          const ComingBlock due = coming.due();
          CHECK(held.empty() || (due.first >= held.back().first && due.last >= held.back().last));
          held.push_back(due);
        }
        while (!held.empty() && held.front().last <= position) held.pop_front();
        bool has = false;
        for (const ComingBlock& b : held) has = has || (b.begin <= index && index < b.end);
        CHECK(has);
        CHECK(static_cast<int64_t>(held.size()) <= window);
        ++position;
      }
    }
  }
}

TEST(a_source_without_data_gives_samples_with_ordinals_and_begins_anew_after_a_seek) {
  const SamplerOptions options = SamplerOptions::of({{"size", 5}, {"batchSize", 3}, {"padLastBatch", true}});
  ReaderSource source(options, {});
  CHECK(!source.reads_ahead());
  CHECK_EQ(source.next(BatchMode::epoch)->samples.back().ordinal, 3);
  const auto last = *source.next(BatchMode::epoch);
  CHECK(last.end_of_epoch);
  CHECK_EQ(last.samples.back().index, 4);
  CHECK_EQ(last.samples.back().flags, uint32_t{abi::sampleFlags_padded});
  CHECK_EQ(last.samples.front().flags, 0u);
  source.seek({4, 2});
  const auto next = *source.next(BatchMode::continuous);
  CHECK_EQ(next.samples.front().index, 2);
  CHECK_EQ(next.samples.front().epoch, 4);
  CHECK_EQ(next.samples.front().ordinal, 1);
}

TEST(reading_ahead_changes_no_sample) {
  const std::atomic<bool> never{false};
  std::mt19937 random(11);
  for (int round = 0; round < test::rounds(40, 4); ++round) {
    DatasetBuilder builder(never);
    const int64_t size = 1 + static_cast<int64_t>(random() % 3000);
    // A file that cannot be read fails when its sample is made.
    for (int64_t i = 0; i < size; ++i) builder.add_path("missing/" + std::to_string(i));
    const std::shared_ptr<Dataset> data = builder.finish();
    const SamplerOptions options = SamplerOptions::of({{"size", size},
                                                       {"batchSize", 1 + random() % 300},
                                                       {"padLastBatch", random() % 2 == 0},
                                                       {"randomShuffle", random() % 2 == 0}});
    ReaderSource ahead(options, {data, {}, true, {}}), plain(options, {});
    CHECK(ahead.reads_ahead());
    for (int i = 0; i < 60; ++i) {
      if (i % 20 == 19) {
        for (ReaderSource* source : {&ahead, &plain}) source->seek({i, 0});
      }
      // What was drawn ahead keeps its mode until a seek.
      const BatchMode mode = i < 39 ? BatchMode::continuous : BatchMode::epoch;
      const auto got = ahead.next(mode), expected = plain.next(mode);
      CHECK(got && expected && got->samples.size() == expected->samples.size());
      if (!got || got->samples.size() != expected->samples.size()) return;
      for (size_t k = 0; k < got->samples.size(); ++k) {
        CHECK_EQ(got->samples[k].index, expected->samples[k].index);
        CHECK_EQ(got->samples[k].epoch, expected->samples[k].epoch);
        CHECK_EQ(got->samples[k].ordinal, expected->samples[k].ordinal);
      }
      if (random() % 3) ahead.done(got->samples.back().ordinal);
    }
  }
}

}  // namespace
}  // namespace penstock
