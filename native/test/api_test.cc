// The C++ API: the life of outputs, inputs, errors, threads. That its bytes are JavaScript's is tested from the
// installed package (test/cpp/installed.test.ts).
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "core/handles.h"
#include "penstock/pipeline.h"
#include "test.h"

namespace penstock {
namespace {

// Runs `body`, which must throw a PipelineError; gives "CODE what".
template <class F>
std::string failure(F&& body) {
  try {
    body();
  } catch (const PipelineError& e) {
    return std::string(e.code_name()) + " " + e.what();
  }
  return "no error";
}

#define CHECK_FAILS(statement, part)                                                                        \
  do {                                                                                                      \
    const std::string api_text = failure([&] { statement; });                                               \
    if (!test::contains(api_text, part))                                                                    \
      test::report(__FILE__, __LINE__, #statement ": expected " + std::string(part) + ", got " + api_text); \
  } while (0)

PipelineOptions small(int batch_size = 3) {
  PipelineOptions o;
  o.batch_size = batch_size;
  o.num_threads = 2;
  o.seed = 9;
  return o;
}

// Numbers of the user times two.
Pipeline doubling(ops::ExternalSourceOptions source = {}, int batch_size = 3) {
  Pipeline pipe(small(batch_size));
  source.name = "in";
  const Node x = ops::external_source(pipe, source);
  pipe.SetOutputs({{x * 2, "twice"}, {x, "same"}});
  pipe.Build();
  return pipe;
}

void set(Pipeline& pipe, std::vector<int32_t> values) {
  std::vector<InputTensor> batch;
  for (const int32_t& v : values) batch.emplace_back(&v, std::vector<int64_t>{1});
  pipe.SetExternalInput("in", batch);
}

int32_t number(const Outputs& out, int output, int sample) { return *out[output][sample].data<int32_t>(); }

// A folder of small images in text, which is removed at the end. One in three is broken.
class Images {
 public:
  explicit Images(int count, bool broken = false) {
    char path[] = "/tmp/penstock-api-XXXXXX";
    folder_ = mkdtemp(path);
    for (int i = 0; i < count; ++i) {
      names_.push_back(folder_ + "/" + std::to_string(100 + i) + ".ppm");
      std::ofstream file(names_.back());
      file << "P3 2 1 255 " << i << " 0 0 1 2";
      if (!broken || i % 3 != 1) file << " 3\n";
    }
  }
  ~Images() {
    for (const auto& name : names_) std::remove(name.c_str());
    std::remove(folder_.c_str());
  }
  const std::vector<std::string>& files() const { return names_; }

 private:
  std::string folder_;
  std::vector<std::string> names_;
};

Pipeline reading(const Images& images, PipelineOptions options) {
  Pipeline pipe(options);
  ops::readers::FileOptions files;
  files.files = images.files();
  const auto read = ops::readers::file(pipe, files);
  pipe.SetOutputs({ops::decoders::image(read.contents), read.labels});
  pipe.Build();
  return pipe;
}

}  // namespace

TEST(api_outputs_are_views_until_they_are_released) {
  Pipeline pipe = doubling();
  set(pipe, {1, 2, 3});
  pipe.Run();
  Outputs out = pipe.ShareOutputs();
  CHECK_EQ(out.size(), 2);
  CHECK_EQ(out.batch_size(), 3);
  CHECK_EQ(number(out, 0, 2), 6);
  CHECK_EQ(number(out, 1, 2), 3);
  CHECK(out["twice"].is_dense());
  CHECK_EQ(out["twice"].bytes(), int64_t{12});
  std::vector<int32_t> copy(3);
  out["twice"].CopyTo(copy.data());
  CHECK(copy == std::vector<int32_t>({2, 4, 6}));
  CHECK_FAILS(out["thrice"], "Outputs are: twice, same");
  CHECK_FAILS(out[2], "an output from 0 to 1 but received 2");
  CHECK_FAILS(out[0][3], "a sample from 0 to 2 but received 3");
  CHECK_FAILS(out[0][0].data<float>(), "the type of int32 but received that of float32");
  const TensorList list = out[0];
  const Tensor tensor = list[1];
  pipe.ReleaseOutputs();
  CHECK(out.released());
  CHECK_FAILS(tensor.data<int32_t>(), "OUTPUT_RELEASED");
  CHECK_FAILS(tensor.shape(), "OUTPUT_RELEASED");
  CHECK_FAILS(list[0], "OUTPUT_RELEASED");
  CHECK_FAILS(list.dtype(), "OUTPUT_RELEASED");
  CHECK_FAILS(list.CopyTo(copy.data()), "OUTPUT_RELEASED");
  CHECK_FAILS(out.source(0), "OUTPUT_RELEASED");
}

TEST(api_views_outlive_their_pipeline_as_released_ones) {
  std::optional<Tensor> kept;
  {
    Pipeline pipe = doubling();
    set(pipe, {1, 2, 3});
    pipe.Run();
    kept = pipe.ShareOutputs()[0][0];
  }
  CHECK_FAILS(kept->data<int32_t>(), "OUTPUT_RELEASED");
}

TEST(api_batches_are_shared_and_released_in_order) {
  Pipeline pipe = doubling();
  CHECK_FAILS(pipe.ShareOutputs(), "NOTHING_SCHEDULED");
  CHECK_FAILS(pipe.ReleaseOutputs(), "NOTHING_SHARED");
  for (int i = 0; i < 3; ++i) set(pipe, {i, i, i});
  pipe.Run();
  pipe.Run();
  CHECK_FAILS(pipe.Run(), "QUEUE_FULL");
  const Outputs first = pipe.ShareOutputs();
  Outputs second = pipe.ShareOutputs();
  CHECK_EQ(number(first, 1, 0), 0);
  CHECK_EQ(number(second, 1, 0), 1);
  CHECK_FAILS(pipe.Run(), "QUEUE_FULL");
  // One that is released by itself is passed over.
  second.Release();
  pipe.Run();
  const Outputs third = pipe.ShareOutputs();
  pipe.ReleaseOutputs();
  CHECK(first.released());
  CHECK_EQ(number(third, 1, 0), 2);
  pipe.ReleaseOutputs();
  CHECK(third.released());
  CHECK_FAILS(pipe.ReleaseOutputs(), "NOTHING_SHARED");
}

TEST(api_inputs_are_checked_and_nothing_of_a_wrong_one_is_set) {
  ops::ExternalSourceOptions source;
  source.dtype = DType::int32;
  source.ndim = 1;
  Pipeline pipe = doubling(source);
  const int32_t value = 5;
  const float real = 5;
  CHECK_FAILS(pipe.Run(), "INPUT_MISSING");
  CHECK_FAILS(pipe.SetExternalInput("out", {InputTensor(&value, {1})}), "INPUT_UNKNOWN");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(&real, {1})}), "Expected int32 but received float32 (in)");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(&value, {1, 1})}), "Expected 1 dimensions but received 2");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(&value, {-1})}), "Expected extents from 0");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(&value, {int64_t{1} << 40})}), "Expected extents from 0");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(&value, {1}, "HW")}), "a layout of 1 letters");
  CHECK_FAILS(pipe.SetExternalInput("in", {InputTensor(static_cast<int32_t*>(nullptr), {1})}), "a null pointer");
  CHECK_FAILS(pipe.SetExternalInput("in", std::vector<InputTensor>(4, InputTensor(&value, {1}))),
              "at most batch_size = 3 samples but received 4");
  CHECK_FAILS(pipe.Run(), "INPUT_MISSING");
  set(pipe, {5});
  pipe.Run();
  CHECK_EQ(pipe.ShareOutputs().batch_size(), 1);
}

TEST(api_inputs_repeat_or_stay_where_they_are) {
  ops::ExternalSourceOptions repeats;
  repeats.repeat_last = true;
  Pipeline again = doubling(repeats);
  set(again, {7, 8, 9});
  for (int i = 0; i < 3; ++i) {
    again.Run();
    const Outputs out = again.ShareOutputs();
    CHECK_EQ(number(out, 0, 1), 16);
    CHECK_EQ(out.source(0).index, int64_t{3 * i});
    again.ReleaseOutputs();
  }
  ops::ExternalSourceOptions stays;
  stays.no_copy = true;
  Pipeline uncopied = doubling(stays);
  int32_t value = 1;
  uncopied.SetExternalInput("in", {InputTensor(&value, {1})});
  value = 21;
  uncopied.Run();
  CHECK_EQ(number(uncopied.ShareOutputs(), 0, 0), 42);
}

TEST(api_waits_for_an_input_of_another_thread) {
  ops::ExternalSourceOptions source;
  source.blocking = true;
  Pipeline pipe = doubling(source);
  pipe.Run();
  std::thread feeding([&] { set(pipe, {4}); });
  CHECK_EQ(number(pipe.ShareOutputs(), 0, 0), 8);
  feeding.join();
}

TEST(api_close_ends_a_wait) {
  ops::ExternalSourceOptions source;
  source.blocking = true;
  Pipeline pipe = doubling(source);
  pipe.Run();
  std::thread closing([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    pipe.Close();
  });
  CHECK_FAILS(pipe.ShareOutputs(), "PIPELINE_CLOSED");
  closing.join();
  CHECK_FAILS(pipe.Run(), "PIPELINE_CLOSED");
  CHECK_FAILS(set(pipe, {1}), "PIPELINE_CLOSED");
  pipe.Close();
}

TEST(api_definitions_are_checked_at_the_call) {
  Pipeline pipe(small()), other(small());
  const Node x = ops::random::uniform(pipe);
  const Node y = ops::random::uniform(other);
  CHECK_FAILS(x + y, "Expected a node of this pipeline");
  CHECK_FAILS(Node() + x, "an empty one");
  CHECK_FAILS(ops::flip(Node()), "Expected a node for input 0");
  CHECK_FAILS(x.Output(1), "Expected an output below 1");
  ops::CropMirrorNormalizeOptions crop;
  crop.crop_pos_x = 2;
  CHECK_FAILS(ops::crop_mirror_normalize(x, crop), "[cropMirrorNormalize] Expected a number from 0 to 1 for cropPosX");
  CHECK_FAILS(ops::crop_mirror_normalize(x, crop), "api_test.cc:");
  ops::random::UniformOptions named;
  named.name = "a";
  ops::random::uniform(pipe, named);
  CHECK_FAILS(ops::random::uniform(pipe, named), "a name that no other operator has");
  ops::readers::FileOptions both;
  both.files = {"a"};
  both.file_list = "b";
  CHECK_FAILS(ops::readers::file(pipe, both), "either files or fileList but received both");
  CHECK_FAILS(ops::readers::file(pipe), "a folder for fileRoot");
  ops::ElementExtractOptions places;
  places.element_map = std::vector<int64_t>(1000);
  CHECK_FAILS(ops::element_extract(x, places),
              "Expected 1 to 999 values for elementMap, one per output, but received 1000");
  CHECK_FAILS(ops::element_extract(x, places), "api_test.cc:");
  places.element_map = std::vector<int64_t>();
  CHECK_FAILS(ops::element_extract(x, places),
              "Expected 1 to 999 values for elementMap, one per output, but received none");
  places.element_map = std::vector<int64_t>(999);
  CHECK_EQ(ops::element_extract(x, places).size(), size_t{999});
  CHECK_FAILS(ops::cat(std::vector<Node>(1000, x)), "[cat] Expected at most 999 inputs but received 1000");
  ops::ExternalSourceOptions wide;
  wide.num_outputs = 1000;
  CHECK_FAILS(ops::external_source(pipe, wide), "Expected an integer from 1 to 999 for numOutputs but received 1000");
  CHECK_FAILS(math::Constant(300, DType::uint8), "that uint8 holds but received 300");
  CHECK_FAILS(pipe.Build(), "Expected SetOutputs()");
  CHECK_FAILS(pipe.SetOutputs({}), "at least one output");
  CHECK_FAILS(pipe.Run(), "Expected Build()");
  pipe.SetOutputs({x});
  CHECK_FAILS(ops::random::uniform(pipe), "before SetOutputs()");
  CHECK_FAILS(Pipeline{PipelineOptions()}, "for batch_size but received none");
  CHECK_FAILS(Pipeline(small(0)), "from 1 to 65536 for batch_size but received 0");
}

TEST(api_numbers_that_are_data_may_be_infinite) {
  const double inf = std::numeric_limits<double>::infinity();
  Pipeline pipe(small(1));
  ops::ConstantOptions data;
  data.fdata = std::vector<double>{NAN, inf, -inf};
  const Node x = ops::constant(pipe, data);
  ops::PadOptions pad;
  pad.shape = std::vector<int64_t>{4};
  pad.fill_value = -inf;
  ops::transforms::RotationOptions turn;
  turn.angle = NAN;
  CHECK_FAILS(ops::transforms::rotation(pipe, turn), "Expected a finite number for angle but received NaN");
  pipe.SetOutputs({ops::pad(x, pad), math::max(x + inf, -inf)});
  const std::string text = pipe.Serialize();
  for (const char* part :
       {R"("fdata":["NaN","Infinity","-Infinity"])", R"("fillValue":"-Infinity")", R"("float32 Infinity")"}) {
    CHECK(test::contains(text, part));
  }
  Pipeline again = Pipeline::FromJson(text);
  for (Pipeline* one : {&pipe, &again}) {
    one->Build();
    one->Run();
    const Outputs out = one->ShareOutputs();
    const auto* padded = out[0][0].data<float>();
    CHECK(std::isnan(padded[0]));
    CHECK_EQ(padded[1], inf);
    CHECK_EQ(padded[2], -inf);
    CHECK_EQ(padded[3], -inf);
    const auto* sums = out[1][0].data<float>();
    CHECK_EQ(sums[0], -inf);  // max() gives b where one is NaN
    CHECK_EQ(sums[1], inf);
    CHECK_EQ(sums[2], -inf);
  }
}

TEST(api_refuses_text_that_is_no_pipeline) {
  for (const char* text : {"", "{}", "[1]", "nonsense", R"({"penstock":1})", R"({"penstock":1,"graph":{"nodes":1}})"}) {
    CHECK_FAILS(Pipeline::FromJson(text, small()), "INVALID_ARGUMENT");
  }
  Pipeline broken = Pipeline::FromJson(R"({"stages":[],"mailboxes":[]})");
  CHECK_FAILS(broken.Build(), "INVALID_ARGUMENT");
  const std::string js =
      R"({"penstock":1,"options":{"batchSize":2},"graph":{"nodes":[{"id":0,"op":"externalSource","name":"in","device":"cpu","callSite":"a.ts:1:1","inputs":[],"args":{},"argInputs":{},"numOutputs":1},{"id":1,"op":"jsFunction","name":"f","device":"cpu","callSite":"a.ts:1:1","inputs":[{"node":0,"output":0}],"args":{"module":"m"},"argInputs":{},"numOutputs":1}],"outputs":[{"value":{"node":1,"output":0}}]}})";
  Pipeline function = Pipeline::FromJson(js);
  CHECK_FAILS(function.Build(), "UNSUPPORTED [jsFunction] A function in JavaScript");
  CHECK_FAILS(Pipeline::FromJson(R"({"penstock":1,"options":{"batchSize":2,"memoryBudget":{"host":1}},"graph":)" +
                                 js.substr(js.find(R"({"nodes")"))),
              "UNSUPPORTED The C++ API has no option memoryBudget");
}

TEST(api_refuses_graphs_that_no_definition_gives) {
  const std::string first =
      R"({"id":0,"op":"random.uniform","name":"a","device":"cpu","callSite":"a.ts:1:1","inputs":[],"args":{},"argInputs":{},"numOutputs":1})";
  const auto text = [&](const std::string& node, const std::string& output) {
    return R"({"penstock":1,"options":{"batchSize":2},"graph":{"nodes":[)" + first + "," + node +
           R"(],"outputs":[{"value":)" + output + "}]}}";
  };
  const auto cast = [](const std::string& id, const std::string& input, const std::string& more) {
    return R"({"id":)" + id + R"(,"op":"cast","name":"b","device":"cpu","callSite":"a.ts:1:1","inputs":[)" + input +
           R"(],"args":{"dtype":"int32"},"argInputs":{})" + more + "}";
  };
  const std::string good = R"({"node":0,"output":0})", one = R"(,"numOutputs":1)", last = R"({"node":1,"output":0})";
  Pipeline::FromJson(text(cast("1", good, one), last), small());
  const std::string guarded = one + R"(,"guards":[{"value":{"node":0,"output":0},"want":1}])";
  const std::string wrong[] = {
      text(cast("0", good, one), good),
      text(cast("-1", good, one), good),
      text(cast("1", R"({"node":7,"output":0})", one), last),
      text(cast("1", R"({"node":1,"output":0})", one), last),
      text(cast("1", R"({"node":0,"output":1})", one), last),
      text(cast("1", R"({"node":0,"output":-1})", one), last),
      text(cast("1", good, R"(,"numOutputs":900)"), R"({"node":1,"output":899})"),
      text(cast("1", good, one), R"({"node":9,"output":0})"),
      text(cast("1", good, one), R"({"node":1,"output":5})"),
      text(cast("1", good, guarded), last),
      text(cast("1", good, one + R"(,"guards":[{"value":{"node":1,"output":0},"want":1}])"), good),
      text(
          R"({"id":1,"op":"mathChain","name":"b","device":"cpu","callSite":"a.ts:1:1","inputs":[],"args":{},"argInputs":{},"numOutputs":1})",
          last),
      text(
          R"({"id":1,"op":"cast","name":"a","device":"cpu","callSite":"a.ts:1:1","inputs":[],"args":{},"argInputs":{},"numOutputs":1})",
          last),
      text(
          R"({"id":1,"op":"cast","name":"b","device":"cpu","callSite":"a.ts:1:1","inputs":[],"args":[],"argInputs":{},"numOutputs":1})",
          last),
  };
  for (const std::string& one_text : wrong) CHECK_FAILS(Pipeline::FromJson(one_text, small()), "INVALID_ARGUMENT");
}

TEST(api_a_bad_sample_ends_the_run_after_the_good_batches) {
  const Images images(9, true);
  Pipeline pipe = reading(images, small(1));
  pipe.Run();
  CHECK_EQ(pipe.ShareOutputs()[0].size(), 1);
  pipe.ReleaseOutputs();
  pipe.Run();
  try {
    pipe.ShareOutputs();
    CHECK(false);
  } catch (const PipelineError& e) {
    CHECK(e.code() == ErrorCode::BAD_SAMPLE);
    CHECK_EQ(e.op(), std::string("decoders.image"));
    CHECK(e.sample() && e.sample()->index == 1);
    CHECK_EQ(e.stage(), std::string("cpu"));
    CHECK(test::contains(e.call_site(), "api_test.cc:"));
  }
  CHECK_FAILS(pipe.Run(), "BAD_SAMPLE");
}

TEST(api_messages_escape_what_steers_a_terminal) {
  const std::string name =
      "x\x1b[2J\n\r\t\b\x7f\xC2\x9B\xD8\x9C\xE2\x80\xAE\xE2\x81\xA6\xEF\xBB\xBF \xC3\xBC \xF0\x9F\x98\x80 \x9B.jpg";
  ErrorInfo info;
  info.message = name;
  info.sample = {1, name};
  const PipelineError error(info);
  const std::string shown =
      "x\\x1b[2J\\n\\r\\t\\b\\x7f\\x9b\\u061c\\u202e\\u2066\\ufeff \xC3\xBC \xF0\x9F\x98\x80 \x9B.jpg";
  CHECK(std::string(error.what()) == shown + " \xE2\x80\x94 sample 1 (" + shown + ")");
  CHECK(error.sample()->source == name);
}

TEST(api_bad_samples_are_skipped_or_replaced) {
  const Images images(9, true);
  for (const OnError on_error : {OnError::skip, OnError::placeholder}) {
    PipelineOptions o = small(4);
    o.on_error = on_error;
    o.epoch_batches = true;
    Pipeline pipe = reading(images, o);
    std::vector<int32_t> labels;
    int invalid = 0;
    for (bool ended = false; !ended; pipe.ReleaseOutputs()) {
      pipe.Run();
      const Outputs out = pipe.ShareOutputs();
      for (int i = 0; i < out.batch_size(); ++i) {
        labels.push_back(number(out, 1, i));
        invalid += out.source(i).invalid;
      }
      ended = out.end_of_epoch();
    }
    const bool skips = on_error == OnError::skip;
    CHECK(labels == (skips ? std::vector<int32_t>{0, 2, 3, 5, 6, 8} : std::vector<int32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    CHECK_EQ(invalid, skips ? 0 : 3);
    CHECK(pipe.bad_samples().size() >= 3);
    CHECK_EQ(pipe.bad_samples()[0].op, std::string("decoders.image"));
  }
}

TEST(api_a_data_set_of_bad_samples_ends_the_run) {
  const Images images(2, true);
  PipelineOptions o = small(1);
  o.on_error = OnError::skip;
  Pipeline pipe(o);
  ops::readers::FileOptions files;
  files.files = {images.files()[1]};
  pipe.SetOutputs({ops::decoders::image(ops::readers::file(pipe, files).contents)});
  pipe.Build();
  pipe.Run();
  CHECK_FAILS(pipe.ShareOutputs(), "BAD_SAMPLE Every sample of a whole epoch was bad");
}

TEST(api_readers_say_how_long_an_epoch_is) {
  const Images images(5);
  Pipeline pipe = reading(images, small());
  CHECK_EQ(pipe.reader_meta().epoch_size, int64_t{5});
  CHECK_FAILS(pipe.reader_meta("none"), "the name of a reader but received 'none'");
  PipelineOptions o = small();
  Pipeline missing(o);
  ops::readers::FileOptions files;
  files.file_root = "/nowhere";
  missing.SetOutputs({ops::readers::file(missing, files).labels});
  CHECK_FAILS(missing.Build(), "FILE_NOT_FOUND [readers.file]");
}

TEST(api_readers_refuse_urls) {
  Pipeline pipe(small());
  ops::readers::FileOptions files;
  files.file_list = "s3://bucket/list.txt";
  pipe.SetOutputs({ops::readers::file(pipe, files).labels});
  CHECK_FAILS(pipe.Build(), "UNSUPPORTED [readers.file] cannot read s3://bucket/list.txt: this program has no client");
}

// Pipelines on threads of their own share the pool, and each gives its own numbers.
TEST(api_pipelines_run_on_several_threads) {
  const Images images(7);
  std::vector<std::vector<int32_t>> sums(4);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&, t] {
      Pipeline pipe = reading(images, small(2));
      for (int b = 0; b < 20; ++b) {
        pipe.Run();
        const Outputs out = pipe.ShareOutputs();
        int32_t sum = number(out, 1, 0) + number(out, 1, 1);
        for (int i = 0; i < 2; ++i) sum += out[0][i].data<uint8_t>()[0];
        sums[t].push_back(sum);
        pipe.ReleaseOutputs();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (int b = 0; b < 20; ++b) {
    const int wanted = 2 * ((2 * b) % 7 + (2 * b + 1) % 7);
    for (const auto& own : sums) CHECK_EQ(own[static_cast<size_t>(b)], wanted);
  }
}

// A pipeline that is closed in the middle of its work ends all threads; a user may hold any number of batches.
TEST(api_a_pipeline_ends_at_any_moment) {
  const Images images(7);
  for (int round = 0; round < 20; ++round) {
    Pipeline pipe = reading(images, small(1 + round % 3));
    for (int b = 0; b < round % 4; ++b) {
      pipe.Run();
      pipe.ShareOutputs();
      if (b % 2) pipe.ReleaseOutputs(), pipe.ReleaseOutputs();
    }
  }
}

}  // namespace penstock
