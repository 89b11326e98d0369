// The per-sample runner with operators made for tests: order, early evaluation, arguments, failures and refill, dense
// outputs, and the same bytes for any number of threads.
#include "program/program.h"

#include <set>

#include "program_fixture.h"

namespace penstock {
namespace {

using namespace test;

TEST(program_chains_operators_sample_by_sample) {
  Build b(4);
  NumArgs ten;
  ten.add = 10;
  b.op(kIota, {}, {0});
  b.op(kAdd, {0}, {1}, ten);
  b.op(kAdd, {1}, {2}, ten);
  auto p = b.done({2, 0, 2});
  Arena a;
  CHECK_EQ(run_batch(*p, a, ids({3, 1, 4, 2}), 1), 4);
  const ArenaHeader& h = arena_header(a.data());
  CHECK_EQ(h.batch_size, 4u);
  CHECK_EQ(h.flags, 1u);
  CHECK_EQ(h.batch_index, int64_t{3});
  for (int i = 0; i < 4; ++i) {
    const int64_t index = arena_samples(a.data())[i].index;
    const auto out = row(a, 0, i), raw = row(a, 1, i);
    CHECK_EQ(out.size(), static_cast<size_t>(1 + index % 5));
    for (size_t k = 0; k < out.size(); ++k) {
      CHECK_EQ(raw[k], static_cast<int32_t>(index * 100 + k));
      CHECK_EQ(out[k], raw[k] + 20);
    }
    CHECK(row(a, 2, i) == out);
  }
  CHECK(!arena_output(a.data(), 0).dense);
  CHECK_EQ(arena_samples(a.data())[2].index, int64_t{4});
}

TEST(program_evaluates_arguments_early_and_checks_them) {
  Build b(8);
  b.op(kDraw, {}, {0});
  OpNode& n = b.op(kIota, {}, {1});
  n.arg_inputs.push_back({0, 0});
  auto p = b.done({0, 1});
  Arena a;
  run_batch(*p, a, ids({0, 1, 2, 3, 4, 5, 6, 8}));
  std::set<float> seen;
  for (int i = 0; i < 8; ++i) {
    const float drawn = *arena_tensor(a.data(), 0, i).as<float>();
    seen.insert(drawn);
    CHECK_EQ(row(a, 1, i)[0], static_cast<int32_t>(arena_samples(a.data())[i].index * 100 + drawn));
  }
  CHECK(seen.size() > 2);

  Build c(1);
  NumArgs big;
  big.add = 50;
  c.op(kIota, {}, {0}, big);
  OpNode& sized = c.op(kIota, {}, {1});
  sized.arg_inputs.push_back({1, 0});  // size = {50 + 700}, which is out of range
  auto q = c.done({1});
  q->begin(0);
  CHECK_THROWS(q->setup(ids({8}).data(), 1), "INVALID_ARGUMENT: Expected size between 1 and 64 but received 850");
}

TEST(program_refusals_obey_on_error_where_samples_are_fed_unless_all_are_refused) {
  for (const OnError on_refused : {OnError::fail, OnError::skip, OnError::placeholder}) {
    Build b(4);
    b.spec->on_refused = on_refused;
    NumArgs one;
    one.add = 1;
    b.op(kIota, {}, {0}, one);
    // The size is 1 + 100 * index.
    b.op(kIota, {}, {1}).arg_inputs.push_back({1, 0});
    auto p = b.done({1});
    p->begin(0);
    CHECK_THROWS(p->setup(ids({5, 10}).data(), 2), "INVALID_ARGUMENT: Expected size between 1 and 64 but received 501");
    Arena a;
    if (on_refused == OnError::fail) {
      p->begin(0);
      CHECK_THROWS(p->setup(ids({0, 5}).data(), 2),
                   "INVALID_ARGUMENT: Expected size between 1 and 64 but received 501");
      CHECK_EQ(p->bad_sample(5, 0), std::string());
      continue;
    }
    CHECK_EQ(run_batch(*p, a, ids({0, 5})), on_refused == OnError::skip ? 1 : 2);
    CHECK(row(a, 0, 0) == std::vector<int32_t>{0});
    if (on_refused == OnError::placeholder) CHECK_EQ(arena_samples(a.data())[1].flags, 1);
    CHECK(test::contains(p->bad_sample(5, 0), "\"INVALID_ARGUMENT\""));
    CHECK_EQ(p->bad_sample(5, 1), std::string());
  }
}

TEST(program_keeps_the_last_bad_samples_and_no_more) {
  Build b(2);
  b.op(kIota, {}, {0}, {}, OnError::skip);
  auto p = b.done({0});
  for (int64_t i = 0; i < 100; ++i) {
    Arena a;
    run_batch(*p, a, ids({1, 1000 * i + 7}));
  }
  CHECK(test::contains(p->bad_sample(99'007, 0), "unlucky data"));
  CHECK(test::contains(p->bad_sample(70'007, 0), "unlucky data"));
  CHECK_EQ(p->bad_sample(7, 0), std::string());
}

TEST(program_throws_the_first_failure_with_its_sample) {
  for (int threads : {1, 2, 8}) {
    Build b(16, threads);
    b.op(kIota, {}, {0});
    auto p = b.done({0});
    Arena a;
    std::vector<int64_t> order;
    for (int i = 20; i < 36; ++i) order.push_back(i);
    order[5] = 2007;
    order[9] = 1007;
    p->begin(0);
    p->setup(ids(order).data(), 16);
    try {
      p->run(ArenaRef(a.data(), a.bytes()));
      CHECK(false);
    } catch (const SampleError& e) {
      CHECK_EQ(e.index, int64_t{2007});
      CHECK_EQ(e.op, std::string("iota"));
      CHECK_EQ(e.message, std::string("unlucky data"));
    }
    // The program stays usable afterwards.
    Arena fresh;
    CHECK_EQ(run_batch(*p, fresh, ids({1, 2, 3})), 3);
  }
}

TEST(program_skips_and_refills_in_order) {
  Build b(5);
  NumArgs two;
  static const int32_t kTwo[] = {2};
  two.size = {kTwo, 1};
  b.op(kIota, {}, {0}, two, OnError::skip);
  auto p = b.done({0});
  Arena a;
  p->begin(0);
  p->setup(ids({1, 7, 2, 13, 3}).data(), 5);
  CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes())), 3);
  p->setup(ids({1007, 4}).data(), 2);
  CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes())), 4);
  p->setup(ids({5}).data(), 1);
  CHECK_EQ(p->run(ArenaRef(a.data(), a.bytes())), 5);
  p->finish(a.data(), 0);
  for (int i = 0; i < 5; ++i) {
    CHECK_EQ(arena_samples(a.data())[i].index, int64_t{i + 1});
    CHECK_EQ(row(a, 0, i)[0], (i + 1) * 100);
    CHECK_EQ(row(a, 0, i)[1], (i + 1) * 100 + 1);
  }
  CHECK(arena_output(a.data(), 0).dense);
  CHECK_EQ(arena_header(a.data()).bad_count, int64_t{3});
  const std::string report = p->report(0);
  CHECK(test::contains(report, "\"badTotal\":3") && test::contains(report, "unlucky header"));
}

TEST(program_defects_are_never_skipped) {
  Build b(2);
  b.op(kIota, {}, {0}, {}, OnError::skip);
  auto p = b.done({0});
  Arena a;
  p->begin(0);
  p->setup(ids({666, 1}).data(), 2);
  CHECK_THROWS(p->run(ArenaRef(a.data(), a.bytes())), "INTERNAL: a defect");
}

TEST(program_placeholders_keep_shapes_and_are_marked) {
  Build b(4);
  NumArgs three;
  static const int32_t kThree[] = {3};
  three.size = {kThree, 1};
  b.op(kIota, {}, {0}, three, OnError::placeholder);
  b.op(kAdd, {0}, {1}, three);
  b.op(kIota, {}, {2}, three, OnError::placeholder);
  auto p = b.done({1});
  Arena a;
  CHECK_EQ(run_batch(*p, a, ids({13, 1, 7, 2})), 4);
  for (int i = 0; i < 4; ++i) {
    const bool bad = i % 2 == 0;
    CHECK_EQ(arena_samples(a.data())[i].flags & abi::sampleFlags_invalid, bad ? 1u : 0u);
    const auto r = row(a, 0, i);
    CHECK_EQ(r.size(), size_t{3});
    CHECK_EQ(r[2], bad ? 0 : (i / 2 + 1) * 100 + 2);
  }
  CHECK(arena_output(a.data(), 0).dense);
}

TEST(program_gives_the_same_bytes_for_any_threads) {
  std::vector<uint8_t> first;
  for (int threads : {1, 2, 3, 8}) {
    Build b(64, threads);
    b.op(kDraw, {}, {0});
    OpNode& n = b.op(kIota, {}, {1}, {}, OnError::skip);
    n.arg_inputs.push_back({0, 0});
    b.op(kAdd, {1}, {2});
    auto p = b.done({2, 0});
    Arena a;
    std::vector<int64_t> order;
    for (int i = 0; i < 64; ++i) order.push_back(i * 37 % 101);
    run_batch(*p, a, ids(order));
    std::vector<uint8_t> bytes(a.data(), a.data() + arena_header(a.data()).used_bytes);
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
  }
}

TEST(program_passes_inputs_through_and_checks_lockstep) {
  Build source(4);
  source.op(kIota, {}, {0});
  auto p = source.done({0});
  Arena in, out;
  run_batch(*p, in, ids({1, 2, 3, 4}));

  Build b(4);
  b.spec->inputs = {{0, 0}};
  NumArgs one;
  one.add = 1;
  b.op(kAdd, {0}, {1}, one);
  auto q = b.done({0, 1});
  q->begin(0);
  q->setup({in.data()}, 1, 2);
  CHECK_EQ(q->run(ArenaRef(out.data(), out.bytes())), 2);
  q->finish(out.data(), 0);
  CHECK_EQ(arena_samples(out.data())[0].index, int64_t{2});
  CHECK_EQ(row(out, 0, 0)[0], 200);
  CHECK_EQ(row(out, 1, 1)[0], 301);

  q->begin(1);
  q->finish(out.data(), abi::batchFlags_endOfEpoch);
  CHECK_EQ(arena_header(out.data()).batch_size, 0u);
}

TEST(program_json_names_what_is_wrong) {
  const auto parse = [](const char* json) {
    ProgramSpec spec;
    parse_program(json, spec);
  };
  const char* head = R"({"batchSize":2,"threads":1,"seed":0,"inputs":[],"outputs":[],"ops":[)";
  const auto one = [&](const std::string& op) { return head + op + "]}"; };
  CHECK_THROWS(parse(one(R"({"op":"nope","id":1,"inputs":[],"outputs":[0],"args":{},"argInputs":{}})").c_str()),
               "UNSUPPORTED: operator nope has no cpu kernel");
  CHECK_THROWS(
      parse(one(R"({"op":"flip","id":1,"inputs":[],"outputs":[0],"args":{"horizontl":1},"argInputs":{}})").c_str()),
      "INVALID_ARGUMENT: unknown argument horizontl");
  CHECK_THROWS(
      parse(one(R"({"op":"flip","id":1,"inputs":[],"outputs":[0],"args":{"vertical":"a"},"argInputs":{}})").c_str()),
      "INVALID_ARGUMENT: Expected a number for vertical");
  CHECK_THROWS(parse(one(R"({"op":"flip","id":1,"inputs":[4],"outputs":[0],"args":{},"argInputs":{}})").c_str()),
               "INTERNAL");
  CHECK_THROWS(parse("{"), "malformed program");
}

}  // namespace
}  // namespace penstock
