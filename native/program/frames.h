// Arguments that differ by frame. An operator whose op.json says `frames`, and whose per-sample argument is a sequence
// (its layout begins with F), is called once for each frame: its inputs that are sequences are cut into frames, and its
// outputs become sequences. Each frame has arguments and a state of its own, in memory of setup().
#pragma once
#include "program/op_call.h"

namespace penstock {

// The calls of one sample. `frames` is -1 where no argument differs by frame.
struct FrameCalls {
  int frames;
  uint8_t *args, *states;
  size_t args_step, state_step;
};

// Frame `i` of a sequence.
TensorView frame_of(const TensorView& sequence, int i);
// What frame `i` of an operator's calls gets of an input or an argument: what has no frames, or one, is the same for
// all.
TensorView frame_at(const TensorView& v, int i);
inline bool is_sequence(const OutSpec& v) { return v.layout.name[0] == 'F'; }

inline FrameCalls& frames_of(const BatchState& state, const OpNode& op, int position) {
  return *reinterpret_cast<FrameCalls*>(state.samples.block(position, op.frames_offset));
}

// Whether the operator runs frame by frame for this sample. Valid after its setup.
inline bool by_frame(const BatchState& state, const OpNode& op, int position) {
  return op.takes_frames() && frames_of(state, op, position).frames >= 0;
}

// Calls the operator's setup, for each frame where an argument differs by frame. `s` is prepared; its outputs are
// filled. Throws INVALID_ARGUMENT where sequences differ in length, or frames in the shape of an output.
void call_setup(const BatchState& state, const OpNode& op, int position, SampleSetup& s, Worker& w);
// Calls the operator's run in the same way.
void call_run(const BatchState& state, const OpNode& op, int position, SampleRun& r, Worker& w);

}  // namespace penstock
