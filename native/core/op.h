// The contract of a CPU operator: two functions over one sample.
//   setup(args, s, state)  shapes: fill s.out[] from s.in[] shapes and args; may keep what run() needs in `state`
//   run(args, s, state)    pixels: fill s.out[i].data, whose memory and shape are as setup said
// Both are called from pool threads, many samples at once; they must not keep anything but `state` (one per sample)
// and s.local<T>() (one per thread), must not allocate per sample, and throw penstock::Error on bad input. Where memory
// was short, run() is called again for the same sample with the state that the refused call has left.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/args.h"
#include "core/error.h"
#include "core/rng.h"
#include "core/scratch.h"
#include "core/tensor.h"

namespace penstock {

class Dataset;

inline constexpr int kMaxOpInputs = 8;
inline constexpr int kMaxOpOutputs = 4;

struct SampleInfo {
  int64_t index = 0;  // in the data set
  int32_t epoch = 0;
  std::string_view source;  // path or name, for messages
  int64_t ordinal = 0;      // samples that its source had given when it gave this one, this one included
};

// What one thread keeps for one operator between samples: decoder handles, coefficient caches.
struct ThreadLocalState {
  virtual ~ThreadLocalState() = default;
};
using LocalSlot = std::unique_ptr<ThreadLocalState>;

struct SampleBase {
  const TensorView* in = nullptr;
  int num_inputs = 0;
  int num_outputs = 0;
  const SampleInfo* sample = nullptr;
  uint64_t seed = 0;
  uint32_t stream = 0;
  Scratch* scratch = nullptr;  // this thread's; everything taken from it is gone when the call returns
  LocalSlot* local_slot = nullptr;
  const Dataset* data_set = nullptr;  // of a reader's program

  const uint64_t* draws = nullptr;  // a counter that stands for operator and epoch; then `position` is the sample
  int64_t position = 0;             // in the batch

  // Of readers: what index() has built (dataset/dataset.h).
  const Dataset& dataset() const {
    if (!data_set) fail(ErrorCode::INTERNAL, "a reader's program has no data set");
    return *data_set;
  }

  Rng rng() const {
    if (draws) return Rng(seed, static_cast<uint32_t>(*draws), static_cast<uint32_t>(*draws >> 32), position);
    return Rng(seed, stream, static_cast<uint32_t>(sample->epoch), sample->index);
  }

  // T derives from ThreadLocalState and is default-constructible; made at first use, freed with the program.
  template <class T>
  T& local() {
    if (!*local_slot) *local_slot = std::make_unique<T>();
    return static_cast<T&>(**local_slot);
  }
};

struct SampleSetup : SampleBase {
  OutSpec* out = nullptr;
  double cost = 0;  // optional estimate of run()'s time, any unit that is the same for all samples of this op

  // in[i].data is null here unless the op is registered with kReadsInput or kReadsOthers, or the input is an argument.
};

struct SampleRun : SampleBase {
  TensorView* out = nullptr;
  bool warned = false;  // set by run(): the sample is good, but its data was odd; counted in the statistics
};

enum OpFlags : uint32_t {
  kNone = 0,
  kReadsInput = 1,   // setup() looks at the input's bytes (decoders: the header)
  kReadsOthers = 2,  // setup() looks at the bytes of every input but the first (slice: anchor and shape)
  kMerges = 4,  // no kernel: inputs are a selector (one whole number per sample), then a value per branch, any number
                // of them; the output is the chosen one itself. See program/branches.h
};

struct CpuOp {
  const char* name;
  const ArgTable* args;
  uint32_t flags;
  size_t state_bytes;
  void (*setup)(const void* args, SampleSetup&, void* state);
  void (*run)(const void* args, SampleRun&, void* state);
};

template <class Args, class State, void (*Setup)(const Args&, SampleSetup&, State&),
          void (*Run)(const Args&, SampleRun&, State&)>
constexpr CpuOp make_cpu_op(const char* name, const ArgTable* table, uint32_t flags) {
  static_assert(std::is_trivially_copyable_v<State>, "the runner moves a sample's state with memcpy");
  return {
      name,
      table,
      flags,
      sizeof(State),
      [](const void* a, SampleSetup& s, void* st) { Setup(*static_cast<const Args*>(a), s, *new (st) State()); },
      [](const void* a, SampleRun& s, void* st) { Run(*static_cast<const Args*>(a), s, *static_cast<State*>(st)); }};
}

struct NoState {};

}  // namespace penstock

// At the end of <op>_cpu.cc, inside namespace penstock::ops. `symbol` is the folder's name.
#define PENSTOCK_CPU_OP(symbol, ArgsType, StateType, setup_fn, run_fn, op_flags) \
  extern const ::penstock::CpuOp symbol##_cpu;                                   \
  const ::penstock::CpuOp symbol##_cpu =                                         \
      ::penstock::make_cpu_op<ArgsType, StateType, setup_fn, run_fn>(ArgsType::op_name, &ArgsType::table, op_flags);
