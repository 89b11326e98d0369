// See shrink.h.
#include "program/shrink.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "program/frames.h"

namespace penstock {
namespace {

// How often each value is read: as an input, an argument, a guard or an output.
std::vector<size_t> count_reads(const ProgramSpec& spec, int values) {
  std::vector<size_t> reads(static_cast<size_t>(values));
  const auto read = [&](int v) { ++reads[static_cast<size_t>(v)]; };
  for (const OpNode& op : spec.ops) {
    for (const int v : op.inputs) read(v);
    for (const auto& a : op.arg_inputs) read(a.value);
    for (const auto& g : op.guards) read(g.value);
  }
  for (const int v : spec.outputs) read(v);
  return reads;
}

bool runs_per_sample(const OpNode& op) { return op.device == Device::cpu && !op.early; }

// Has the decoder make a smaller image, if it gains from that.
bool shrink_decoder(BatchState& state, const OpNode& decoder, double least, int position, Shrunk& shrunk) {
  Value* v = state.values(position);
  Value& image = v[decoder.outputs[0]];
  OutSpec out = image;
  ShrinkRequest request{v[decoder.inputs[0]], least, out, {}, 0};
  if (!decoder.op->shrink(args_of(state, decoder, position), request, state_of(state, decoder, position))) return false;
  static_cast<OutSpec&>(image) = out;
  state.samples[position].cost += request.cost_change;
  shrunk = request.shrunk;
  // Where a scale is no power of a half, products are off by less than this.
  constexpr double kNoise = 1e-6;
  const double halvings = std::floor(kNoise - std::log2(std::max(shrunk.scale[0], shrunk.scale[1])));
  image.halvings = static_cast<uint8_t>(std::clamp<double>(halvings, 0, kMaxHalvings));
  return true;
}

// The input of a resize that is set up again: the smaller image was chosen.
class ChosenInput final : public ShrinkableInput {
 public:
  explicit ChosenInput(const Shrunk& shrunk) : shrunk_(shrunk) {}
  bool shrink(double, Shrunk& shrunk) override {
    shrunk = shrunk_;
    return true;
  }

 private:
  const Shrunk shrunk_;
};

// Whether the operator reads the sample: it is in no branch that was not taken, and has not failed.
bool takes_part(const OpNode& op, const Value* v) { return !v[op.outputs[0]].absent && !v[op.outputs[0]].poisoned; }

// The most that a resize asks for; 0 where one of them needs the whole image, or none runs.
double asked_by_all(const BatchState& state, const OpNode& decoder, const Value* v, const Worker& w) {
  double least = 0;
  for (const int r : decoder.resizes) {
    if (!takes_part(state.spec.ops[r], v)) continue;
    const double wish = w.wishes[r].least;
    if (!(wish > 0)) return 0;
    least = std::max(least, wish);
  }
  return least;
}

// `whole`: the image as the resize was set up for it before.
void set_up_again(BatchState& state, int op_index, const OutSpec& whole, ShrinkableInput& image, int position,
                  Worker& w) {
  const OpNode& op = state.spec.ops[op_index];
  std::fill_n(w.call.specs.begin(), op.outputs.size(), OutSpec{});
  SampleSetup s;
  prepare_call(s, state, op, op_index, position, w);
  static_cast<OutSpec&>(w.call.in[0]) = whole;
  s.out = w.call.specs.data();
  s.shrinkable = &image;
  call_setup(state, op, position, s, w);
  w.scratch.reset();
  state.samples[position].cost += s.cost - w.wishes[op_index].cost;
}

}  // namespace

void mark_shrinking(ProgramSpec& spec, int values) {
  std::vector<OpNode*> maker(static_cast<size_t>(values));
  for (int i = 0; i < static_cast<int>(spec.ops.size()); ++i) {
    OpNode& op = spec.ops[static_cast<size_t>(i)];
    op.shrinks = nullptr;
    op.resizes.clear();
    if (!runs_per_sample(op)) continue;
    OpNode* decoder = op.op->args->shrinks ? maker[static_cast<size_t>(op.inputs[0])] : nullptr;
    if (decoder) decoder->resizes.push_back(i);
    if (op.op->shrink) maker[static_cast<size_t>(op.outputs[0])] = &op;
  }
  const std::vector<size_t> reads = count_reads(spec, values);
  for (OpNode& op : spec.ops) {
    if (op.resizes.empty()) continue;
    if (op.resizes.size() != reads[static_cast<size_t>(op.outputs[0])]) op.resizes.clear();
    for (const int r : op.resizes) spec.ops[static_cast<size_t>(r)].shrinks = &op;
  }
  for (OpNode& op : spec.ops) {
    op.twins.clear();
    if (op.resizes.empty()) continue;
    for (int i = 0; &spec.ops[static_cast<size_t>(i)] != &op; ++i) {
      const OpNode& other = spec.ops[static_cast<size_t>(i)];
      if (!other.resizes.empty() && other.op == op.op && other.inputs == op.inputs) op.twins.push_back(i);
    }
  }
}

const Value* made_by_twin(const BatchState& state, const OpNode& decoder, int position) {
  const Value* v = state.values(position);
  for (const int t : decoder.twins) {
    const OpNode& twin = state.spec.ops[t];
    if (!takes_part(twin, v)) continue;
    if (!std::memcmp(state_of(state, twin, position), state_of(state, decoder, position), decoder.op->state_bytes))
      return &v[twin.outputs[0]];
  }
  return nullptr;
}

bool DecoderInput::shrink(double least, Shrunk& shrunk) {
  const OpNode* decoder = state_.spec.ops[op_index_].shrinks;
  if (!decoder) return false;
  const Value& image = state_.values(position_)[decoder->outputs[0]];
  // A decoder that has failed has no state.
  if (image.poisoned || image.absent) return false;
  if (decoder->resizes.size() == 1) return shrink_decoder(state_, *decoder, least, position_, shrunk);
  worker_.wishes[op_index_].least = least;
  return false;
}

void shrink_for_all(BatchState& state, const OpNode& decoder, int position, Worker& w, int& op_index) {
  Value* v = state.values(position);
  if (!takes_part(decoder, v)) return;
  const double least = asked_by_all(state, decoder, v, w);
  const OutSpec whole = v[decoder.outputs[0]];
  Shrunk shrunk;
  if (!(least > 0) || !shrink_decoder(state, decoder, least, position, shrunk)) return;
  ChosenInput image(shrunk);
  try {
    for (const int r : decoder.resizes) {
      if (!takes_part(state.spec.ops[r], v)) continue;
      op_index = r;
      set_up_again(state, r, whole, image, position, w);
    }
  } catch (...) {
    // Those that are still set up for the whole image would read beyond the smaller one.
    for (const int r : decoder.resizes) {
      for (const int o : state.spec.ops[r].outputs) v[o].poisoned = true;
    }
    throw;
  }
}

}  // namespace penstock
