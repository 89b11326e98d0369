// Intermediates that share memory: random graphs of operators give the same bytes as when every value is an output,
// which then has memory of its own.
#include <cstring>
#include <random>
#include <set>

#include "core/json.h"
#include "program/scratch_plan.h"
#include "program_fixture.h"

namespace penstock {

namespace ops {
extern const CpuOp merge_cpu;
}

namespace {

using namespace test;

// blend: every element of each output depends on every element of all inputs. `add` sets the length.
void blend_setup(const NumArgs& a, SampleSetup& s, NoState&) {
  for (int o = 0; o < s.num_outputs; ++o) {
    const auto n = static_cast<int64_t>(a.add) + o * 5 + s.sample->index % 3;
    s.out[o] = {DType::int32, "X", {1 + n * 7 % 61}};
  }
}
void blend_run(const NumArgs& a, SampleRun& s, NoState&) {
  const auto read = [&] {
    auto sum = static_cast<uint32_t>(a.add) + static_cast<uint32_t>(s.sample->index);
    for (int i = 0; i < s.num_inputs; ++i) {
      for (int64_t k = 0; k < s.in[i].shape[0]; ++k) {
        sum = sum * 31 + static_cast<uint32_t>(s.in[i].as<int32_t>()[k]);
      }
    }
    return sum;
  };
  const uint32_t sum = read();
  std::memset(s.scratch->get(5000), 0x77, 5000);
  for (int o = 0; o < s.num_outputs; ++o) {
    for (int64_t k = 0; k < s.out[o].shape[0]; ++k) {
      s.out[o].as<int32_t>()[k] = static_cast<int32_t>(sum * 17 + static_cast<uint32_t>(o * 1000 + k));
    }
  }
  CHECK_EQ(read(), sum);  // outputs do not overlap inputs
}
const CpuOp kBlend = make_cpu_op<NumArgs, NoState, blend_setup, blend_run>("blend", &kNumTable, kNone);
const CpuOp kLook = make_cpu_op<NumArgs, NoState, blend_setup, blend_run>("look", &kNumTable, kReadsInput);

// Builds the same operators for the same number; returns the values that all samples have.
std::vector<int> build(Build& b, uint32_t number) {
  std::mt19937 random(number);
  const auto below = [&](size_t n) { return static_cast<int>(random() % n); };
  int next = 0;
  std::vector<int> whole;  // values that all samples have
  const auto some = [&](const std::vector<int>& from) {
    std::vector<int> in;
    for (int i = from.empty() ? 0 : 1 + below(3); i > 0; --i) {
      // Mostly recent values, and sometimes older ones: short and long lifetimes.
      const size_t back = std::min(from.size(), size_t{random() % 3 ? 3u : 100u});
      in.push_back(from[from.size() - 1 - below(back)]);
    }
    return in;
  };
  const auto blend = [&](const std::vector<int>& from, std::vector<OpNode::Guard> guards) {
    std::vector<int> out(1 + below(2));
    for (int& v : out) v = next++;
    OpNode& op = b.op(random() % 12 ? kBlend : kLook, some(from), out, plus(static_cast<float>(below(60))));
    op.guards = std::move(guards);
    return out;
  };
  const int ops = 3 + below(14);
  for (int i = 0; i < ops; ++i) {
    if (whole.empty() || random() % 4) {
      for (int v : blend(whole, {})) whole.push_back(v);
      continue;
    }
    const int branches = 2 + below(2), selector = next++;
    b.op(kPick, {}, {selector}, plus(static_cast<float>(branches)));
    std::vector<int> in = {selector};
    for (int k = 0; k < branches; ++k) {
      std::vector<int> inside = whole;
      for (int steps = below(3); steps > 0; --steps) {
        for (int v : blend(inside, {{selector, static_cast<double>(k)}})) inside.push_back(v);
      }
      in.push_back(inside[inside.size() - 1 - below(std::min(inside.size(), size_t{3}))]);
    }
    b.op(ops::merge_cpu, in, {next});
    whole.push_back(next++);
  }
  return whole;
}

TEST(scratch_buffers_change_no_byte_of_random_programs) {
  std::mt19937 random(23);
  for (uint32_t number = 0; number < static_cast<uint32_t>(rounds(1500)); ++number) {
    const int threads = 1 + static_cast<int>(random() % 3);
    Build all(6, threads), few(6, threads);
    const std::vector<int> values = build(all, number);
    build(few, number);
    std::vector<int> wanted = {values.back()};
    while (random() % 2) wanted.push_back(values[random() % values.size()]);
    auto want = all.done(values), got = few.done(wanted);
    Arena a, b;
    for (int64_t first : {0, 100}) {
      const auto samples = ids({first, first + 1, first + 2, first + 3, first + 4, first + 5});
      CHECK_EQ(run_batch(*want, a, samples), 6);
      CHECK_EQ(run_batch(*got, b, samples), 6);
      int wrong = 0;
      for (size_t o = 0; o < wanted.size(); ++o) {
        const auto at = std::find(values.begin(), values.end(), wanted[o]) - values.begin();
        for (int i = 0; i < 6; ++i) wrong += row(a, static_cast<int>(at), i) != row(b, static_cast<int>(o), i);
      }
      CHECK_EQ(wrong, 0);
      std::fill(b.words.begin(), b.words.end(), 0x5A5A5A5A5A5A5A5AULL);
      std::fill(a.words.begin(), a.words.end(), 0x5A5A5A5A5A5A5A5AULL);
    }
  }
}

void large_setup(const NumArgs&, SampleSetup& s, NoState&) { s.out[0] = {DType::uint8, "X", {2 << 20}}; }
void large_run(const NumArgs&, SampleRun& s, NoState&) { std::memset(s.out[0].data, s.num_inputs, 2 << 20); }
const CpuOp kLarge = make_cpu_op<NumArgs, NoState, large_setup, large_run>("large", &kNumTable, kNone);

TEST(scratch_buffers_of_a_long_chain_are_two) {
  Build b(1);
  b.op(kLarge, {}, {0});
  for (int i = 1; i < 20; ++i) b.op(kLarge, {i - 1}, {i});
  auto p = b.done({19});
  std::vector<uint64_t> arena((3 << 20) / 8);
  p->begin(0);
  const SampleId id{0, 0, 0};
  p->setup(&id, 1);
  p->run(ArenaRef(reinterpret_cast<uint8_t*>(arena.data()), static_cast<int64_t>(arena.size() * 8)));
  p->finish(reinterpret_cast<uint8_t*>(arena.data()), 0);
  const auto report = parse_json(p->report(0));
  CHECK(report["scratchBytes"].get<int64_t>() <= 5 << 20);
  // Each value is counted with its own size.
  CHECK_EQ(report["ops"][7]["outputs"][0]["real"].get<int64_t>(), int64_t{2 << 20});
}

TEST(values_that_several_sources_make_have_one_buffer_each) {
  Build b(1);
  for (const std::vector<int>& made : {std::vector<int>{0, 1}, {1, 2, 0}, {3, 1}}) {
    b.op(kBlend, {}, made).source = static_cast<int>(b.spec->ops.size()) - 1;
  }
  const ScratchPlan plan = assign_scratch(*b.spec, 4);
  CHECK_EQ(plan.buffers, 3);
  for (const OpNode& op : b.spec->ops) {
    const std::set<int> buffers = [&] {
      std::set<int> all;
      for (const int v : op.outputs) all.insert(plan.buffer_of[v]);
      return all;
    }();
    CHECK_EQ(buffers.size(), op.outputs.size());
    CHECK(!buffers.count(-1));
  }
}

}  // namespace
}  // namespace penstock
