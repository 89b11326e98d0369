// Memory runs out at each allocation of a batch in turn. The program must report it, and its next batches must be
// right. Data that an operator keeps between calls (tables, weights, plans) must not be used when it is incomplete.
#include <cstdlib>
#include <new>

#include "gpu_fixture.h"

namespace {

// The number of this thread's allocation that fails, counted from 0; negative: none fails.
thread_local int64_t fails_at = -1;
thread_local bool failed = false;

}  // namespace

void* operator new(size_t bytes) {
  if (fails_at >= 0 && fails_at-- == 0) {
    failed = true;
    throw std::bad_alloc();
  }
  if (void* p = std::malloc(bytes ? bytes : 1)) return p;
  throw std::bad_alloc();
}
// All forms are replaced, because AddressSanitizer has its own versions of the others.
void* operator new[](size_t bytes) { return operator new(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  try {
    return operator new(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void* operator new[](size_t bytes, const std::nothrow_t& how) noexcept { return operator new(bytes, how); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, const std::nothrow_t&) noexcept { std::free(p); }
void operator delete[](void* p, const std::nothrow_t&) noexcept { std::free(p); }

namespace penstock::test {
namespace {

using Words = std::vector<uint64_t>;

// Runs a program of one operator over one sample on this thread.
struct OneSample {
  std::unique_ptr<Program> program;
  Words made = Words(1 << 17);
  std::vector<ArenaRef> arenas;

  OneSample(const std::string& op, const std::string& args) {
    auto spec = std::make_unique<ProgramSpec>();
    parse_program(R"({"batchSize":1,"threads":1,"seed":7,"inputs":[{"mailbox":0,"output":0}],"ops":[{"op":")" + op +
                      R"(","id":1,"device":"cpu","inputs":[0],"outputs":[1],"args":)" + args +
                      R"(,"argInputs":{}}],"outputs":[1]})",
                  *spec);
    program = std::make_unique<Program>(std::move(spec));
  }

  std::string operator()(Words& given) {
    auto* arena = reinterpret_cast<uint8_t*>(made.data());
    arenas.assign(1, ArenaRef(reinterpret_cast<uint8_t*>(given.data()), static_cast<int64_t>(given.size() * 8)));
    program->begin(0);
    const int64_t bytes = program->setup(arenas, 0, 1);
    CHECK(bytes <= static_cast<int64_t>(made.size() * 8));
    program->run(ArenaRef(arena, static_cast<int64_t>(made.size() * 8)));
    program->finish(arena, 0);
    const TensorView v = arena_tensor(arena, 0, 0);
    return {static_cast<const char*>(v.data), static_cast<size_t>(v.bytes())};
  }
};

Words image_arena(DType dtype, int64_t height, int64_t width, int64_t channels) {
  Random random(3);
  return make_arena({{random_tensor(random, dtype, "HWC", {height, width, channels})}});
}

// Makes each allocation of the second batch fail in turn; a first batch may come before it.
void survives(const std::string& op, const std::string& args, Words first, Words second) {
  const std::string expected_first = OneSample(op, args)(first), expected = OneSample(op, args)(second);
  for (const bool warm : {false, true}) {
    for (int at = 0;; ++at) {
      OneSample sample(op, args);
      if (warm) sample(first);
      failed = false;
      fails_at = at;
      std::string error = "a wrong batch";
      try {
        // A sort works with less memory when an allocation fails.
        if (sample(second) == expected) error = "OUT_OF_MEMORY";
      } catch (const std::bad_alloc&) {
        error = "OUT_OF_MEMORY";
      } catch (const Error& e) {
        error = kErrorNames[static_cast<int>(e.code)];
      }
      fails_at = -1;
      if (!failed) break;
      const std::string what = op + " " + args + (warm ? ", warm" : "") + ", allocation " + std::to_string(at);
      if (error != "OUT_OF_MEMORY") report(__FILE__, __LINE__, what + " gave " + error);
      if (sample(second) != expected) report(__FILE__, __LINE__, what + ": the same batch is wrong afterwards");
      if (sample(first) != expected_first) report(__FILE__, __LINE__, what + ": another batch is wrong afterwards");
      if (at > 500) return report(__FILE__, __LINE__, what + ": no end");
    }
  }
}

}  // namespace

TEST(out_of_memory_in_a_batch) {
  const Words small = image_arena(DType::uint8, 5, 7, 3), wide = image_arena(DType::uint8, 9, 40, 3),
              gray = image_arena(DType::uint8, 9, 40, 1), real = image_arena(DType::float32, 6, 33, 3);
  for (const char* filter : {"nn", "cubic", "lanczos3"}) {
    const std::string args = std::string(R"({"size":[12,50],"interpType":")") + filter + "\"}";
    survives("resize", args, small, wide);
    survives("resize", args, small, real);
    survives("randomResizedCrop", args, small, wide);
  }
  survives("resize", R"({"size":[3,2000],"interpType":"cubic"})", small, wide);
  const std::string numbers = R"("mean":[100],"std":[50])";
  survives("cropMirrorNormalize", "{" + numbers + "}", small, gray);
  survives("cropMirrorNormalize", "{" + numbers + R"(,"padOutput":true,"dtype":"float16"})", gray, wide);
  survives("fusedResizeCropMirrorNormalize", R"({"size":[12,50],"crop":[8,20],)" + numbers + "}", small, wide);
  survives("fusedResizeCropMirrorNormalize", R"({"size":[12,50],"crop":[8,20],)" + numbers + "}", gray, small);
  survives("resizeCropMirror", R"({"size":[12,50],"crop":[8,20]})", small, wide);
  survives("gaussianBlur", R"({"sigma":1.5})", small, wide);
  survives("gaussianBlur", R"({"sigma":1.5})", gray, real);
  survives("normalize", R"({"axes":[0,1]})", small, wide);
  survives("math", R"({"operation":"add","constants":["","float32 3"]})", small, real);
  survives("rotate", R"({"angle":20})", small, wide);
  survives("warpAffine", R"({"matrix":[1,0.2,0,0.1,1,0]})", small, wide);
  survives("slice", R"({"relStart":[0.2,0.2],"relEnd":[0.7,0.8],"axes":[0,1]})", small, wide);
  survives("erase", R"({"anchor":[0,0],"shape":[2,2]})", small, wide);
  survives("colorTwist", R"({"hue":20,"saturation":1.5})", small, wide);
  survives("transpose", R"({"perm":[2,0,1]})", small, wide);
  survives("flip", R"({"horizontal":1})", small, wide);
}

}  // namespace penstock::test
