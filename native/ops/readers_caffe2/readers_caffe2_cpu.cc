// readers.caffe2 on the CPU: copies the tensors of one record out of a database that stays open.
#include <array>
#include <vector>

#include "core/op.h"
#include "dataset/containers/lmdb_values.h"
#include "generated/ops/readers_caffe2.h"
#include "ops/readers_caffe2/tensor_proto.h"

namespace penstock::ops {
namespace {

using Args = ReadersCaffe2Args;

enum LabelType { kSingle, kSparse, kDense, kWeighted, kNoLabel };
constexpr int64_t kBoxValues = 4;

// The labels that hold in the sample at hand; kept by each thread, so that no sample allocates.
struct Labels : ThreadLocalState {
  std::vector<int64_t> numbers;
};

[[noreturn]] void bad_record(const RecordFault& fault) {
  throw Error(
      ErrorCode::BAD_SAMPLE,
      "Expected TensorProtos of Caffe2 but at byte " + std::to_string(fault.offset) + " of the record " + fault.what(),
      "Check imageAvailable, labelType, additionalInputs and bbox; records of Caffe are read by readers.caffe");
}

// The tensors of a record, by their places.
class Tensors {
 public:
  explicit Tensors(const RecordSource& source) : record_(source) {
    constexpr uint32_t kProtos = 1;
    Protobuf::Field field;
    for (int64_t at = 0; record_.next(at, source.size(), field);) {
      if (field.number != kProtos || field.wire != Protobuf::kLengthDelimited) continue;
      if (count_ < kMax) ranges_[static_cast<size_t>(count_)] = field;
      ++count_;
    }
  }

  int count() const { return count_; }
  TensorProto operator[](int i) {
    if (i >= count_) {
      throw RecordFault(record_.source().size(),
                        "tensor " + std::to_string(i) + " is due, and there are " + std::to_string(count_));
    }
    return {record_, ranges_[static_cast<size_t>(i)].begin, ranges_[static_cast<size_t>(i)].end};
  }

 private:
  static constexpr int kMax = 72;  // image, labels, weights, 64 additional ones, and the box

  Protobuf record_;
  std::array<Protobuf::Field, kMax> ranges_;
  int count_ = 0;
};

// Visits the tensors that are outputs: visit(output, kind, tensor, index of the tensor).
enum class Kind { image, labels, additional, box };
template <class Visit>
void each_output(const Args& args, Tensors& tensors, const Visit& visit) {
  int out = 0, at = 0;
  if (args.image_available) visit(out++, Kind::image, tensors[at], at), ++at;
  if (args.label_type != kNoLabel) visit(out++, Kind::labels, tensors[at], at), ++at;
  // DALI leaves out a tensor here, whether it has weights or not.
  if (args.label_type == kSparse || args.label_type == kWeighted) ++at;
  for (int64_t i = 0; i < args.additional_inputs; ++i, ++at) visit(out++, Kind::additional, tensors[at], at);
  if (!args.bbox) return;
  const TensorProto box = tensors[at];
  if (at + 1 != tensors.count()) {
    box.fault("the box is tensor " + std::to_string(at) + ", which is not the last of " +
              std::to_string(tensors.count()));
  }
  if (box.dtype() != DType::int32 || box.count() != kBoxValues) {
    box.fault("the box is no tensor of " + std::to_string(kBoxValues) + " int32");
  }
  visit(out, Kind::box, box, at);
}

OutSpec labels_of(const Args& args, const TensorProto& labels) {
  const DType dtype = labels.dtype();
  if (dtype == DType::int64) labels.fault("labels are int64, and not float32 or int32");
  switch (args.label_type) {
    case kSingle:
      if (labels.count() != 1) labels.fault(std::to_string(labels.count()) + " labels are there, and not one");
      return {dtype, {}, {1}};
    case kDense: return {dtype, {}, {labels.count()}};
    default: return {args.label_type == kSparse ? dtype : DType::float32, {}, {args.num_labels}};
  }
}

OutSpec spec_of(const Args& args, Kind kind, const TensorProto& tensor) {
  switch (kind) {
    case Kind::image: return {DType::uint8, {}, tensor.image_shape()};
    case Kind::labels: return labels_of(args, tensor);
    default: return {tensor.dtype(), {}, {tensor.count()}};
  }
}

template <class T>
void fill(const TensorProto& tensor, TensorView& out) {
  T* to = out.as<T>();
  tensor.each([&](int64_t i, auto value) { to[i] = static_cast<T>(value); });
}

void copy_values(const TensorProto& tensor, TensorView& out) {
  if (out.dtype == DType::float32) return fill<float>(tensor, out);
  if (out.dtype == DType::int32) return fill<int32_t>(tensor, out);
  fill<int64_t>(tensor, out);
}

// Reads the numbers of the labels that hold.
void find_labels(const Args& args, const TensorProto& tensor, std::vector<int64_t>& numbers) {
  numbers.clear();
  tensor.each([&](int64_t, auto value) {
    // A number that is none is not below the limit.
    if (!(value >= 0 && value < args.num_labels)) {
      tensor.fault("label " + std::to_string(value) + " is there, and numLabels is " + std::to_string(args.num_labels));
    }
    numbers.push_back(static_cast<int64_t>(value));
  });
}

template <class T>
void set_ones(const std::vector<int64_t>& numbers, TensorView& out) {
  for (const int64_t number : numbers) out.as<T>()[number] = T{1};
}

void copy_labels(const Args& args, const TensorProto& tensor, Tensors& tensors, int at, std::vector<int64_t>& numbers,
                 TensorView& out) {
  if (args.label_type == kSingle || args.label_type == kDense) return copy_values(tensor, out);
  find_labels(args, tensor, numbers);
  std::memset(out.data, 0, static_cast<size_t>(args.num_labels) * sizeof(float));
  if (args.label_type == kSparse) {
    return out.dtype == DType::float32 ? set_ones<float>(numbers, out) : set_ones<int32_t>(numbers, out);
  }
  const TensorProto weights = tensors[at + 1];
  if (weights.dtype() != DType::float32 || weights.count() != static_cast<int64_t>(numbers.size())) {
    weights.fault("the weights are no tensor of " + std::to_string(numbers.size()) + " float32");
  }
  weights.each(
      [&](int64_t i, auto value) { out.as<float>()[numbers[static_cast<size_t>(i)]] = static_cast<float>(value); });
}

void setup(const Args& args, SampleSetup& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    Tensors tensors(value);
    each_output(args, tensors,
                [&](int out, Kind kind, const TensorProto& tensor, int) { s.out[out] = spec_of(args, kind, tensor); });
  } catch (const RecordFault& fault) {
    bad_record(fault);
  }
}

void run(const Args& args, SampleRun& s, NoState&) {
  const LmdbValue value(s.dataset(), s.shared<OpenFiles>(), s.sample->index);
  try {
    Tensors tensors(value);
    each_output(args, tensors, [&](int i, Kind kind, const TensorProto& tensor, int at) {
      TensorView& out = s.out[i];
      // A file may change between setup() and run(); memory is as setup() has seen it.
      const OutSpec spec = spec_of(args, kind, tensor);
      if (spec.dtype != out.dtype || spec.shape != out.shape) tensor.fault("it has changed while it was read");
      if (kind == Kind::image) {
        const int64_t size = out.shape.volume();
        if (size) value.copy(tensor.image_begin(), out.as<uint8_t>(), size);
      } else if (kind == Kind::labels) {
        copy_labels(args, tensor, tensors, at, s.local<Labels>().numbers, out);
      } else {
        copy_values(tensor, out);
      }
    });
  } catch (const RecordFault& fault) {
    bad_record(fault);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_caffe2, ReadersCaffe2Args, NoState, setup, run, share_lmdb_files, kNone)

}  // namespace penstock::ops
