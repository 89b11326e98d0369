// The contract of a CPU operator: two functions over one sample.
//   setup(args, s, state)  computes shapes: fills s.out[] from the shapes in s.in[] and from args; may store in `state`
//                          what run() needs
//   run(args, s, state)    computes pixels: fills s.out[i].data, whose memory and shape are as setup() described them
// Both are called from pool threads for many samples at once. They keep data only in `state` (one per sample) and in
// s.local<T>() (one per thread), do not allocate per sample, and throw penstock::Error on bad input. When memory for a
// sample is refused, run() is called again for it with the state that the refused call has left.
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
#include "core/shrink.h"
#include "core/tensor.h"

namespace penstock {

class Dataset;

// The most inputs of an operator, as in DALI. Outputs are as many as two stages may pass on.
inline constexpr int kMaxOpInputs = 999;
inline constexpr int kMaxOpOutputs = abi::maxOutputs;

struct SampleInfo {
  int64_t index = 0;  // in the data set
  int32_t epoch = 0;
  std::string_view source;  // path or name, for messages
  int64_t ordinal = 0;      // samples that its source had given so far, this one included
};

// The state that one thread keeps for one operator between samples: decoder handles, coefficient caches.
struct ThreadLocalState {
  virtual ~ThreadLocalState() = default;
};
using LocalSlot = std::unique_ptr<ThreadLocalState>;

// What an operator that needs the whole batch sees of it. Its inputs are inputs of the program, so all of them are
// there before the first setup().
struct BatchView {
  virtual int count() const = 0;
  // Input i of the sample at a position of the batch.
  virtual const TensorView& input(int i, int position) const = 0;
  virtual const SampleInfo& sample(int position) const = 0;
  // In run(): the operator's state of any sample, as setup() has left it. Where setup() has failed for the sample, it
  // is what an earlier batch has left, so an operator that reads it keeps serial() there.
  virtual const void* state(int position) const = 0;
  // A number that no other batch of this program has; at least 1.
  virtual uint64_t serial() const = 0;

 protected:
  ~BatchView() = default;
};

// What an operator computes once for a whole program from its constant arguments: tables, filters. Threads read it at
// the same time.
struct SharedState {
  virtual ~SharedState() = default;
};

struct SampleBase {
  const TensorView* in = nullptr;
  int num_inputs = 0;
  int num_outputs = 0;
  const SampleInfo* sample = nullptr;
  uint64_t seed = 0;
  uint32_t stream = 0;
  Scratch* scratch = nullptr;  // the scratch memory of this thread; allocations from it end when the call returns
  LocalSlot* local_slot = nullptr;
  const Dataset* data_set = nullptr;  // of a reader's program; null in other programs

  const uint64_t* draws = nullptr;   // a counter that identifies operator and epoch; with it, `position` identifies the
                                     // sample
  int64_t position = 0;              // in the batch
  const BatchView* batch = nullptr;  // for operators whose op.json says wholeBatch, where it applies

  // For readers: the data set that index() has built (dataset/set/dataset.h).
  const Dataset& dataset() const {
    if (!data_set) fail(ErrorCode::INTERNAL, "a reader's program has no data set");
    return *data_set;
  }

  Rng rng() const {
    if (draws) return Rng(seed, static_cast<uint32_t>(*draws), static_cast<uint32_t>(*draws >> 32), position);
    return Rng(seed, stream, static_cast<uint32_t>(sample->epoch), sample->index);
  }

  // Random numbers that all samples of the batch share, for operators with `batch`.
  Rng batch_rng() const {
    if (draws) return Rng(seed, static_cast<uint32_t>(*draws), static_cast<uint32_t>(*draws >> 32), 0);
    const SampleInfo& first = batch->sample(0);
    return Rng(seed, stream, static_cast<uint32_t>(first.epoch), first.index);
  }

  // What the operator's share() has made.
  const SharedState* shared_state = nullptr;
  template <class T>
  const T& shared() const {
    return static_cast<const T&>(*shared_state);
  }

  // The operator's state on this thread. T derives from ThreadLocalState and is default-constructible; it is made at
  // the first use and freed with the program.
  template <class T>
  T& local() {
    if (!*local_slot) *local_slot = std::make_unique<T>();
    return static_cast<T&>(**local_slot);
  }
};

// For an operator with kView: where an output lies.
struct ViewOf {
  int64_t offset = 0;  // in bytes, in the first input
  int position = -1;   // of the sample whose input it is, for an operator with `batch`; -1: its own
};

struct SampleSetup : SampleBase {
  OutSpec* out = nullptr;
  ViewOf* view = nullptr;   // per output; setup() of an operator with kView fills it
  Scratch* kept = nullptr;  // with `batch`: memory that lasts until the batch is made. Null in a program on a GPU,
                            // whose inputs setup() cannot read
  double cost = 0;          // optional estimate of run()'s time, in any unit that all samples of this op share
  // Set for a resize whose first input can be made smaller than s.in[0] says; its setup() may ask for that once.
  ShrinkableInput* shrinkable = nullptr;

  // in[i].data is null here unless the op is registered with kReadsInput or kReadsOthers, or the input is an argument.
};

// What makes the first output of an operator with kRunsMixed on device 'mixed', in device memory.
struct MixedRun {
  virtual ~MixedRun() = default;
};

struct SampleRun : SampleBase {
  TensorView* out = nullptr;
  MixedRun* mixed = nullptr;  // set on device 'mixed': the memory of the first output is then the device's
  bool warned = false;        // set by run() when the sample is good but its data is odd; counted in the statistics
};

enum OpFlags : uint32_t {
  kNone = 0,
  kReadsInput = 1,   // setup() reads the input's bytes (decoders: the header)
  kReadsOthers = 2,  // setup() reads the bytes of every input but the first (slice: anchor and shape)
  kMerges = 4,  // has no kernel: the inputs are a selector (one whole number per sample) and then one value per branch;
                // the output is the selected value itself. See program/aliases.h
  kView = 8,    // has no kernel: each output is a part of the first input, which setup() names in s.view
  kRunsMixed = 16,  // on device 'mixed', run() is called as on the CPU, with s.mixed
};

// What a decoder is told when a resize asks for a smaller image, and what it answers.
struct ShrinkRequest {
  const TensorView& in;  // the decoder's input
  double least;          // as in ShrinkableInput::shrink()
  OutSpec& out;          // of the whole image; becomes that of the smaller one
  Shrunk shrunk;
  double cost_change = 0;  // of run(), against what setup() estimated
};

struct CpuOp {
  const char* name;
  const ArgTable* args;
  uint32_t flags;
  size_t state_bytes;
  void (*setup)(const void* args, SampleSetup&, void* state);
  void (*run)(const void* args, SampleRun&, void* state);
  // Makes what samples share; the values of per-sample arguments are defaults here. Null where there is nothing.
  std::unique_ptr<SharedState> (*share)(const void* args) = nullptr;
  // For decoders: changes what setup() has left in `state` to a smaller image, if the arguments allow it and it saves
  // time; else returns false.
  bool (*shrink)(const void* args, ShrinkRequest&, void* state) = nullptr;
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

// An operator with kView: run() is never called.
template <class Args, void (*Setup)(const Args&, SampleSetup&)>
constexpr CpuOp make_view_op(const char* name, const ArgTable* table, uint32_t flags) {
  return {name,
          table,
          flags | kView,
          sizeof(NoState),
          [](const void* a, SampleSetup& s, void*) { Setup(*static_cast<const Args*>(a), s); },
          [](const void*, SampleRun&, void*) { fail(ErrorCode::INTERNAL, "a view is not run"); }};
}

}  // namespace penstock

// Stands at the end of <op>_cpu.cc, inside namespace penstock::ops. `symbol` is the folder's name.
#define PENSTOCK_CPU_OP(symbol, ArgsType, StateType, setup_fn, run_fn, op_flags) \
  extern const ::penstock::CpuOp symbol##_cpu;                                   \
  const ::penstock::CpuOp symbol##_cpu =                                         \
      ::penstock::make_cpu_op<ArgsType, StateType, setup_fn, run_fn>(ArgsType::op_name, &ArgsType::table, op_flags);

// An operator that shares a value between samples: `share_fn` is std::unique_ptr<SharedState>(const Args&).
#define PENSTOCK_SHARING_CPU_OP(symbol, ArgsType, StateType, setup_fn, run_fn, share_fn, op_flags)                     \
  static constexpr ::penstock::CpuOp symbol##_made() {                                                                 \
    auto op =                                                                                                          \
        ::penstock::make_cpu_op<ArgsType, StateType, setup_fn, run_fn>(ArgsType::op_name, &ArgsType::table, op_flags); \
    op.share = [](const void* args) { return share_fn(*static_cast<const ArgsType*>(args)); };                         \
    return op;                                                                                                         \
  }                                                                                                                    \
  extern const ::penstock::CpuOp symbol##_cpu;                                                                         \
  const ::penstock::CpuOp symbol##_cpu = symbol##_made();

// An operator whose outputs are views has a setup() alone.
#define PENSTOCK_VIEW_OP(symbol, ArgsType, setup_fn, op_flags) \
  extern const ::penstock::CpuOp symbol##_cpu;                 \
  const ::penstock::CpuOp symbol##_cpu =                       \
      ::penstock::make_view_op<ArgsType, setup_fn>(ArgsType::op_name, &ArgsType::table, op_flags);
