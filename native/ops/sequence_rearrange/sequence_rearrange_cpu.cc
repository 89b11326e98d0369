// sequenceRearrange on the CPU.
#include <cstring>

#include "core/op.h"
#include "core/streamed.h"
#include "generated/ops/sequence_rearrange.h"

namespace penstock::ops {
namespace {

void setup(const SequenceRearrangeArgs& a, SampleSetup& s, NoState&) {
  const TensorView& in = s.in[0];
  if (!in.shape.ndim || (!in.layout.empty() && in.layout.name[0] != 'F')) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected a sequence (a layout that begins with F) but received %d dimensions, layout '%s'", in.shape.ndim,
         in.layout.name);
  }
  if (a.new_order.empty())
    fail(ErrorCode::INVALID_ARGUMENT, "Expected at least one place for newOrder but received none");
  if (a.new_order.shape && a.new_order.shape->ndim > 1) {
    fail(ErrorCode::INVALID_ARGUMENT, "Expected a list of places for newOrder but received a tensor of %d dimensions",
         a.new_order.shape->ndim);
  }
  for (int i = 0; i < a.new_order.size; ++i) {
    if (a.new_order[i] >= 0 && a.new_order[i] < in.shape[0]) continue;
    fail(ErrorCode::INVALID_ARGUMENT, "Expected places from 0 to %lld for newOrder but received %d at place %d",
         static_cast<long long>(in.shape[0] - 1), a.new_order[i], i);
  }
  s.out[0] = in;
  s.out[0].shape[0] = a.new_order.size;
}

void run(const SequenceRearrangeArgs& a, SampleRun& s, NoState&) {
  const int64_t bytes = s.out[0].bytes() / a.new_order.size;
  if (!bytes) return;
  const auto* from = s.in[0].as<const uint8_t>();
  auto* to = s.out[0].as<uint8_t>();
  const auto copy = [&](uint8_t* frame, const uint8_t* in) {
    if (s.out[0].bytes() >= kStreamedTensor) return copy_streamed(frame, in, static_cast<size_t>(bytes));
    std::memcpy(frame, in, static_cast<size_t>(bytes));
  };
  for (int i = 0; i < a.new_order.size; ++i) copy(to + i * bytes, from + a.new_order[i] * bytes);
}

}  // namespace

PENSTOCK_CPU_OP(sequence_rearrange, SequenceRearrangeArgs, NoState, setup, run, kNone)

}  // namespace penstock::ops
