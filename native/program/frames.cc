// See frames.h.
#include "program/frames.h"

#include <algorithm>
#include <vector>

#include "program/exact_outputs.h"

namespace penstock {
namespace {

// The number of frames of the arguments that are sequences; -1 where none is. For an operator that repeats, a sequence
// of one frame is as long as the others, the inputs included.
int count_frames(const BatchState& state, const OpNode& op, int position, const SampleBase& s) {
  const Value* v = state.values(position);
  const bool repeats = op.op->args->repeats;
  int64_t frames = -1;
  for (const auto& a : op.arg_inputs) {
    const Value& value = v[a.value];
    if (!is_sequence(value) || !value.shape.ndim) continue;
    const int64_t own = value.shape[0];
    if (repeats && own == 1 && frames > 0) continue;
    if (frames >= 0 && frames != own && !(repeats && frames == 1)) {
      fail(ErrorCode::INVALID_ARGUMENT, "Expected %lld frames, as other arguments have, for %s but received %lld",
           static_cast<long long>(frames), op.op->args->fields[a.field].name, static_cast<long long>(own));
    }
    frames = own;
  }
  for (int k = 0; k < s.num_inputs && repeats && frames == 1; ++k) {
    if (is_sequence(s.in[k])) frames = s.in[k].shape[0];
  }
  return static_cast<int>(frames);
}

// Cuts frame `i` out of the inputs that are sequences.
void cut_inputs(const TensorView* in, int count, int i, std::vector<TensorView>& frame) {
  frame.assign(in, in + count);
  for (TensorView& v : frame) v = frame_at(v, i);
}

void check_inputs(const SampleBase& s, int frames, bool repeats) {
  for (int k = 0; k < s.num_inputs; ++k) {
    const TensorView& v = s.in[k];
    if (!is_sequence(v) ? k > 0 || repeats : v.shape[0] == frames || (repeats && v.shape[0] == 1)) continue;
    if (!is_sequence(v)) {
      fail(ErrorCode::INVALID_ARGUMENT,
           "Expected a sequence (a layout that begins with F) beside per-frame arguments "
           "but received layout '%s'",
           v.layout.name);
    }
    fail(ErrorCode::INVALID_ARGUMENT, "Expected per-frame arguments for %lld frames but received %d",
         static_cast<long long>(v.shape[0]), frames);
  }
}

OutSpec sequence_of(const OutSpec& frame, int frames) {
  OutSpec out = frame;
  if (frame.shape.ndim >= abi::maxDims) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected frames of at most %d dimensions but received %d",
         static_cast<int>(abi::maxDims) - 1, frame.shape.ndim);
  }
  out.shape.ndim = frame.shape.ndim + 1;
  out.shape[0] = frames;
  out.layout.name[0] = 'F';
  for (int d = 0; d < frame.shape.ndim; ++d) {
    out.shape[d + 1] = frame.shape[d];
    // An axis without a name is written as DALI writes it.
    out.layout.name[d + 1] = frame.layout.empty() ? '*' : frame.layout.name[d];
  }
  return out;
}

void run_frames(const BatchState& state, const OpNode& op, int position, SampleRun& r, Worker& w) {
  const FrameCalls& calls = frames_of(state, op, position);
  const TensorView* in = r.in;
  TensorView* out = r.out;
  std::vector<TensorView> frame, made(static_cast<size_t>(r.num_outputs));
  r.out = made.data();
  for (int i = 0; i < calls.frames; ++i) {
    cut_inputs(in, r.num_inputs, i, frame);
    for (int o = 0; o < r.num_outputs; ++o) made[o] = frame_of(out[o], i);
    r.in = frame.data();
    const Scratch::Mark mark = w.scratch.mark();
    op.op->run(calls.args + i * calls.args_step, r, calls.states + i * calls.state_step);
    w.scratch.rewind(mark);
  }
  r.in = in;
  r.out = out;
}

}  // namespace

TensorView frame_of(const TensorView& sequence, int i) {
  TensorView frame = sequence;
  frame.shape.ndim = sequence.shape.ndim - 1;
  for (int d = 0; d < frame.shape.ndim; ++d) frame.shape[d] = sequence.shape[d + 1];
  frame.layout = Layout(sequence.layout.view().substr(1));
  if (frame.data) frame.data = frame.as<uint8_t>() + i * frame.bytes();
  return frame;
}

TensorView frame_at(const TensorView& v, int i) { return is_sequence(v) ? frame_of(v, v.shape[0] == 1 ? 0 : i) : v; }

void call_setup(const BatchState& state, const OpNode& op, int position, SampleSetup& s, Worker& w) {
  const int frames = op.takes_frames() ? count_frames(state, op, position, s) : -1;
  if (op.takes_frames()) frames_of(state, op, position).frames = frames;
  if (frames < 0) {
    if (!op.arg_inputs.empty()) resolve_args(state, op, position, w);
    op.op->setup(args_of(state, op, position), s, state_of(state, op, position));
    return;
  }
  if (!frames)
    fail(ErrorCode::INVALID_ARGUMENT, "Expected per-frame arguments of at least one frame but received none");
  check_inputs(s, frames, op.op->args->repeats);
  FrameCalls& calls = frames_of(state, op, position);
  calls.args_step = static_cast<size_t>(align_up(static_cast<int64_t>(op.args.size()), 16));
  calls.state_step = static_cast<size_t>(align_up(static_cast<int64_t>(op.op->state_bytes), 16));
  calls.args = w.early.get(calls.args_step * frames);
  calls.states = w.early.get(calls.state_step * frames);
  const TensorView* in = s.in;
  const uint64_t seed = s.seed;
  std::vector<TensorView> frame;
  std::vector<OutSpec> first;
  for (int i = 0; i < frames; ++i) {
    cut_inputs(in, s.num_inputs, i, frame);
    s.in = frame.data();
    // Each frame has draws of its own: its seed is some steps of the golden ratio away (Steele et al., "SplitMix",
    // 2014).
    s.seed = seed + static_cast<uint64_t>(i) * 0x9E3779B97F4A7C15ULL;
    uint8_t* args = calls.args + i * calls.args_step;
    resolve_args(state, op, position, w, args, i);
    std::fill_n(s.out, s.num_outputs, OutSpec{});
    op.op->setup(args, s, calls.states + i * calls.state_step);
    if (i == 0) first.assign(s.out, s.out + s.num_outputs);
    for (int o = 0; o < s.num_outputs; ++o) {
      if (s.out[o].shape == first[o].shape && s.out[o].dtype == first[o].dtype) continue;
      fail(ErrorCode::INVALID_ARGUMENT, "Expected frames of one shape but frame %d of the output has another", i);
    }
  }
  s.in = in;
  s.seed = seed;
  for (int o = 0; o < s.num_outputs; ++o) s.out[o] = sequence_of(first[o], frames);
}

void call_run(const BatchState& state, const OpNode& op, int position, SampleRun& r, Worker& w) {
  // Those of a mixed operator are the device's, which an operator writes later.
  ExactOutputs exact(r.out, r.mixed ? 0 : op.outputs.size());
  if (by_frame(state, op, position)) {
    run_frames(state, op, position, r, w);
  } else {
    op.op->run(args_of(state, op, position), r, state_of(state, op, position));
  }
  exact.keep();
}

}  // namespace penstock
