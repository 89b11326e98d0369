// Memory of programs: the account that they charge, the memory that trim() frees, and the bytes per output that they
// report.
#include <cstring>
#include <functional>
#include <thread>

#include "core/arena.h"
#include "core/json.h"
#include "core/pages.h"
#include "dataset/set/builder.h"
#include "program/program.h"
#include "test.h"

namespace penstock {
namespace {
struct NoArgs {
  uint64_t given = 0;
};
const ArgTable kNoTable = {nullptr, 0, sizeof(NoArgs), offsetof(NoArgs, given), [](void* p) { new (p) NoArgs(); }};

// bytes: `index` bytes, each of which is the index. twice: the input's bytes, two times, with as much scratch memory.
void bytes_setup(const NoArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::uint8, "X", {s.sample->index}}; }
void bytes_run(const NoArgs&, SampleRun& s, NoState&) {
  std::memset(s.out[0].data, static_cast<int>(s.sample->index), s.out[0].shape[0]);
}
void twice_setup(const NoArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::uint8, "X", {2 * s.in[0].shape[0]}}; }
void twice_run(const NoArgs&, SampleRun& s, NoState&) {
  const int64_t n = s.in[0].shape[0];
  uint8_t* copy = s.scratch->get(n);
  std::memcpy(copy, s.in[0].data, n);
  std::memcpy(s.out[0].as<uint8_t>(), copy, n);
  std::memcpy(s.out[0].as<uint8_t>() + n, copy, n);
}
const CpuOp kBytes = make_cpu_op<NoArgs, NoState, bytes_setup, bytes_run>("bytes", &kNoTable, kNone);
const CpuOp kTwice = make_cpu_op<NoArgs, NoState, twice_setup, twice_run>("twice", &kNoTable, kNone);
const CpuOp kReads = make_cpu_op<NoArgs, NoState, twice_setup, twice_run>("reads", &kNoTable, kReadsInput);

OpNode& add(ProgramSpec& spec, const CpuOp& op, std::vector<int> in, int out, OnError on_error = OnError::fail) {
  OpNode& n = spec.ops.emplace_back();
  n.op = &op;
  n.id = static_cast<int>(spec.ops.size());
  n.inputs = std::move(in);
  n.outputs = {out};
  n.on_error = on_error;
  n.args.resize(sizeof(NoArgs));
  return n;
}

// bytes > twice > twice; the last is the output.
std::unique_ptr<ProgramSpec> chain(int batch, int threads, std::shared_ptr<Account> account,
                                   OnError on_error = OnError::fail) {
  auto spec = std::make_unique<ProgramSpec>();
  spec->batch_size = batch;
  spec->threads = threads;
  spec->account = std::move(account);
  add(*spec, kBytes, {}, 0, on_error);
  add(*spec, kTwice, {0}, 1, on_error);
  add(*spec, kTwice, {1}, 2, on_error);
  spec->outputs = {2};
  return spec;
}

struct Arena {
  std::vector<uint64_t> words;
  uint8_t* need(int64_t bytes) {
    words.resize(bytes / 8 + 9);
    return reinterpret_cast<uint8_t*>(align_up(reinterpret_cast<intptr_t>(words.data()), 64));
  }
};

int run(Program& p, Arena& a, const std::vector<int64_t>& sizes) {
  std::vector<SampleId> ids;
  for (int64_t n : sizes) ids.push_back({n, 0, 0});
  p.begin(0);
  const int64_t bytes = p.setup(ids.data(), static_cast<int>(ids.size()));
  uint8_t* arena = a.need(bytes);
  const int n = p.run(ArenaRef(arena, bytes));
  p.finish(arena, 0);
  for (int i = 0; i < n; ++i) {
    const TensorView v = arena_tensor(arena, 0, i);
    const auto want = static_cast<uint8_t>(arena_samples(arena)[i].index);
    CHECK_EQ(v.shape[0], 4 * arena_samples(arena)[i].index);
    CHECK(v.as<uint8_t>()[0] == want && v.as<uint8_t>()[v.shape[0] - 1] == want);
  }
  return n;
}

Json output_of(const Program& p, size_t op) { return parse_json(p.report(0))["ops"][op]["outputs"][0]; }
Json bytes_of(int64_t real, int64_t max_real, int64_t reserved, int64_t max_reserved) {
  return {{"real", real}, {"maxReal", max_real}, {"reserved", reserved}, {"maxReserved", max_reserved}};
}

TEST(account_holds_its_limit_between_threads) {
  MemoryAccount words{{0}, {1000}};
  std::vector<std::thread> users;
  std::atomic<int> over{0}, refused{0};
  for (int t = 0; t < 4; ++t) {
    users.emplace_back([&] {
      Account account(&words);
      for (int i = 0; i < 20000; ++i) {
        if (account.try_charge(300)) {
          if (words.used > 1000) ++over;
          account.release(300);
        } else {
          ++refused;
        }
      }
      if (account.try_charge(1001)) ++over;
    });
  }
  for (auto& t : users) t.join();
  CHECK_EQ(over.load(), 0);
  CHECK_EQ(words.used.load(), int64_t{0});

  Account account(&words);
  account.charge(1000);
  CHECK_THROWS(account.charge(1),
               "BUDGET_EXCEEDED: Expected 1 bytes more within memoryBudget.host of 1000, of which 1000");
  account.release(400);
  words.limit = 0;
  account.charge(1 << 30);
  CHECK_EQ(words.used.load(), int64_t{600 + (1 << 30)});
  account.cut();  // from here on the words are not touched
  account.release(600);
  account.charge(1);
  CHECK_EQ(words.used.load(), int64_t{600 + (1 << 30)});
}

TEST(account_is_charged_for_scratch) {
  MemoryAccount words{{0}, {3 << 20}};
  Account account(&words);
  {
    Scratch s;
    s.charge_to(&account);
    s.get(100);
    CHECK_EQ(words.used.load(), static_cast<int64_t>(s.reserved()));
    // Doubling would exceed the limit from here on; the needed bytes alone do not.
    s.get(1 << 20);
    s.get(900 << 10);
    CHECK(s.reserved() <= 3u << 20);
    const auto before = words.used.load();
    CHECK_THROWS(s.get(1 << 20), "BUDGET_EXCEEDED");
    CHECK_EQ(words.used.load(), before);
    s.reset();
    CHECK_EQ(words.used.load(), before);
    s.get(2 << 20);  // in one block now
    CHECK_EQ(words.used.load(), before);
    CHECK_EQ(s.trim(), static_cast<size_t>(before));
    CHECK_EQ(words.used.load(), int64_t{0});
    std::memset(s.get(1000), 1, 1000);
  }
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(program_charges_its_data_set) {
  const std::atomic<bool> never{false};
  DatasetBuilder builder(never);
  builder.add_path("a");
  builder.blob(builder.add_blob()).extend(100000);
  MemoryAccount words{{0}, {0}};
  auto spec = chain(8, 2, std::make_shared<Account>(&words));
  spec->dataset = builder.finish();
  {
    Program p(std::move(spec));
    CHECK(words.used > 100000);
  }
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(program_charges_what_it_allocates_and_gives_all_back) {
  MemoryAccount words{{0}, {0}};
  auto account = std::make_shared<Account>(&words);
  auto spec = chain(8, 2, account);
  {
    Program p(std::move(spec));
    CHECK(words.used > 0);
    const int64_t tables = words.used;
    Arena a;
    run(p, a, {10, 20, 3 << 20, 5});
    const Json report = parse_json(p.report(0));
    CHECK_EQ(words.used.load(), tables + report["scratchBytes"].get<int64_t>());
    const int64_t scratch = report["scratchBytes"];
    CHECK(scratch > (3 << 20) * 3);
    CHECK_EQ(p.trim(), static_cast<size_t>(scratch));
    CHECK_EQ(words.used.load(), tables);
    CHECK_EQ(parse_json(p.report(0))["scratchBytes"].get<int64_t>(), int64_t{0});
    CHECK_EQ(p.trim(), size_t{0});
    CHECK_EQ(run(p, a, {10, 20, 30}), 3);
    CHECK(words.used > tables);
  }
  CHECK_EQ(words.used.load(), int64_t{0});

  words.limit = 1000;
  CHECK_THROWS(Program(chain(64, 2, account)), "BUDGET_EXCEEDED");
  CHECK_EQ(words.used.load(), int64_t{0});
}

TEST(program_over_its_budget_names_operator_and_sample) {
  for (int threads : {1, 4}) {
    // Neither the output (80 MiB in the first case) nor the input of the last operator, in scratch memory, fits.
    for (const auto& [large, limit] : {std::pair<int64_t, int64_t>{20 << 20, 8 << 20}, {3 << 20, 13 << 20}}) {
      MemoryAccount words{{0}, {limit}};
      Program p(chain(8, threads, std::make_shared<Account>(&words)));
      Arena a;
      try {
        run(p, a, {1, 2, large, 3});
        CHECK(false);
      } catch (const SampleError& e) {
        CHECK(e.code == ErrorCode::BUDGET_EXCEEDED);
        CHECK_EQ(e.op, std::string("twice"));
        CHECK_EQ(e.index, large);
        CHECK(test::contains(e.message, "memoryBudget.host"));
        CHECK(!e.hint.empty());
      }
      CHECK(words.used <= words.limit);
      CHECK_EQ(run(p, a, {1, 2, 3}), 3);
      CHECK_EQ(parse_json(p.report(0))["badTotal"], 0);
    }
  }
}

TEST(account_keeps_a_quarter_from_what_is_not_needed_now) {
  MemoryAccount words{{0}, {1000}};
  Account account(&words);
  CHECK(account.try_charge(500));
  CHECK(!account.try_charge(300, 1));
  CHECK(account.try_charge(250, 1));
  CHECK(account.try_charge(250));
  words.used = 0;
  words.limit = 0;
  CHECK(account.try_charge(1 << 20, 1 << 19));  // no limit
}

TEST(program_appends_again_what_the_budget_refused) {
  const SampleId small[] = {{10, 0, 0}, {20, 0, 0}}, large[] = {{3 << 20, 0, 0}, {30, 0, 0}};
  std::vector<uint8_t> expected;
  for (int refusals : {0, 1, 3}) {
    for (bool first : {false, true}) {
      MemoryAccount words{{0}, {refusals ? 13 << 20 : 0}};
      Program p(chain(8, 2, std::make_shared<Account>(&words)));
      Arena a;
      uint8_t* arena = a.need(64 << 20);
      p.begin(0);
      if (!first) {
        p.setup(small, 2);
        CHECK_EQ(p.run(ArenaRef(arena, 64 << 20)), 2);
      }
      for (int i = 0; i < refusals; ++i) {
        p.setup(large, 2);
        CHECK_THROWS(p.run(ArenaRef(arena, 64 << 20)), "BUDGET_EXCEEDED");
        CHECK(p.trim() > 0);
        if (first) p.begin(0);
      }
      words.limit = 0;
      p.setup(large, 2);
      CHECK_EQ(p.run(ArenaRef(arena, 64 << 20)), first ? 2 : 4);
      p.finish(arena, 0);
      if (first) continue;
      std::vector<uint8_t> got(arena, arena + arena_header(arena).used_bytes);
      if (!refusals) expected = got;
      CHECK(got == expected);
    }
  }
}

TEST(program_trim_keeps_what_an_open_batch_needs) {
  auto spec = std::make_unique<ProgramSpec>();
  spec->batch_size = 4;
  add(*spec, kBytes, {}, 0);
  add(*spec, kReads, {0}, 1);  // its setup() reads its input, so the first operator runs early
  add(*spec, kTwice, {1}, 2);
  spec->outputs = {2};
  Program p(std::move(spec));
  const SampleId ids[] = {{1000, 0, 0}, {70, 0, 0}};
  p.begin(0);
  const int64_t bytes = p.setup(ids, 2);
  CHECK_EQ(p.trim(), size_t{0});
  Arena a;
  uint8_t* arena = a.need(bytes);
  CHECK_EQ(p.run(ArenaRef(arena, bytes)), 2);
  CHECK(p.trim() > 0);  // the scratch memory of run(), not of setup()
  p.finish(arena, 0);
  CHECK_EQ(arena_tensor(arena, 0, 0).as<uint8_t>()[3999], static_cast<uint8_t>(1000));
  CHECK_EQ(arena_tensor(arena, 0, 1).as<uint8_t>()[279], uint8_t{70});
  CHECK(p.trim() > 0);
  CHECK_EQ(run(p, a, {9}), 1);
}

TEST(program_reports_bytes_of_every_output) {
  Program p(chain(8, 1, nullptr));
  Arena a;
  CHECK(output_of(p, 0) == bytes_of(0, 0, 0, 0));
  run(p, a, {10, 100, 20});
  // One thread holds one sample at a time; the largest one counts.
  CHECK(output_of(p, 0) == bytes_of(100, 100, 192, 192));
  CHECK(output_of(p, 1) == bytes_of(200, 200, 320, 320));
  CHECK(output_of(p, 2) == bytes_of(520, 400, 520, 400));
  // All samples are equal, so room for a whole batch is reserved. The largest batch and the largest tensor count.
  run(p, a, {30, 30, 30, 30, 30});
  CHECK(output_of(p, 2) == bytes_of(600, 400, 960, 400));
  run(p, a, {1});
  CHECK(output_of(p, 2) == bytes_of(600, 400, 960, 400));

  // At most four samples at once on four threads, each of which holds one. The work need not reach all threads.
  Program many(chain(64, 4, nullptr));
  run(many, a, std::vector<int64_t>(64, 1000));
  const Json held = output_of(many, 0);
  CHECK(held["real"].get<int>() % 1000 == 0 && held["real"] >= 1000 && held["real"] <= 4000);
  CHECK(held["reserved"].get<int>() == held["real"].get<int>() / 1000 * 1088);
  CHECK(output_of(many, 2) == bytes_of(256000, 4000, 256000, 4000));

  // Made during setup, so it is kept for the whole batch.
  auto spec = std::make_unique<ProgramSpec>();
  spec->batch_size = 4;
  spec->threads = 2;
  add(*spec, kBytes, {}, 0);
  add(*spec, kReads, {0}, 1);
  add(*spec, kTwice, {1}, 2);
  spec->outputs = {2, 0, 2};
  Program early(std::move(spec));
  run(early, a, {10, 100, 20});
  CHECK(output_of(early, 0) == bytes_of(130, 100, 130 + 128 + 192 + 128, 192));
  CHECK(output_of(early, 2) == bytes_of(520, 400, 1040, 400));
}

TEST(pages_are_given_back_as_zeros) {
  std::vector<uint8_t> memory(1 << 20, 7);
  uint8_t* data = memory.data() + 100;
  const int64_t freed = drop_pages(data, 600000);
  CHECK(freed > 590000 - 2 * 4096 && freed <= 600000);
  CHECK_EQ(memory[99], uint8_t{7});
  CHECK_EQ(memory[100 + 600000], uint8_t{7});
  int64_t zeros = 0;
  for (uint8_t b : memory) zeros += b == 0;
  CHECK_EQ(zeros, freed);
  CHECK_EQ(drop_pages(data, 600000) <= freed, true);
  CHECK_EQ(drop_pages(data, 100), int64_t{0});
  std::memset(data, 3, 600000);
  CHECK_EQ(memory[5000], uint8_t{3});
}

}  // namespace
}  // namespace penstock
