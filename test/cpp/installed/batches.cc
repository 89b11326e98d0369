// Runs a pipeline from JSON: batches FILE COUNT OUT [epochs]. Writes the bytes of COUNT batches to OUT, and prints a line
// for each output of each sample. An external source gets images that follow from their number.
#include <penstock/pipeline.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using namespace penstock;

namespace {

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Image k of batch b has 20 + k rows; element e is (7 e + 31 k + b) mod 256.
void feed(Pipeline& pipe, int batch, int size) {
  std::vector<std::vector<uint8_t>> bytes;
  std::vector<InputTensor> list;
  for (int k = 0; k < size; ++k) {
    auto& own = bytes.emplace_back(static_cast<size_t>(20 + k) * 16 * 3);
    for (size_t e = 0; e < own.size(); ++e) own[e] = static_cast<uint8_t>(7 * e + 31 * static_cast<size_t>(k) + static_cast<size_t>(batch));
  }
  for (int k = 0; k < size; ++k) list.emplace_back(bytes[static_cast<size_t>(k)].data(), std::vector<int64_t>{20 + k, 16, 3}, "HWC");
  pipe.SetExternalInput("fed", list);
}

void write(const Outputs& out, std::ofstream& to) {
  for (int o = 0; o < out.size(); ++o) {
    const TensorList list = out[o];
    std::vector<char> bytes(static_cast<size_t>(list.bytes()));
    list.CopyTo(bytes.data());
    to.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    for (int i = 0; i < list.size(); ++i) {
      std::cout << dtype_name(list.dtype()) << " " << list[i].layout() << " [";
      for (const int64_t n : list[i].shape()) std::cout << " " << n;
      std::cout << " ] " << out.source(i).index << " " << out.source(i).epoch << "\n";
    }
  }
  std::cout << (out.end_of_epoch() ? "end of epoch\n" : "");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  try {
    const std::string text = read(argv[1]);
    const bool fed = text.find("\"fed\"") != std::string::npos;
    PipelineOptions options;
    options.num_threads = 2;
    options.epoch_batches = argc > 4;
    Pipeline pipe = Pipeline::FromJson(text, options);
    pipe.Build();
    std::ofstream to(argv[3], std::ios::binary);
    for (int b = 0; b < std::atoi(argv[2]); ++b) {
      if (fed) feed(pipe, b, 5);
      pipe.Run();
      write(pipe.ShareOutputs(), to);
      pipe.ReleaseOutputs();
    }
    for (const BadSample& bad : pipe.bad_samples()) std::cout << "bad " << bad.index << " " << bad.op << "\n";
  } catch (const PipelineError& e) {
    std::cout << "error " << e.code_name() << " " << e.op() << " " << (e.sample() ? e.sample()->index : -1) << "\n";
  }
}
