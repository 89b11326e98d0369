// Constants of a program's JSON: every type, defaults, ranges, and the messages of errors.
#include <cstring>

#include "generated/ops/crop_mirror_normalize.h"
#include "generated/ops/flip.h"
#include "generated/ops/resize.h"
#include "program/program.h"
#include "test.h"

namespace penstock {
namespace {

std::string program(const std::string& op, const std::string& args, const std::string& arg_inputs = "{}") {
  return R"({"batchSize":2,"threads":1,"seed":7,"inputs":[{"mailbox":0,"output":0}],"outputs":[1],"ops":[{"op":")" +
         op + R"(","id":1,"callSite":"job.ts:1:1","inputs":[0],"outputs":[1],"args":)" + args + R"(,"argInputs":)" +
         arg_inputs + "}]}";
}

std::string error(const std::string& op, const std::string& args, const std::string& arg_inputs = "{}") {
  return test::error_of([&] {
    ProgramSpec spec;
    parse_program(program(op, args, arg_inputs), spec);
  });
}

TEST(args_take_their_values_and_say_which_were_given) {
  ProgramSpec spec;
  parse_program(program("cropMirrorNormalize",
                        R"({"mean":[1.5,2],"std":3,"dtype":"float16","outputLayout":"CHW","crop":[5,6],"mirror":1})"),
                spec);
  const auto& a = *reinterpret_cast<const ops::CropMirrorNormalizeArgs*>(spec.ops[0].args.data());
  CHECK_EQ(a.mean.size, 2);
  CHECK_EQ(a.mean[0], 1.5f);
  CHECK_EQ(a.std.size, 1);
  CHECK_EQ(a.std.at(7), 3.0f);
  CHECK(a.dtype == DType::float16);
  CHECK(a.output_layout == Layout("CHW"));
  CHECK_EQ(a.crop[1], 6.0f);
  CHECK_EQ(a.mirror, 1);
  CHECK_EQ(a.scale, 1.0f);  // a default
  CHECK_EQ(spec.ops[0].seed, uint64_t{7});
  int given = 0;
  for (int i = 0; i < 64; ++i) given += a.given >> i & 1;
  CHECK_EQ(given, 6);
}

TEST(args_null_is_not_given) {
  ProgramSpec spec;
  parse_program(program("flip", R"({"horizontal":null})"), spec);
  CHECK_EQ(reinterpret_cast<const ops::FlipArgs*>(spec.ops[0].args.data())->given, uint64_t{0});
}

TEST(args_errors_name_the_argument) {
  CHECK(test::contains(error("flip", R"({"vertical":"up"})"), "INVALID_ARGUMENT: Expected a number for vertical"));
  CHECK(test::contains(error("flip", R"({"verticl":1})"), "unknown argument verticl"));
  CHECK(test::contains(error("cast", R"({"dtype":"float99"})"), "Expected a dtype for dtype but received \"float99\""));
  CHECK(test::contains(error("resize", R"({"interpType":"best"})"), "for interpType but received \"best\""));
  CHECK(test::contains(error("resize", R"({"size":[1,"x"]})"), "Expected a number for size"));
  CHECK(test::contains(error("cropMirrorNormalize", R"({"outputLayout":3})"), "Expected a string for outputLayout"));
  CHECK(test::contains(error("flip", "{}", R"({"horizontal":9})"), "INTERNAL"));
  CHECK(test::contains(error("cropMirrorNormalize", "{}", R"({"dtype":0})"), "takes no per-sample values"));
  CHECK_EQ(error("flip", R"({"vertical":true})"), std::string("no error"));
}

TEST(args_programs_are_checked_as_a_whole) {
  const auto parse = [](const char* json) {
    return test::error_of([&] {
      ProgramSpec spec;
      parse_program(json, spec);
    });
  };
  CHECK(
      test::contains(parse(R"({"batchSize":0,"threads":1,"seed":0,"inputs":[],"ops":[],"outputs":[]})"), "batchSize"));
  CHECK(
      test::contains(parse(R"({"batchSize":1,"threads":1,"seed":0,"inputs":[],"ops":[],"outputs":[0]})"), "INTERNAL"));
  CHECK(test::contains(parse(R"({"batchSize":1})"), "malformed program"));

  // A source of n values, and an operator that makes n values of one.
  const auto many = [&](size_t inputs, size_t outputs, size_t of_program) {
    const auto list = [](size_t n, bool counts) {
      std::string text;
      for (size_t i = 0; i < n; ++i) text += (i ? "," : "") + std::to_string(counts ? i + 1 : 0);
      return "[" + text + "]";
    };
    return parse(
        (R"({"batchSize":1,"threads":1,"seed":0,"inputs":[{"mailbox":0,"output":0}],"ops":[{"op":"cat","id":1,)"
         R"("callSite":"job.ts:1:1","args":{},"argInputs":{},"inputs":)" +
         list(inputs, false) + R"(,"outputs":)" + list(outputs, true) + R"(}],"outputs":)" + list(of_program, false) +
         "}")
            .c_str());
  };
  CHECK_EQ(many(999, 999, 999), std::string("no error"));
  CHECK(test::contains(many(1000, 1, 1), "Expected at most 999 inputs but received 1000"));
  CHECK(test::contains(many(1, 1000, 1), "Expected at most 999 outputs but received 1000"));
  CHECK(test::contains(many(1, 1, 1000), "Expected at most 999 outputs of a program but received 1000"));
}

}  // namespace
}  // namespace penstock
