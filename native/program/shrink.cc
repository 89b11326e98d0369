// See shrink.h.
#include "program/shrink.h"

#include "program/op_call.h"

namespace penstock {
namespace {

// How often each value is read: as an input, an argument, a guard or an output.
std::vector<int> count_reads(const ProgramSpec& spec, int values) {
  std::vector<int> reads(static_cast<size_t>(values));
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

}  // namespace

void mark_shrinking(ProgramSpec& spec, int values) {
  const std::vector<int> reads = count_reads(spec, values);
  std::vector<const OpNode*> maker(static_cast<size_t>(values));
  for (OpNode& op : spec.ops) {
    op.shrinks = nullptr;
    if (op.op->args->shrinks && runs_per_sample(op)) {
      const auto v = static_cast<size_t>(op.inputs[0]);
      if (maker[v] && reads[v] == 1) op.shrinks = maker[v];
    }
    if (op.op->shrink && runs_per_sample(op)) maker[static_cast<size_t>(op.outputs[0])] = &op;
  }
}

bool DecoderInput::shrink(double least, Shrunk& shrunk) {
  const OpNode* decoder = op_.shrinks;
  if (!decoder) return false;
  Value* v = state_.values(position_);
  Value& image = v[op_.inputs[0]];
  // A decoder that has failed has no state.
  if (image.poisoned || image.absent) return false;
  OutSpec out = image;
  ShrinkRequest request{v[decoder->inputs[0]], least, out, {}, 0};
  if (!decoder->op->shrink(args_of(state_, *decoder, position_), request, state_of(state_, *decoder, position_)))
    return false;
  static_cast<OutSpec&>(image) = out;
  state_.samples[position_].cost += request.cost_change;
  shrunk = request.shrunk;
  return true;
}

}  // namespace penstock
