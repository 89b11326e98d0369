// The definition of a program: its operators in the order in which they run, and the values that pass between them.
// parse_program() fills it from a plan; tests fill it by hand.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/include/penstock/policies.h"
#include "core/memory_account.h"
#include "core/op.h"

namespace penstock {

class Dataset;

namespace gpu {
class SharedStream;
}

// One operator of a program. Values are numbered: the program's inputs first, then the operators' outputs.
struct OpNode {
  const CpuOp* op = nullptr;
  Device device = Device::cpu;  // of its kernel; its setup() always runs on the CPU
  int id = 0;
  int stream = 0;  // identifies the operator's random numbers, beside the seed
  std::string name, call_site;
  OnError on_error = OnError::fail;
  uint64_t seed = 0;
  int source = -1;                   // of a mixture: the data set of this reader among those that were joined
  std::vector<int> inputs, outputs;  // numbers of values
  struct ArgInput {
    int field, value;
    bool constant;  // it stands for a constant: the shape of the values says nothing
  };
  std::vector<ArgInput> arg_inputs;
  // The operator runs for the samples for which every one of these values (one number per sample) equals its wanted
  // number.
  struct Guard {
    int value;
    double want;
  };
  std::vector<Guard> guards;
  // Random numbers by a counter, as imperative mode draws them: it is `first` in the first batch and grows by `stride`
  // with each batch; the sample's position in the batch selects the draw. Without it, draws depend on operator, epoch
  // and sample.
  struct Draws {
    uint64_t first = 0, stride = 0, now = 0;
  };
  std::optional<Draws> draws;
  // For a fused operator: one of the operators that it was made from, as the user called it. An error's `part` is its
  // index.
  struct Part {
    std::string op, call_site;
  };
  std::vector<Part> parts;
  std::vector<uint8_t> args;      // the operator's argument struct, with constants filled in
  std::deque<std::string> texts;  // the texts that string arguments and lists of the struct point to
  std::deque<std::vector<std::string_view>> text_lists;
  std::deque<std::vector<DType>> dtype_lists;
  std::deque<std::vector<float>> numbers;
  std::deque<std::vector<int32_t>> integers;

  // The program fills these members when it is made.
  std::shared_ptr<SharedState> shared;
  size_t args_offset = 0, state_offset = 0, frames_offset = 0;  // in a sample's block
  bool early = false;  // it runs during setup, because a setup() needs its values
  // For a resize: the operator that makes its first input, if that may be asked for a smaller one (program/shrink.h).
  const OpNode* shrinks = nullptr;
  // For such a decoder: the positions of all resizes that read its images.
  std::vector<int> resizes;
  // For such a decoder: the positions of the decoders before it that read the same file.
  std::vector<int> twins;

  bool merges() const { return op->flags & kMerges; }
  bool views() const { return op->flags & kView; }
  // Whether its outputs have no memory of their own.
  bool aliases() const { return merges() || views(); }
  // Whether an argument may differ by frame.
  bool takes_frames() const { return op->args->frames && !arg_inputs.empty(); }
  bool whole_batch() const {
    const ArgTable& t = *op->args;
    return t.whole_batch && (t.whole_batch_if < 0 || *reinterpret_cast<const bool*>(args.data() + t.whole_batch_if));
  }
  // Whether setup() reads the bytes of input i.
  bool reads(size_t i) const { return op->flags & (i ? kReadsInput | kReadsOthers : kReadsInput); }
  // The operator that an error message names.
  Part blamed(const Error& e) const {
    const auto part = static_cast<size_t>(e.part);
    return part < parts.size() ? parts[part] : Part{op->name, call_site};
  }
};

struct ProgramInput {
  int mailbox, output;
};

struct ProgramSpec {
  int batch_size = 1;
  int threads = 1;
  int group = 0;      // programs of one group share `threads`; 0: no group
  int turns = 0;      // a number that programs share which work on the batches of one stage in turn; 0: none
  int stage_id = 0;   // a number that all programs of one stage share, which keep decoded images together; 0: none
  bool here = false;  // setup() uses the calling thread alone, even when the pool is busy
  // The onError of samples that an operator refuses; not 'fail' only where they are fed, so that each may be another
  // caller's.
  OnError on_refused = OnError::fail;
  uint64_t seed = 0;
  std::string actor;  // the actor that runs it, as profilers show it; empty in imperative mode
  std::vector<ProgramInput> inputs;
  std::deque<OpNode> ops;
  std::vector<int> outputs;  // numbers of values
  int source_value = -1;  // of a mixture: the output that is the number of the sample's source, which no operator makes
  std::vector<bool> on_device;  // per output: it lies in device memory
  int64_t device_hint = 0;      // bytes of a batch's outputs in device memory that the user expects; 0: unknown
  int gpu = -1;                 // the GPU of a program that has operators on one; else -1
  // The stream on which its GPU work is queued; empty: a stream of its own.
  std::shared_ptr<gpu::SharedStream> stream;
  std::shared_ptr<const Dataset> dataset;  // for a reader's program; names the samples
  // The handle of the memory that holds the account's words, and their offset in it; the caller makes the account.
  int64_t account_block = -1;
  int64_t account_offset = 0;
  int64_t device_account_offset = 0, pinned_account_offset = 0;
  std::shared_ptr<Account> account, device_account, pinned_account;  // empty: nothing is counted
  // Scratch memory per thread, which programs that never run at the same time may share. The program makes its own when
  // this is empty.
  std::shared_ptr<ScratchSet> scratch;
};

// Fills `spec` from a ProgramPlan, which also has batchSize, threads, seed, group and account. Throws INVALID_ARGUMENT.
void parse_program(const std::string& json, ProgramSpec& spec);

}  // namespace penstock
