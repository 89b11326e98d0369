// Reads a folder of photos, augments them, and prints what each batch holds:
// load_photos FOLDER [BATCHES].
#include <penstock/pipeline.h>

#include <cstdlib>
#include <iostream>

namespace ops = penstock::ops;

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: load_photos FOLDER [BATCHES]\n";
    return 2;
  }
  try {
    penstock::Pipeline pipe({.batch_size = 8, .seed = 42});
    auto [files, labels] = ops::readers::file(
        pipe, {.file_root = argv[1], .random_shuffle = true});
    penstock::Node images =
        ops::decoders::image_random_crop(files, {.random_area = {0.08, 1}});
    images = ops::resize(images, {.size = {224, 224}});
    images = ops::crop_mirror_normalize(
        images, {.mean = {123.675, 116.28, 103.53},
                 .mirror = ops::random::coin_flip(pipe),
                 .std = {58.395, 57.12, 57.375}});
    pipe.SetOutputs({{images, "images"}, {labels, "labels"}});
    pipe.Build();

    const int batches = argc > 2 ? std::atoi(argv[2]) : 3;
    for (int i = 0; i < batches; ++i) {
      pipe.Run();
      penstock::Outputs out = pipe.ShareOutputs();
      const penstock::TensorList list = out["images"];
      double sum = 0;
      for (int k = 0; k < list.size(); ++k) {
        const float* pixels = list[k].data<float>();
        for (int64_t p = 0; p < list[k].size(); ++p) sum += pixels[p];
      }
      std::cout << list.size() << " images, the first from "
                << out.source(0).source << " with label "
                << *out["labels"][0].data<int32_t>() << ", sum " << sum << "\n";
      pipe.ReleaseOutputs();
    }
    std::cout << pipe.reader_meta().epoch_size << " images in an epoch\n";
  } catch (const penstock::PipelineError& error) {
    std::cerr << error.code_name() << ": " << error.what() << "\n";
    return 1;
  }
}
