// What a program is made from: its operators in the order in which they run, and the values that pass between them.
// parse_program() fills it from a plan; tests fill it by hand.
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory_account.h"
#include "core/op.h"

namespace penstock {

class Dataset;

namespace gpu {
class SharedStream;
}

enum class OnError : uint8_t { fail, skip, placeholder };

// Where an operator's kernel runs; its setup() runs on the CPU always.
enum class Device : uint8_t { cpu, mixed, gpu };

// One operator of a program. Values are numbered: the program's inputs first, then what operators give.
struct OpNode {
  const CpuOp* op = nullptr;
  Device device = Device::cpu;
  int id = 0;
  int stream = 0;  // the key of its random numbers beside the seed
  std::string name, call_site;
  OnError on_error = OnError::fail;
  uint64_t seed = 0;
  std::vector<int> inputs, outputs;  // values
  struct ArgInput {
    int field, value;
  };
  std::vector<ArgInput> arg_inputs;
  // The operator runs for the samples for which every one of these values (one number per sample) is as wanted.
  struct Guard {
    int value;
    double want;
  };
  std::vector<Guard> guards;
  // Random numbers by a counter, as imperative mode draws them: `first` in a batch, `stride` more with each batch, and
  // the sample's place in the batch. Without it they go by operator, epoch and sample.
  struct Draws {
    uint64_t first = 0, stride = 0, now = 0;
  };
  std::optional<Draws> draws;
  // For an operator that was fused from several: the operators as the user called them, which an error's `part` counts.
  struct Part {
    std::string op, call_site;
  };
  std::vector<Part> parts;
  std::vector<uint8_t> args;      // the struct, constants filled in
  std::deque<std::string> texts;  // what string arguments and lists of the struct point to
  std::deque<std::vector<std::string_view>> text_lists;
  std::deque<std::vector<float>> numbers;
  std::deque<std::vector<int32_t>> integers;

  // The program fills these when it is made.
  size_t args_offset = 0, state_offset = 0;  // in a sample's block
  bool early = false;                        // it runs during setup, because some setup needs its values

  bool merges() const { return op->flags & kMerges; }
  // Whether setup() looks at the bytes of input i.
  bool reads(size_t i) const { return op->flags & (i ? kReadsInput | kReadsOthers : kReadsInput); }
  // The operator whose failure it is, as a message names it.
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
  int group = 0;      // programs of one group share `threads`; 0: none
  bool here = false;  // setup() runs on the calling thread alone, however busy the pool is
  uint64_t seed = 0;
  std::vector<ProgramInput> inputs;
  std::deque<OpNode> ops;
  std::vector<int> outputs;     // values
  std::vector<bool> on_device;  // per output: it lies in device memory
  int gpu = -1;                 // the GPU of a program that has operators on one
  // Where its work on the GPU is queued; empty: a stream of its own.
  std::shared_ptr<gpu::SharedStream> stream;
  std::shared_ptr<const Dataset> dataset;  // of a reader; names the samples
  // Where the words of the account lie; the caller makes the link.
  int64_t account_block = -1;  // a handle
  int64_t account_offset = 0;
  int64_t device_account_offset = 0, pinned_account_offset = 0;
  std::shared_ptr<Account> account, device_account, pinned_account;  // empty: nothing is counted
  // Scratch memory per thread, which programs that never run at once may share; the program makes its own when empty.
  std::shared_ptr<ScratchSet> scratch;
};

// Fills `spec` from a ProgramPlan with batchSize, threads, seed, group and account beside it. Throws INVALID_ARGUMENT.
void parse_program(const std::string& json, ProgramSpec& spec);

}  // namespace penstock
