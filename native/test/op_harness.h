// Runs one operator on one sample without a program, for unit tests and benchmarks of kernels.
#pragma once
#include <cstdlib>
#include <vector>

#include "core/op.h"

namespace penstock::test {

struct OneOp {
  const CpuOp& op;
  const void* args;
  Scratch scratch;
  LocalSlot local;
  std::vector<std::vector<uint8_t>> buffers;
  std::vector<TensorView> outputs;
  SampleInfo info;
  uint64_t seed = 0;

  OneOp(const CpuOp& op, const void* args) : op(op), args(args) {}

  // Runs setup and run; the outputs stay valid until the next call.
  const std::vector<TensorView>& operator()(const std::vector<TensorView>& in, int num_outputs = 1) {
    std::vector<uint8_t> state(op.state_bytes + 16);
    std::vector<OutSpec> specs(num_outputs);
    SampleSetup s;
    fill(s, in, num_outputs);
    s.out = specs.data();
    op.setup(args, s, state.data());
    scratch.reset();
    buffers.assign(num_outputs, {});
    outputs.assign(num_outputs, {});
    for (int i = 0; i < num_outputs; ++i) {
      buffers[i].resize(specs[i].bytes() + 64);
      static_cast<OutSpec&>(outputs[i]) = specs[i];
      outputs[i].data = buffers[i].data();
    }
    SampleRun r;
    fill(r, in, num_outputs);
    r.out = outputs.data();
    op.run(args, r, state.data());
    scratch.reset();
    return outputs;
  }

 private:
  void fill(SampleBase& s, const std::vector<TensorView>& in, int num_outputs) {
    s.in = in.data();
    s.num_inputs = static_cast<int>(in.size());
    s.num_outputs = num_outputs;
    s.sample = &info;
    s.seed = seed;
    s.scratch = &scratch;
    s.local_slot = &local;
  }
};

}  // namespace penstock::test
