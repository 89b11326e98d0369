// Per-sample branches in the runner: guards, merges, where the selected branch writes its output, failures inside
// branches.
#include <mutex>
#include <set>

#include "program_fixture.h"

namespace penstock {

namespace ops {
extern const CpuOp merge_cpu;
}

namespace {

using namespace test;

// place: like iota with one number; also records the address to which it wrote.
std::mutex place_mutex;
std::set<const void*> places;
void place_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::int32, "X", {1}}; }
void place_run(const NumArgs& a, SampleRun& s, NoState&) {
  *s.out[0].as<int32_t>() = static_cast<int32_t>(s.sample->index * 100 + a.add);
  std::lock_guard lock(place_mutex);
  places.insert(s.out[0].data);
}
// other: an output that does not match the other branch's: `add` selects another dtype, number of dimensions or layout.
void other_setup(const NumArgs& a, SampleSetup& s, NoState&) {
  s.out[0] = {DType::int32, "X", {1}};
  if (a.add == 1) s.out[0].dtype = DType::float32;
  if (a.add == 2) s.out[0].shape = {1, 1};
  if (a.add == 3) s.out[0].layout = "Y";
}
void other_run(const NumArgs&, SampleRun& s, NoState&) { *s.out[0].as<int32_t>() = 0; }
// never: fails the test when it runs.
void never_setup(const NumArgs&, SampleSetup&, NoState&) { fail(ErrorCode::INTERNAL, "setup of a branch not taken"); }
void never_run(const NumArgs&, SampleRun&, NoState&) {}

const CpuOp kPlace = make_cpu_op<NumArgs, NoState, place_setup, place_run>("place", &kNumTable, kNone);
const CpuOp kOther = make_cpu_op<NumArgs, NoState, other_setup, other_run>("other", &kNumTable, kNone);
const CpuOp kNever = make_cpu_op<NumArgs, NoState, never_setup, never_run>("never", &kNumTable, kNone);

NumArgs sized(float add) {
  static const int32_t kOne[] = {1};
  NumArgs a = plus(add);
  a.size = {kOne, 1};
  return a;
}

void merge(Build& b, std::vector<int> in, int out, std::vector<OpNode::Guard> guards = {}) {
  b.op(ops::merge_cpu, std::move(in), {out}).guards = std::move(guards);
}

int64_t runs(const Program& p, const std::string& op) {
  const std::string report = p.report(0), name = "\"op\":\"" + op + "\"";
  int64_t sum = 0;
  for (size_t at = report.find(name); at != std::string::npos; at = report.find(name, at + 1)) {
    sum += std::stoll(report.substr(report.find("\"samples\":", at) + 10));
  }
  return sum;
}

// Values: 0 selector of 3, 1 and 2 the first two branches, 3 merge, 4 what follows it. The third branch is `outside`.
std::unique_ptr<Program> three(int batch, int threads, std::vector<int> outputs, OnError e = OnError::fail) {
  Build b(batch, threads);
  b.op(kPick, {}, {0}, plus(3));
  b.op(kIota, {}, {1}, sized(0));
  b.op(kIota, {}, {2}, sized(10), e).guards = {{0, 0}};
  b.op(kAdd, {1}, {3}, plus(20)).guards = {{0, 1}};
  merge(b, {0, 2, 3, 1}, 4);
  b.op(kAdd, {4}, {5}, plus(1));
  return b.done(std::move(outputs));
}

TEST(branch_only_the_chosen_one_runs) {
  for (int threads : {1, 3}) {
    auto p = three(9, threads, {4, 5, 1});
    Arena a;
    CHECK_EQ(run_batch(*p, a, ids({0, 1, 2, 3, 4, 5, 6, 8, 9})), 9);
    for (int i = 0; i < 9; ++i) {
      const auto index = static_cast<int32_t>(arena_samples(a.data())[i].index);
      const int32_t add[] = {10, 20, 0};
      CHECK_EQ(row(a, 0, i)[0], index * 100 + add[index % 3]);
      CHECK_EQ(row(a, 1, i)[0], row(a, 0, i)[0] + 1);
      CHECK_EQ(row(a, 2, i)[0], index * 100);
    }
    CHECK_EQ(runs(*p, "iota"), int64_t{9 + 4});
    CHECK_EQ(runs(*p, "add"), int64_t{2 + 9});
    CHECK_EQ(runs(*p, "merge"), int64_t{9});
    CHECK(arena_output(a.data(), 0).dense);
  }
}

TEST(branch_not_taken_is_not_even_set_up) {
  Build b(2);
  b.op(kPick, {}, {0}, plus(2));
  b.op(kNever, {}, {1}).guards = {{0, 7}};
  b.op(kAdd, {1}, {2}).guards = {{0, 7}};
  b.op(kIota, {}, {3}, sized(0));
  merge(b, {0, 3, 3, 2}, 4);
  auto p = b.done({4});
  Arena a;
  CHECK_EQ(run_batch(*p, a, ids({0, 1})), 2);
  CHECK_EQ(row(a, 0, 1)[0], 100);
  CHECK_EQ(runs(*p, "never") + runs(*p, "add"), int64_t{0});
}

TEST(branch_writes_straight_to_the_output) {
  for (bool nested : {false, true}) {
    places.clear();
    Build b(4);
    b.op(kPick, {}, {0}, plus(2));
    b.op(kPlace, {}, {1}, plus(1)).guards = {{0, 0}};
    b.op(kPlace, {}, {2}, plus(2)).guards = {{0, 1}};
    merge(b, {0, 1, 2}, 3);
    if (nested) merge(b, {0, 3, 2}, 4);
    auto p = b.done({nested ? 4 : 3});
    Arena a;
    run_batch(*p, a, ids({0, 1, 2, 3}));
    std::set<const void*> outputs;
    for (int i = 0; i < 4; ++i) {
      outputs.insert(arena_tensor(a.data(), 0, i).data);
      CHECK_EQ(row(a, 0, i)[0], i * 100 + 1 + i % 2);
    }
#ifndef __SANITIZE_ADDRESS__  // which lends operators memory of exactly the outputs' size
    CHECK(outputs == places);
#endif
  }
}

TEST(branch_value_wanted_twice_and_outside_values) {
  Build b(4);
  b.op(kPick, {}, {0}, plus(2));
  b.op(kIota, {}, {1}, sized(0));
  b.op(kAdd, {1}, {2}, plus(5)).guards = {{0, 1}};
  merge(b, {0, 1, 2}, 3);  // the first branch is an input of the program
  merge(b, {0, 2, 2}, 4, {{0, 1}});
  auto p = b.done({3, 1, 3, 0});
  Arena a;
  run_batch(*p, a, ids({0, 1, 2, 3}));
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(row(a, 0, i)[0], i * 100 + (i % 2 ? 5 : 0));
    CHECK_EQ(row(a, 1, i)[0], i * 100);
    CHECK(row(a, 2, i) == row(a, 0, i));
    CHECK_EQ(row(a, 3, i)[0], i % 2);
  }
}

// An inner selector has a value only where the outer branch was taken. Arguments that come from a merge are made early.
TEST(branch_nests_and_feeds_arguments) {
  Build b(12);
  b.op(kPick, {}, {0}, plus(2));
  b.op(kPick, {}, {1}, plus(3)).guards = {{0, 1}};
  b.op(kDraw, {}, {2}).guards = {{0, 1}, {1, 2}};
  b.op(kPick, {}, {3}, plus(7)).guards = {{0, 0}};
  b.op(kPick, {}, {4}, plus(1)).guards = {{0, 1}};
  merge(b, {1, 4, 4, 4}, 5, {{0, 1}});
  merge(b, {0, 3, 5}, 6);
  OpNode& n = b.op(kIota, {}, {7}, sized(0));
  n.arg_inputs.push_back({0, 6});
  auto p = b.done({7, 6});
  Arena a;
  std::vector<int64_t> order = {0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12};
  run_batch(*p, a, ids(order));
  for (int i = 0; i < 12; ++i) {
    const auto add = static_cast<int32_t>(order[i] % 2 ? 0 : order[i] % 7);
    CHECK_EQ(row(a, 0, i)[0], static_cast<int32_t>(order[i]) * 100 + add);
    CHECK_EQ(row(a, 1, i)[0], add);
  }
  CHECK_EQ(runs(*p, "draw"), int64_t{2});  // 5 and 11, of 1, 3, 5, 9, 11
}

TEST(branch_random_draws_do_not_depend_on_others) {
  const auto draws = [](bool guarded) {
    Build b(32, 2);
    b.op(kPick, {}, {0}, plus(2));
    OpNode& n = b.op(kDraw, {}, {1});
    if (guarded) n.guards = {{0, 1}};
    b.op(kDraw, {}, {2});
    if (guarded) merge(b, {0, 2, 1}, 3);
    auto p = b.done({guarded ? 3 : 1, 2});
    Arena a;
    std::vector<int64_t> order;
    for (int i = 0; i < 32; ++i) order.push_back(i);
    run_batch(*p, a, ids(order));
    std::vector<float> out;
    for (int i = 1; i < 32; i += 2) out.push_back(*arena_tensor(a.data(), 0, i).as<float>());
    return out;
  };
  CHECK(draws(true) == draws(false));
}

TEST(branch_results_must_fit_in_one_batch) {
  const char* const says[] = {"one dtype but received int32 and float32",
                              "one number of dimensions but received 1 and 2", "one layout but received 'X' and 'Y'"};
  for (int odd : {1, 2, 3}) {
    Build b(4);
    b.op(kPick, {}, {0}, plus(2));
    b.op(kOther, {}, {1}, plus(0)).guards = {{0, 0}};
    b.op(kOther, {}, {2}, plus(static_cast<float>(odd))).guards = {{0, 1}};
    merge(b, {0, 1, 2}, 3);
    b.spec->ops.back().call_site = "job.ts:7:3";
    auto p = b.done({0});
    // A batch whose samples all take one branch is valid, whichever branch that is.
    for (int64_t first : {0, 1}) {
      Arena a;
      CHECK_EQ(run_batch(*p, a, ids({first, first + 2})), 2);
    }
    p->begin(2);
    try {
      p->setup(ids({0, 2, 5}).data(), 3);
      CHECK(false);
    } catch (const SampleError& e) {
      CHECK_EQ(std::string(kErrorNames[static_cast<int>(e.code)]), std::string("INVALID_INPUT"));
      CHECK_EQ(e.message, std::string("Expected all branches to give ") + says[odd - 1]);
      CHECK_EQ(e.index, int64_t{5});
      CHECK_EQ(e.call_site, std::string("job.ts:7:3"));
    }
    // The check covers all chunks of one batch.
    p->begin(3);
    Arena a;
    p->setup(ids({0}).data(), 1);
    p->run(ArenaRef(a.data(), a.bytes()));
    CHECK_THROWS(p->setup(ids({1}).data(), 1), "Expected all branches to give one");
  }
}

TEST(branch_selectors_are_checked) {
  Build wide(1);
  wide.op(kIota, {}, {0});  // index 1: two numbers
  wide.op(kIota, {}, {1}).guards = {{0, 1}};
  auto p = wide.done({0});
  p->begin(0);
  CHECK_THROWS(p->setup(ids({1}).data(), 1), "Expected one number per sample to choose a branch but received 2");

  auto q = three(1, 1, {4});
  Build far(1);
  far.op(kPick, {}, {0}, plus(9));
  far.op(kIota, {}, {1});
  merge(far, {0, 1, 1}, 2);
  q = far.done({2});
  q->begin(0);
  CHECK_THROWS(q->setup(ids({5}).data(), 1), "INVALID_INPUT: Expected the number of a branch, 0 to 1, but received 5");
}

// Samples 13 and 7 fail in iota (setup and run). The failing sample of a branch matters only when it takes that branch.
TEST(branch_failures_follow_the_policy) {
  const auto build = [](OnError e) {
    Build b(6);
    b.op(kPick, {}, {0}, plus(2));
    b.op(kIota, {}, {1}, sized(1), e).guards = {{0, 1}};
    b.op(kPlace, {}, {2}, plus(2)).guards = {{0, 0}};
    merge(b, {0, 2, 1}, 3);
    b.op(kAdd, {3}, {4}, plus(10));
    return b.done({3, 4});
  };
  Arena a;
  auto thrown = build(OnError::fail);
  thrown->begin(0);
  CHECK_THROWS(thrown->setup(ids({1, 13}).data(), 2), "BAD_SAMPLE: unlucky header");

  auto skipped = build(OnError::skip);
  CHECK_EQ(run_batch(*skipped, a, ids({1, 13, 2, 7, 4, 5})), 4);
  const std::vector<int64_t> left = {1, 2, 4, 5};
  for (int i = 0; i < 4; ++i) {
    CHECK_EQ(arena_samples(a.data())[i].index, left[i]);
    CHECK_EQ(row(a, 0, i)[0], static_cast<int32_t>(left[i]) * 100 + (left[i] % 2 ? 1 : 2));
    CHECK_EQ(row(a, 1, i)[0], row(a, 0, i)[0] + 10);
  }

  Arena fresh;
  auto held = build(OnError::placeholder);
  CHECK_EQ(run_batch(*held, fresh, ids({1, 13, 2, 7, 4, 5})), 6);
  for (int i = 0; i < 6; ++i) {
    const bool bad = i == 1 || i == 3;
    CHECK_EQ(arena_samples(fresh.data())[i].flags & abi::sampleFlags_invalid, bad ? 1u : 0u);
    CHECK_EQ(row(fresh, 0, i).size(), size_t{1});
    CHECK_EQ(row(fresh, 1, i)[0] == 0, bad);
  }
  CHECK(test::contains(held->report(0), "\"badTotal\":2"));

  // Even samples never take the branch that fails.
  Arena even;
  CHECK_EQ(run_batch(*build(OnError::fail), even, ids({2, 4, 6})), 3);
}

// A stage's output that only some samples have: the others get no memory, and operators of another stage that read it
// have the same guard.
TEST(branch_values_cross_stages) {
  Build first(4);
  first.op(kPick, {}, {0}, plus(2));
  first.op(kIota, {}, {1}, sized(1)).guards = {{0, 1}};
  auto p = first.done({0, 1});
  Arena in, out;
  run_batch(*p, in, ids({0, 1, 2, 3}));
  for (int i = 0; i < 4; ++i) CHECK_EQ(row(in, 1, i).size(), static_cast<size_t>(i % 2));

  Build second(4);
  second.spec->inputs = {{0, 0}, {0, 1}};
  second.op(kAdd, {1}, {2}, plus(3)).guards = {{0, 1}};
  second.op(kPlace, {}, {3}, plus(4)).guards = {{0, 0}};
  merge(second, {0, 3, 2}, 4);
  auto q = second.done({4});
  q->begin(0);
  q->setup({in.data()}, 0, 4);
  CHECK_EQ(q->run(ArenaRef(out.data(), out.bytes())), 4);
  q->finish(out.data(), 0);
  for (int i = 0; i < 4; ++i) CHECK_EQ(row(out, 0, i)[0], i * 100 + 4);
  CHECK_EQ(runs(*q, "add"), int64_t{2});
}

TEST(branch_json) {
  const auto parse = [](const std::string& ops) {
    ProgramSpec spec;
    parse_program(R"({"batchSize":2,"threads":1,"seed":0,"inputs":[],"outputs":[],"ops":[)" + ops + "]}", spec);
    return spec.ops.empty() ? std::vector<OpNode::Guard>{} : spec.ops.back().guards;
  };
  const std::string coin = R"({"op":"random.coinFlip","id":1,"inputs":[],"outputs":[0],"args":{},"argInputs":{}})";
  const auto merged = [&](const char* rest) {
    return coin + R"(,{"op":"merge","id":2,"outputs":[1],"args":{},"argInputs":{},)" + rest + "}";
  };
  CHECK_EQ(parse(merged(R"("inputs":[0,0,0,0,0,0,0,0,0,0,0,0])")).size(), size_t{0});
  const auto guards = parse(merged(R"("inputs":[0,0],"guards":[{"value":0,"want":3}])"));
  CHECK(guards.size() == 1 && guards[0].value == 0 && guards[0].want == 3);
  CHECK_THROWS(parse(merged(R"("inputs":[0])")), "too many or too few inputs");
  CHECK_THROWS(parse(merged(R"("inputs":[0,0],"guards":[{"value":1,"want":3}])")), "value not defined");
  CHECK_THROWS(parse(merged(R"("inputs":[0,0],"guards":[{"value":0}])")), "malformed program");
}

}  // namespace
}  // namespace penstock
