// Mixed decoding on the emulated device: an image's window equals that of decoding on the CPU, unless the engines
// decode the image; those take whatever they can.
#include "gpu_fixture.h"
#include "jpeg_fixture.h"

namespace penstock::test {
namespace {

HostTensor file_tensor(const File& bytes) {
  HostTensor t;
  t.dtype = DType::uint8;
  t.shape = {static_cast<int64_t>(bytes.size())};
  t.bytes = bytes;
  return t;
}

// Baseline and progressive images, with and without subsampled colour, grey, rotated, and one that nvJPEG refuses.
JpegRecipe photo(int i) {
  JpegRecipe r;
  r.width = 64 + 37 * (i % 9);
  r.height = 70 + 23 * (i % 7);
  r.progressive = i % 5 == 4;
  if (i % 3 == 1) r.h = r.v = {1, 1, 1, 1};
  if (i % 4 == 3) r.orientation = 1 + i / 4 % 8;
  if (i % 11 == 6) r.in = r.stored = JCS_GRAYSCALE;
  if (i == 17) r.comment = "nvJPEG refuses this file";
  return r;
}

Batch photos(int count) {
  Batch batch;
  for (int i = 0; i < count; ++i) {
    const JpegRecipe r = photo(i);
    const auto pixels = test_pixels(r.width, r.height, channels_of(r.in), static_cast<uint32_t>(i));
    batch.push_back(file_tensor(encode_jpeg(r, pixels.data())));
  }
  return batch;
}

// A GPU interpolates colour only on request; this sets the argument for both sides.
std::string given(const std::string& args) { return "{\"jpegFancyUpsampling\":false" + args + "}"; }

void decodes_as_the_cpu(const std::string& op, const std::string& args, const Batch& files) {
  use_test_plugin();
  const Batch cpu = run_one_op(op, given(args), {files}, false, 1)[0];
  const Batch gpu = run_one_op(op, given(args), {files}, true, 1, "mixed", 3)[0];
  for (size_t i = 0; i < files.size(); ++i) {
    CHECK(cpu[i].shape == gpu[i].shape && cpu[i].dtype == gpu[i].dtype);
    if (cpu[i].bytes != gpu[i].bytes) {
      report(__FILE__, __LINE__, op + args + ": image " + std::to_string(i) + " differs");
    }
  }
}

// Bitmaps of four colours.
Batch bitmaps(int count) {
  Batch batch;
  for (int i = 0; i < count; ++i) {
    const uint8_t w = static_cast<uint8_t>(4 + 4 * i), h = 3;
    File f(54 + 16 + size_t{w} * h, 0);
    f[0] = 'B', f[1] = 'M', f[10] = 54 + 16, f[14] = 40, f[18] = w, f[22] = h, f[26] = 1, f[28] = 8, f[46] = 4;
    for (size_t k = 54; k < f.size(); ++k) f[k] = static_cast<uint8_t>(k < 70 ? k * 37 : (k * 7 + i) % 4);
    batch.push_back(file_tensor(f));
  }
  return batch;
}

}  // namespace

TEST(gpu_decode_gives_class_numbers) {
  decodes_as_the_cpu("decoders.image", ",\"outputType\":\"index\"", bitmaps(5));
  decodes_as_the_cpu("decoders.imageRandomCrop", ",\"outputType\":\"index\"", bitmaps(5));
}

TEST(gpu_decode_gives_the_cpus_window) {
  const Batch files = photos(48);
  decodes_as_the_cpu("decoders.image", "", files);
  decodes_as_the_cpu("decoders.imageRandomCrop", "", files);
  decodes_as_the_cpu("decoders.imageRandomCrop", ",\"outputType\":\"bgr\",\"dtype\":\"float32\"", files);
  decodes_as_the_cpu("decoders.imageRandomCrop", ",\"outputType\":\"any\",\"dtype\":\"uint16\"", files);
  decodes_as_the_cpu("decoders.image", ",\"outputType\":\"gray\"", files);
}

TEST(gpu_decode_gives_the_engines_all_that_they_take) {
  use_emulated_plugin();
  const Batch files = photos(48);
  struct Case {
    const char *op, *args;
    bool gray;  // whether the output is what the engines make of a gray file
  };
  const Case cases[] = {{"decoders.image", "", false},
                        {"decoders.imageRandomCrop", ",\"outputType\":\"bgr\"", false},
                        {"decoders.imageRandomCrop", ",\"outputType\":\"any\"", true}};
  for (const Case& c : cases) {
    const Batch cpu = run_one_op(c.op, given(c.args), {files}, false, 1)[0];
    for (const int threads : {1, 4}) {
      const std::string args = given(c.args + std::string(",\"decodeWith\":\"engines\""));
      const Batch gpu = run_one_op(c.op, args, {files}, true, 1, "mixed", threads)[0];
      for (int i = 0; i < 48; ++i) {
        const JpegRecipe r = photo(i);
        // In a gray file the engines take no sampling factors other than 1.
        const bool taken = !r.progressive && r.comment.empty() && (channels_of(r.in) == 3 || (c.gray && r.h[0] == 1));
        int64_t at = -1;
        const double off = distance(cpu[i], gpu[i], {1, 1e-6}, &at);
        if (off != (taken ? 1 : 0)) {
          report(__FILE__, __LINE__,
                 c.op + std::string(c.args) + ", " + std::to_string(threads) + " threads: image " + std::to_string(i) +
                     (taken ? " is not the engines'" : " has other bytes than the CPU's"));
        }
      }
    }
  }
}

// A program that decodes leaves the stream that it is given and joins it again. The stream's order must hold all the
// same: what it held before reads memory that the program writes, and what it gets afterwards reads the result.
TEST(gpu_decode_keeps_the_order_of_the_stream_that_it_is_given) {
  use_test_plugin();
  const gpu::Table& t = gpu::plugin();
  // Progressive, so that threads decode it and its pixels are still being copied to the device when the program has
  // queued all its work; so large that this takes a while.
  JpegRecipe recipe;
  recipe.width = recipe.height = 2000;
  recipe.progressive = true;
  const int64_t row = 2000 * 3;
  const std::string args = "{\"jpegFancyUpsampling\":false,\"decodeWith\":\"cpu\"}";
  std::vector<Batch> files;
  std::vector<std::vector<uint8_t>> wanted;
  for (uint32_t k = 0; k < 2; ++k) {
    const auto pixels = test_pixels(recipe.width, recipe.height, 3, k);
    files.push_back({file_tensor(encode_jpeg(recipe, pixels.data()))});
    const Batch decoded = run_one_op("decoders.image", args, {files[k]}, false, 1)[0];
    wanted.emplace_back(decoded[0].bytes.end() - row, decoded[0].bytes.end());
  }
  CHECK(wanted[0] != wanted[1]);

  const auto stream = gpu::SharedStream::open(0);
  OneOpProgram decode("decoders.image", args, {files[0]}, true, 1, "mixed", 2, stream);
  // What a user's kernel would read: the last row, copied within the device in the stream's order.
  gpu::Device* device = gpu::open_gpu(0);
  void* rows[2] = {};
  for (void*& to : rows) gpu::must(t.alloc(device, stream->get(), row, &to));
  for (int k = 0; k < 2; ++k) {
    decode.run({files[k]}, k);
    const TensorView pixels = decode.output(0, 0);
    if (k == 0) gpu::must(t.busy(stream->get(), 400));
    const auto* last = static_cast<const uint8_t*>(pixels.data) + pixels.bytes() - row;
    gpu::must(t.copy(stream->get(), rows[k], last, row));
  }
  for (int k = 0; k < 2; ++k) {
    std::vector<uint8_t> seen(static_cast<size_t>(row));
    gpu::must(t.copy(stream->get(), seen.data(), rows[k], row));
    stream->sync();
    CHECK(seen == wanted[k]);
    t.release(device, stream->get(), rows[k]);
  }
}

}  // namespace penstock::test
