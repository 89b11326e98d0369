// Compares an operator's GPU kernels with its CPU loops:
//   gpu_parity("flip", R"({"horizontal":1})", {images}, {tolerance});
// runs the same one-operator program on both and checks dtype, layout, shape and values of every output. The device is
// the plugin that PENSTOCK_CUDA_PLUGIN names, or the emulated one beside the test program.
#pragma once
#include <cstdlib>
#include <list>
#include <random>
#include <string>
#include <vector>

#include "core/arena.h"
#include "core/dispatch.h"
#include "gpu_host/copier.h"
#include "program/program.h"
#include "test.h"
#include "test_plugin.h"

namespace penstock::test {

struct HostTensor : OutSpec {
  std::vector<uint8_t> bytes;
};
using Batch = std::vector<HostTensor>;  // one tensor per sample

using Random = std::mt19937;
inline int below(Random& random, int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

// Values that a conversion must round or clamp: whole numbers of the dtype's range, or fractions from -300 to 300.
inline HostTensor random_tensor(Random& random, DType dtype, Layout layout, Shape shape) {
  HostTensor t;
  t.dtype = dtype;
  t.layout = layout;
  t.shape = shape;
  t.bytes.resize(static_cast<size_t>(t.OutSpec::bytes()));
  dispatch(dtype, [&](auto zero) {
    using T = decltype(zero);
    T* values = reinterpret_cast<T*>(t.bytes.data());
    for (int64_t i = 0; i < shape.volume(); ++i) {
      if constexpr (std::is_same_v<T, bool>) {
        values[i] = random() & 1;
      } else if constexpr (std::is_integral_v<T>) {
        values[i] = static_cast<T>((uint64_t{random()} << 32 | random()) >> below(random, 40));
      } else {
        values[i] = convert<T>((static_cast<double>(random() & 0xffff) / 32768 - 1) * 300);
      }
    }
  });
  return t;
}

// Tensors whose extents extent(axis) draws.
template <class Extent>
Batch random_batch(Random& random, DType dtype, Layout layout, int count, const Extent& extent) {
  Batch b;
  for (int i = 0; i < count; ++i) {
    Shape shape;
    shape.ndim = static_cast<int>(layout.view().size());
    for (int d = 0; d < shape.ndim; ++d) shape[d] = extent(layout.name[d]);
    b.push_back(random_tensor(random, dtype, layout, shape));
  }
  return b;
}

inline DType any_dtype(Random& random) { return static_cast<DType>(below(random, kNumDTypes)); }

struct Tolerance {
  double integer = 1, real = 1e-5, half = 1e-3;  // in units for integers; relative to the larger of the value and
                                                 // `least` for the others
  double least = 1;
  int outputs = 1;
};

// An arena that holds one output per batch of `inputs`.
inline std::vector<uint64_t> make_arena(const std::vector<Batch>& inputs) {
  const int64_t count = static_cast<int64_t>(inputs[0].size()), outputs = static_cast<int64_t>(inputs.size());
  int64_t at = align_up(arena_tables_bytes(count, outputs), abi::align), total = at;
  for (const Batch& b : inputs) {
    for (const HostTensor& t : b) total += static_cast<int64_t>(t.bytes.size()) + abi::align;
  }
  std::vector<uint64_t> words(static_cast<size_t>(total / 8 + 8));
  auto* arena = reinterpret_cast<uint8_t*>(words.data());
  auto& h = *reinterpret_cast<ArenaHeader*>(arena);
  h.magic = abi::magic;
  h.batch_size = static_cast<uint32_t>(count);
  h.num_outputs = static_cast<uint32_t>(outputs);
  h.samples_offset = abi::headerBytes;
  h.outputs_offset = h.samples_offset + count * abi::sampleInfoBytes;
  for (int64_t i = 0; i < count; ++i) {
    reinterpret_cast<ArenaSample*>(arena + h.samples_offset)[i].index = i;
  }
  int64_t descs = h.outputs_offset + outputs * abi::outputDescBytes;
  for (int64_t o = 0; o < outputs; ++o, descs += count * abi::sampleDescBytes) {
    auto& out = reinterpret_cast<ArenaOutput*>(arena + h.outputs_offset)[o];
    out.dtype = static_cast<int32_t>(inputs[o][0].dtype);
    std::memcpy(out.layout, inputs[o][0].layout.name, sizeof out.layout);
    out.descs_offset = descs;
    out.data_offset = at;
    for (int64_t i = 0; i < count; ++i) {
      const HostTensor& t = inputs[o][i];
      auto& d = reinterpret_cast<ArenaTensor*>(arena + descs)[i];
      d.offset = at;
      d.bytes = static_cast<int64_t>(t.bytes.size());
      d.ndim = t.shape.ndim;
      for (int k = 0; k < t.shape.ndim; ++k) d.shape[k] = static_cast<int32_t>(t.shape[k]);
      if (!t.bytes.empty()) std::memcpy(arena + at, t.bytes.data(), t.bytes.size());
      at += d.bytes;  // without a gap, as a stage writes them
    }
    at = align_up(at, abi::align);
  }
  h.used_bytes = at;
  return words;
}

// A program of one operator over batches as large as `inputs`. Its outputs lie in the memory of the batch before.
class OneOpProgram {
 public:
  // `stream`: on which it queues its work, instead of a stream of its own.
  OneOpProgram(const std::string& op, const std::string& args, const std::vector<Batch>& inputs, bool on_gpu,
               int outputs, const char* device, int threads, std::shared_ptr<gpu::SharedStream> stream = nullptr)
      : outputs_(outputs), samples_(static_cast<int>(inputs[0].size())), on_gpu_(on_gpu) {
    std::string in, in_values, out_values, on_device;
    for (size_t i = 0; i < inputs.size(); ++i) {
      in += (i ? "," : "") + ("{\"mailbox\":0,\"output\":" + std::to_string(i) + "}");
      in_values += (i ? "," : "") + std::to_string(i);
    }
    for (int o = 0; o < outputs; ++o) {
      out_values += (o ? "," : "") + std::to_string(static_cast<int>(inputs.size()) + o);
      on_device += o ? ",true" : "true";
    }
    const std::string json = "{\"batchSize\":" + std::to_string(samples_) + ",\"threads\":" + std::to_string(threads) +
                             ",\"seed\":7,\"inputs\":[" + in + "],\"ops\":[{\"op\":\"" + op +
                             "\",\"id\":1,\"device\":\"" + (on_gpu ? device : "cpu") + "\",\"inputs\":[" + in_values +
                             "],\"outputs\":[" + out_values + "],\"args\":" + args +
                             ",\"argInputs\":{}}],\"outputs\":[" + out_values + "]" +
                             (on_gpu ? ",\"gpu\":0,\"onDevice\":[" + on_device + "]}" : "}");
    auto spec = std::make_unique<ProgramSpec>();
    parse_program(json, *spec);
    spec->stream = std::move(stream);
    program_ = std::make_unique<Program>(std::move(spec));
  }

  void run(const std::vector<Batch>& inputs, int64_t number = 0) {
    Input& given = inputs_.emplace_back();
    given.words = make_arena(inputs);
    const auto size = static_cast<int64_t>(given.words.size() * 8);
    const ArenaRef in(reinterpret_cast<uint8_t*>(given.words.data()), size, &given.side);
    program_->begin(number);
    const int64_t bytes = program_->setup({in}, 0, samples_);
    made_.resize(static_cast<size_t>(bytes / 8 + 1));
    program_->run(ArenaRef(arena(), static_cast<int64_t>(made_.size() * 8), &side_));
    program_->finish(arena(), number);
  }

  // What the program has counted.
  std::string report() const { return program_->report(0); }

  TensorView output(int o, int sample) { return arena_tensor(arena(), o, sample); }

  // The outputs of the last run, [output][sample].
  std::vector<Batch> read() {
    std::vector<Batch> result(outputs_, Batch(samples_));
    std::vector<gpu::CopyPart> parts;
    for (int o = 0; o < outputs_; ++o) {
      for (int i = 0; i < samples_; ++i) {
        const TensorView v = output(o, i);
        HostTensor& t = result[o][i];
        static_cast<OutSpec&>(t) = v;
        t.bytes.resize(static_cast<size_t>(v.bytes()));
        if (on_gpu_) {
          parts.push_back({t.bytes.data(), v.data, v.bytes()});
        } else if (!t.bytes.empty()) {
          std::memcpy(t.bytes.data(), v.data, t.bytes.size());
        }
      }
    }
    if (on_gpu_) gpu::read_device(*side_.device(), parts);
    return result;
  }

 private:
  uint8_t* arena() { return reinterpret_cast<uint8_t*>(made_.data()); }

  struct Input {
    std::vector<uint64_t> words;
    gpu::SlotSide side;
  };

  const int outputs_, samples_;
  const bool on_gpu_;
  std::list<Input> inputs_;  // the program reads them until it ends
  std::vector<uint64_t> made_;
  gpu::SlotSide side_;
  std::unique_ptr<Program> program_;
};

// The outputs of one operator over a batch, [output][sample].
inline std::vector<Batch> run_one_op(const std::string& op, const std::string& args, const std::vector<Batch>& inputs,
                                     bool on_gpu, int outputs, const char* device = "gpu", int threads = 1) {
  OneOpProgram one(op, args, inputs, on_gpu, outputs, device, threads);
  one.run(inputs);
  return one.read();
}

// The largest difference as a multiple of the allowed one; above 1 fails.
inline double distance(const HostTensor& a, const HostTensor& b, const Tolerance& allowed, int64_t* where) {
  double worst = 0;
  dispatch(a.dtype, [&](auto zero) {
    using T = decltype(zero);
    const T *x = reinterpret_cast<const T*>(a.bytes.data()), *y = reinterpret_cast<const T*>(b.bytes.data());
    for (int64_t i = 0; i < a.shape.volume(); ++i) {
      const double u = convert<double>(x[i]), v = convert<double>(y[i]);
      bool same = u == v || (u != u && v != v);
      if constexpr (std::is_integral_v<T>) same = x[i] == y[i];  // float64 does not hold every 64-bit integer
      if (same) continue;
      double unit = allowed.integer;
      if constexpr (!std::is_integral_v<T>) {
        unit = (std::is_same_v<T, Half> ? allowed.half : allowed.real) * std::max(std::fabs(u), allowed.least);
      }
      const double d = unit > 0 ? std::fabs(u - v) / unit : 1e9;
      if (!(d <= worst)) worst = d == d ? d : 1e9, *where = i;
    }
  });
  return worst;
}

inline void gpu_parity(const std::string& op, const std::string& args, const std::vector<Batch>& inputs,
                       const Tolerance& allowed = {}) {
  use_test_plugin();
  const std::string what = op + " " + args + " on " + std::string(dtype_name(inputs[0][0].dtype)) + " " +
                           std::string(inputs[0][0].layout.view());
  std::vector<Batch> cpu, gpu;
  try {
    cpu = run_one_op(op, args, inputs, false, allowed.outputs);
    gpu = run_one_op(op, args, inputs, true, allowed.outputs);
  } catch (const Error& e) {
    return report(__FILE__, __LINE__, what + " threw " + e.message);
  }
  for (size_t o = 0; o < cpu.size(); ++o) {
    for (size_t i = 0; i < cpu[o].size(); ++i) {
      const HostTensor &a = cpu[o][i], &b = gpu[o][i];
      if (a.dtype != b.dtype || a.layout != b.layout || a.shape != b.shape) {
        report(__FILE__, __LINE__, what + ": another dtype, layout or shape");
        continue;
      }
      int64_t at = -1;
      const double d = distance(a, b, allowed, &at);
      if (d <= 1) continue;
      std::string shape;
      for (int k = 0; k < a.shape.ndim; ++k) shape += (k ? "x" : "") + std::to_string(a.shape[k]);
      dispatch(a.dtype, [&](auto zero) {
        using T = decltype(zero);
        report(__FILE__, __LINE__,
               what + ": sample " + std::to_string(i) + " of " + shape + ", element " + std::to_string(at) + ": cpu " +
                   text_of(convert<double>(reinterpret_cast<const T*>(a.bytes.data())[at])) + ", gpu " +
                   text_of(convert<double>(reinterpret_cast<const T*>(b.bytes.data())[at])));
      });
    }
  }
}

}  // namespace penstock::test
