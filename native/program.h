// A program: a list of operators that a stage runs over one batch, sample by sample. Every pool thread carries one
// sample through the whole chain in its own scratch; only the program's outputs are written to the arena.
// A batch is made in one or more chunks: setup() appends samples, run() makes them; with onError 'skip' failed samples
// are closed up and the caller appends more. One batch at a time; not thread-safe, except report().
#pragma once
#include <atomic>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/memory_account.h"
#include "core/op.h"
#include "core/thread_pool.h"
#include "gpu/decode.h"
#include "gpu/slot.h"
#include "gpu/stream.h"

namespace penstock {

class Dataset;

enum class OnError : uint8_t { fail, skip, placeholder };

// A failure of one sample, with everything a message needs.
class SampleError : public Error {
 public:
  SampleError(const Error& e, std::string op, std::string call_site, int64_t index, std::string source)
      : Error(e), op(std::move(op)), call_site(std::move(call_site)), index(index), source(std::move(source)) {}
  std::string op, call_site;
  int64_t index;  // in the data set; -1 when no sample is at fault
  std::string source;
};

// Bytes of one output of an operator; see ProgramReport in src/native.ts for their meaning.
struct OutputMemory {
  std::atomic<int64_t> real{0}, max_real{0}, reserved{0}, max_reserved{0};
};

// Where an operator's kernel runs; setup is the CPU's always.
enum class Device : uint8_t { cpu, mixed, gpu };

struct OpNode {
  const CpuOp* op = nullptr;
  Device device = Device::cpu;
  int id = 0;
  int stream = 0;  // what keys its random numbers beside the seed
  std::string name, call_site;
  OnError on_error = OnError::fail;
  uint64_t seed = 0;
  std::vector<int> inputs, outputs;  // values
  struct ArgInput {
    int field, value;
  };
  std::vector<ArgInput> arg_inputs;
  // The op runs for the samples for which every one of these values (one number per sample) is as wanted.
  struct Guard {
    int value;
    double want;
  };
  std::vector<Guard> guards;
  // Random numbers by a counter, as imperative mode draws them: `first` in a batch, `stride` more with each batch, and
  // the sample's place in the batch. Otherwise by operator, epoch and sample.
  struct Draws {
    uint64_t first = 0, stride = 0, now = 0;
  };
  std::optional<Draws> draws;
  // Of an operator that was fused from several, what an error's `part` counts: the operators as the user called them.
  struct Part {
    std::string op, call_site;
  };
  std::vector<Part> parts;
  std::vector<uint8_t> args;      // the struct, constants filled in
  std::deque<std::string> texts;  // what string arguments and lists of the struct point to
  std::deque<std::vector<std::string_view>> text_lists;
  std::deque<std::vector<float>> numbers;
  std::deque<std::vector<int32_t>> integers;
  size_t args_offset = 0, state_offset = 0;  // in a sample's block
  bool early = false;                        // runs during setup, because some setup needs its values
  std::atomic<uint64_t> ns{0}, samples{0}, warned{0};
  OutputMemory memory[kMaxOpOutputs];
  gpu::DecodeCounts decoded;  // of a mixed operator

  bool merges() const { return op->flags & kMerges; }
  // Whose failure it is, as a message names it.
  Part blamed(const Error& e) const {
    const auto part = static_cast<size_t>(e.part);
    return part < parts.size() ? parts[part] : Part{op->name, call_site};
  }
};

struct ProgramInput {
  int mailbox, output;
};

// What a caller knows of the memory that setup() and run() need.
struct MemoryOutlook {
  // Memory that the budget does not hold now may come: then the call answers Program::kRefused, and the caller makes
  // the same call again when others have given memory back. Otherwise a sample for which alone there is too little
  // memory is bad.
  bool may_grow = false;
  // The most bytes that the output arena can have.
  int64_t arena = std::numeric_limits<int64_t>::max();
};

// What programs are made from; program_json.cc fills it.
struct ProgramSpec {
  int batch_size = 1;
  int threads = 1;
  int group = 0;      // programs of one group share `threads`; 0: none
  bool here = false;  // setup() runs on the calling thread alone, however busy the pool is
  uint64_t seed = 0;
  std::vector<ProgramInput> inputs;
  std::deque<OpNode> ops;
  std::vector<int> outputs;
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
  // Of the threads, for programs that never run at once; made by the program when empty.
  std::shared_ptr<ScratchSet> scratch;
};

// Fills `spec` from a ProgramPlan with batchSize, threads, seed, group and account beside it. Throws INVALID_ARGUMENT.
void parse_program(const std::string& json, ProgramSpec& spec);

// A sample that has no input arena: the reader's.
struct SampleId {
  int64_t index;
  int32_t epoch;
  uint32_t flags;
  int64_t ordinal = 0;
};

struct BadSample {
  int64_t batch;  // as begin() was told
  int64_t index;
  int32_t epoch;
  std::string source, reason, op, call_site;
  ErrorCode code;
};

class Program {
 public:
  // Throws BUDGET_EXCEEDED when the account does not hold its tables.
  explicit Program(std::unique_ptr<ProgramSpec> spec);
  ~Program();

  // Starts a batch: forgets the last one.
  void begin(int64_t batch_index);

  // Samples whose setup() or run() throws are forgotten, those before them are not: the same can be appended again. So
  // are samples that were appended and not run when setup() is called again.
  //
  // Appends samples [from, from + count) of the input arenas (one per mailbox); returns the bytes that the output arena
  // must have. The inputs must stay until run() has returned.
  int64_t setup(const std::vector<ArenaRef>& arenas, int from, int count, const MemoryOutlook& memory = {});
  // The same with a list of samples per mailbox; a null list stands for the first `count`.
  int64_t setup(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>& rows, int count,
                const MemoryOutlook& memory = {});
  // Appends samples that the caller names.
  int64_t setup(const SampleId* samples, int count, const MemoryOutlook& memory = {});

  // Begins to make the appended samples, which run() with the same arena then waits for and completes. False: there is
  // so little to do that run() does it at once. Not of a program with operators on a GPU. `told` as in
  // ThreadPool::start().
  bool start(const ArenaRef& arena, std::function<void()> told);
  // Whether run() would not wait for what start() began. Safe from any thread.
  bool done() const { return pending_.done(); }
  // Waits for what start() began, and forgets it. Never throws.
  void settle();

  // Makes the appended samples in `arena`; returns how many good samples the batch has now. A sample whose scratch the
  // budget refuses waits until the others are made, and is then made alone. After kRefused the next run() goes on with
  // the samples that are left.
  int run(const ArenaRef& arena, const MemoryOutlook& memory = {});

  static constexpr int kRefused = abi::memory_refused;
  // Writes the header's flags; the batch is complete.
  void finish(uint8_t* arena, uint32_t flags);

  // Key and counter of the next batch's draws, for each operator with draws in order: four words each, low ones first.
  // Throws INTERNAL when there are more or fewer.
  void draw(const uint32_t* words, size_t count);

  // What setup() has found of output o of sample i.
  const OutSpec& described(int o, int i) const;
  int count() const { return count_; }
  int outputs() const { return static_cast<int>(spec_->outputs.size()); }

  // Frees scratch memory; returns its size. Between two calls: in an open batch it keeps what setup() has made for
  // run().
  size_t trim();

  // The samples that no thread has begun with are not made any more, and setup() and run() throw PIPELINE_CLOSED. Safe
  // from any thread.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  // Threads that are at a sample at this moment. Safe from any thread.
  int at_work() const;
  int group() const { return spec_->group; }

  // JSON: ProgramReport of src/native.ts. Bad samples from number `bad_from` on. Safe from any thread.
  std::string report(size_t bad_from) const;

 private:
  struct Value;
  struct Sample;
  struct Worker;
  struct Room;
  struct OutputState;
  struct Bytes;
  struct MergeState;
  struct Gpu;  // see gpu/program_gpu.cc

  int64_t append(const std::vector<ArenaRef>& arenas, const std::vector<const int32_t*>* rows, int from, int count,
                 const MemoryOutlook& memory);
  int64_t set_up(int from, int count, const MemoryOutlook& memory);
  Value* values(int position) const;
  uint8_t* block(int position, size_t offset) const;
  void name_samples(int first, int count);
  void setup_samples(int from, int count);
  void setup_sample(int position, int worker);
  int make(const ArenaRef& arena, const MemoryOutlook& memory);
  void check_room(const ArenaRef& arena) const;
  bool order_samples();
  std::function<void(int, int)> maker(uint8_t* arena);
  void run_all(uint8_t* arena);
  bool run_alone(uint8_t* arena, const MemoryOutlook& memory);
  // Whether a sample that is refused memory is put off: beside others, alone until more is there, or no more.
  enum class Attempt : uint8_t { together, alone, last };
  bool run_sample(int position, int worker, uint8_t* arena, Attempt attempt);
  int refused_that_fits(const Worker&);
  bool never_fits(int64_t bytes) const;
  bool judge_refused(int from, const MemoryOutlook& memory);
  void fail_too_large(int from, const MemoryOutlook& memory);
  void poison_after(int position, int op_index);
  OnError policy(int op_index, const Error&) const;
  bool stops() const;
  void forget_unmade();
  [[noreturn]] static void stopped();
  void run_gpu(int from, const ArenaRef& arena);
  void open_gpu();
  bool enters(const OpNode&, Value*) const;
  void choose(OpNode&, Value*) const;
  void follow(const OpNode&, Value*) const;
  void check_merges(int from);
  void resolve_args(OpNode&, int position, Worker&);
  void fill_base(SampleBase&, const OpNode&, int op_index, int position, Worker&, TensorView* in);
  void fail_sample(int position, int op_index, const Error&);
  void settle_failures(int from, bool after_run, uint8_t* arena);
  void forget(bool placed);
  void fill_placeholders(int from);
  void check_sums(int from) const;
  int64_t place(int from);
  void write_tables(uint8_t* arena, int from);
  void assign_rooms();
  void charge_tables();
  void count_placed(size_t output, int64_t largest, int64_t reserved);
  void count_held(int from);
  void publish_memory();

  std::unique_ptr<ProgramSpec> spec_;
  Charge tables_;
  int num_values_ = 0;
  size_t block_bytes_ = 0;
  std::vector<Sample> samples_;
  // The names of samples that a data set names, for those that were appended together at position `first`.
  struct Names {
    int first;
    std::string text;
  };
  std::deque<Names> names_;
  mutable std::vector<uint8_t> blocks_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<OutputState> outputs_;
  std::vector<Bytes> bytes_;  // per value: this batch's
  std::vector<MergeState> merges_;
  std::vector<int> rooms_;  // per value: which of a worker's rooms it is made in, -1 for none
  int num_rooms_ = 0;
  std::vector<int> order_;
  // Samples whose scratch was refused, while others were being made; guarded by refused_mutex_ then.
  std::vector<int> refused_;
  std::mutex refused_mutex_;
  std::unique_ptr<Gpu> gpu_;
  std::vector<ArenaRef> arenas_;  // that the batch's samples came from, of the last setup()
  int count_ = 0, done_ = 0;
  int64_t batch_index_ = 0, tail_ = 0;
  int64_t kept_tail_ = 0;  // before the samples that are being made
  int64_t needed_ = 0;     // what the arena must have
  bool shares_scratch_ = false;
  bool open_ = false;  // a batch is between begin() and finish()
  std::atomic<bool> stopping_{false};
  ThreadPool::Pending pending_;  // what start() began; reads all of the above

  std::atomic<size_t> scratch_bytes_{0};  // as of the last batch
  mutable std::mutex report_mutex_;
  std::vector<BadSample> bad_;
  size_t bad_total_ = 0;
};

}  // namespace penstock
