// readers.webdataset on the CPU: reads the components of one sample from archives that stay open, as bytes or as the
// numbers of their texts.
#include "core/op.h"
#include "dataset/files/open_files.h"
#include "dataset/set/dataset.h"
#include "formats/numbers/numbers.h"
#include "generated/ops/readers_webdataset.h"
#include "ops/readers_webdataset/outputs.h"

namespace penstock::ops {
namespace {

using Args = ReadersWebdatasetArgs;

struct Shared : OpenFiles {
  explicit Shared(const Args& args) : OpenFiles(!args.dont_use_mmap), outputs(outputs_of(args)) {}
  const std::vector<OutputForm> outputs;
};

std::unique_ptr<SharedState> share(const Args& args) { return std::make_unique<Shared>(args); }

// The text at hand and its numbers; kept by each thread, so that few samples allocate.
struct Text : ThreadLocalState {
  std::string bytes;
  Numbers numbers;
};

const Numbers& read_numbers(const SampleBase& s, const Dataset::Extent& e, const OutputForm& form, Text& text) {
  text.bytes.resize(static_cast<size_t>(e.size));
  s.shared<Shared>().get(s.dataset(), e.file)->read(e.offset, reinterpret_cast<uint8_t*>(text.bytes.data()), e.size);
  text.numbers.read(form.parse, text.bytes, form.name);
  return text.numbers;
}

Shape shape_of_bytes(const OutputForm& form, int64_t size) {
  const auto element = static_cast<int64_t>(dtype_size(form.dtype));
  if (size % element == 0) return {size / element};
  throw Error(ErrorCode::BAD_SAMPLE,
              std::string("Expected a whole number of ") + dtype_name(form.dtype) + " for " + form.name +
                  " but the component has " + std::to_string(size) + " bytes",
              "Give dtypes the dtype that the files were written with; parse 'number' reads a number that is text");
}

Shape missing_shape(const OutputForm& form) {
  Shape shape = {0};
  if (form.parse.kind == Parse::bytes || form.parse.empty_shape(shape)) return shape;
  throw Error(ErrorCode::BAD_SAMPLE, "Expected a component for " + form.name + " but the sample has none",
              "A number cannot be empty: missingComponentBehavior 'skip' leaves such samples out");
}

Shape shape_of(SampleSetup& s, const Dataset::Extent& e, const OutputForm& form) {
  if (form.parse.kind == Parse::bytes) return shape_of_bytes(form, e.size);
  Shape shape;
  return form.parse.fixed_shape(shape) ? shape : read_numbers(s, e, form, s.local<Text>()).shape();
}

void setup(const Args&, SampleSetup& s, NoState&) {
  const Dataset& data = s.dataset();
  const auto& shared = s.shared<Shared>();
  for (int o = 0; o < s.num_outputs; ++o) {
    const OutputForm& form = shared.outputs[static_cast<size_t>(o)];
    const Dataset::Extent e = data.extent(s.sample->index, o);
    if (!e.missing()) shared.get(data, e.file)->check_range(e.offset, e.size);
    s.out[o] = {form.dtype, {}, e.missing() ? missing_shape(form) : shape_of(s, e, form)};
  }
}

void run(const Args&, SampleRun& s, NoState&) {
  const Dataset& data = s.dataset();
  const auto& shared = s.shared<Shared>();
  for (int o = 0; o < s.num_outputs; ++o) {
    const OutputForm& form = shared.outputs[static_cast<size_t>(o)];
    const Dataset::Extent e = data.extent(s.sample->index, o);
    if (e.missing()) continue;
    if (form.parse.kind == Parse::bytes) {
      shared.get(data, e.file)->read(e.offset, static_cast<uint8_t*>(s.out[o].data), e.size);
      continue;
    }
    const Numbers& numbers = read_numbers(s, e, form, s.local<Text>());
    // A file may change between setup() and run(); memory is as setup() has seen it.
    if (numbers.shape() != s.out[o].shape) {
      throw Error(ErrorCode::BAD_SAMPLE, "Expected as many numbers as before for " + form.name +
                                             " but the archive has changed while it was read");
    }
    numbers.write(form.dtype, s.out[o].data, form.name);
  }
}

}  // namespace

PENSTOCK_SHARING_CPU_OP(readers_webdataset, ReadersWebdatasetArgs, NoState, setup, run, share, kNone)

}  // namespace penstock::ops
