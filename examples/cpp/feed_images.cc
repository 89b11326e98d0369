// Feeds images that are in memory, and runs a pipeline that was serialized
// before: feed_images.
#include <penstock/pipeline.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace ops = penstock::ops;

// The definition as text, which another process or JavaScript can run:
// Pipeline.deserialize(text).
std::string definition() {
  penstock::Pipeline pipe({.batch_size = 4, .num_threads = 2});
  penstock::Node images = ops::external_source(
      pipe, {.dtype = penstock::DType::uint8,
             .layout = "HWC",
             .name = "images",
             .ndim = 3});
  penstock::Node small = ops::resize(images, {.size = {32, 32}});
  pipe.SetOutputs({small, small * 2 + 1});
  return pipe.Serialize();
}

int main() {
  try {
    penstock::Pipeline pipe = penstock::Pipeline::FromJson(definition());
    pipe.Build();

    std::vector<uint8_t> pixels(64 * 48 * 3, 100);
    const penstock::InputTensor image(pixels.data(), {64, 48, 3});
    pipe.SetExternalInput("images", {image, image, image});
    pipe.Run();
    penstock::Outputs out = pipe.ShareOutputs();
    std::cout << out.batch_size() << " images of "
              << out[0][0].shape()[0] << " rows, the first pixel "
              << int{*out[0][0].data<uint8_t>()} << "\n";

    // A view that is used after its release throws; it never shows the bytes of
    // another batch.
    const penstock::Tensor first = out[0][0];
    pipe.ReleaseOutputs();
    try {
      first.data<uint8_t>();
    } catch (const penstock::PipelineError& error) {
      std::cout << error.code_name() << "\n";
    }
  } catch (const penstock::PipelineError& error) {
    std::cerr << error.code_name() << ": " << error.what() << "\n";
    return 1;
  }
}
