// Prints definitions as JSON, one per line, which JavaScript runs too: definitions FOLDER.
#include <penstock/pipeline.h>

#include <iostream>

using namespace penstock;

namespace {

// The photo loader of the README.
void photos(const char* folder) {
  Pipeline pipe({.batch_size = 6, .seed = 42});
  auto [files, labels] = ops::readers::file(
      pipe, {.file_root = folder, .initial_fill = 7, .name = "reader", .num_shards = 2, .pad_last_batch = true,
             .random_shuffle = true, .shard_id = 1});
  Node x = ops::decoders::image_random_crop(files, {.random_area = {0.08, 1}});
  x = ops::resize(x, {.size = {64, 48}});
  x = ops::crop_mirror_normalize(x, {.mean = {123.675, 116.28, 103.53}, .mirror = ops::random::coin_flip(pipe),
                                     .std = {58.395, 57.12, 57.375}});
  pipe.SetOutputs({{x, "images"}, {labels, "labels"}});
  std::cout << pipe.Serialize() << "\n";
}

// Random arguments, seeds of their own, several outputs of a call, and a value that several calls read.
void arguments(const char* folder) {
  Pipeline pipe({.batch_size = 4, .on_error = OnError::placeholder, .prefetch_queue_depth = 3, .seed = 7});
  const ops::readers::FileOutputs files = ops::readers::file(pipe, {.file_root = folder, .shuffle_after_epoch = true});
  const Node image = ops::decoders::image(files.contents, {.output_type = ImageType::rgb});
  const Node angle = ops::random::uniform(pipe, {.range = {-30, 30}, .seed = 11});
  const Node small = ops::resize(image, {.interp_type = Interp::cubic, .mode = ops::ResizeOptions::Mode::not_larger,
                                         .save_attrs = true, .size = {40, 40}});
  const Node turned = ops::rotate(small, {.angle = angle, .fill_value = 0, .keep_size = true});
  const Node flipped = ops::flip(turned, {.horizontal = ops::random::coin_flip(pipe, {.probability = 0.3})});
  const Node hue = ops::color_twist(flipped, {.contrast = ops::random::uniform(pipe, {.range = {0.5, 1.5}}), .hue = 20});
  pipe.SetOutputs({hue, small.Output(1), angle, files.labels, ops::random::normal(pipe, {.shape = {2, 3}})});
  std::cout << pipe.Serialize() << "\n";
}

// Arithmetic, and a graph without a reader.
void arithmetic() {
  Pipeline pipe({.batch_size = 5, .seed = 3});
  const Node a = ops::random::uniform(pipe, {.range = {1, 9}, .shape = {4}});
  const Node b = ops::random::choice(pipe, {.values = {1, 2.5, 4}});
  const Node sum = (a + 2) * b - 1.5f;
  pipe.SetOutputs({sum, math::clamp(sum / 3, 0, math::Constant(2, DType::float64)), math::floor_div(ops::cast(a, {.dtype = DType::int32}), 2),
                   math::gt(a, b), ops::constant(pipe, {.idata = {1, 2, 3}})});
  std::cout << pipe.Serialize() << "\n";
}

// Data of the user.
void fed() {
  Pipeline pipe({.batch_size = 8, .seed = 1});
  const Node image = ops::external_source(pipe, {.dtype = DType::uint8, .layout = "HWC", .name = "fed", .ndim = 3});
  const Node cut = ops::crop(image, {.crop = {12, 10}, .crop_pos_x = ops::random::uniform(pipe, {.range = {0, 1}})});
  pipe.SetOutputs({cut, ops::normalize(ops::cast(cut, {.dtype = DType::float32})), image});
  std::cout << pipe.Serialize() << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  try {
    photos(argv[1]);
    arguments(argv[1]);
    arithmetic();
    fed();
  } catch (const PipelineError& e) {
    std::cerr << e.what() << "\n";
    return 1;
  }
}
