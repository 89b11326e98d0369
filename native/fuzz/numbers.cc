// The texts that readers take numbers from: for any bytes, a text is refused, or gives as many numbers as its shape has
// elements, and those of a field of JSON are the ones that a tree of the whole text has.
#include "formats/numbers/numbers.h"

#include <cmath>
#include <cstring>

#include "core/error.h"
#include "core/json.h"
#include "fuzz/engine/fuzz.h"
#include "fuzz/util/record_bytes.h"

namespace penstock::fuzz {
namespace {
constexpr const char* kWays[] = {"number", "numbers",  "json",        "json[]",
                                 "json.a", "json.a[]", "json.a[][2]", "json.a.0.b"};

std::string value(Rng& rng, int depth) {
  static constexpr const char* kNumbers[] = {
      "0", "-1", "3.5", "1e3", "255", "18446744073709551615", "-9223372036854775808"};
  const uint32_t kind = rng.below(depth > 3 ? 4 : 9);
  if (kind < 3) return kNumbers[rng.below(7)];
  if (kind == 3) return std::string(rng.below(2) ? "true" : "\"cat\"");
  std::string text = kind < 7 ? "[" : "{";
  for (uint32_t n = rng.below(4), i = 0; i < n; ++i) {
    if (i) text += ", ";
    if (kind >= 7) text += std::string("\"") + static_cast<char>('a' + rng.below(3)) + "\": ";
    text += value(rng, depth + 1);
  }
  return text + (kind < 7 ? "]" : "}");
}

File make(Rng& rng) {
  std::string text;
  if (one_in(rng, 4)) {
    for (uint32_t n = rng.below(5); n--;) text += value(rng, 9) + (one_in(rng, 2) ? " " : ",");
  } else {
    text = one_in(rng, 2) ? "{\"b\": 1, \"a\": " + value(rng, 0) + "}" : value(rng, 0);
  }
  return File(text.begin(), text.end());
}

void flatten(const Json& tree, std::vector<double>& into) {
  if (tree.is_array()) {
    for (const Json& one : tree) flatten(one, into);
  } else {
    into.push_back(tree.is_boolean() ? tree.get<bool>() : tree.get<double>());
  }
}

// What the path leads to in a tree of the text.
void compare(std::string_view text, const Parse& parse, const std::vector<double>& got) {
  const Json tree = parse_json(text);
  const Json* at = &tree;
  for (const std::string& part : parse.path) at = at->is_array() ? &at->at(std::stoul(part)) : &at->at(part);
  std::vector<double> wanted;
  flatten(*at, wanted);
  if (wanted.size() != got.size()) found("count", "%zu numbers in place of %zu", got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i) {
    if (wanted[i] != got[i]) found("value", "%g in place of %g", got[i], wanted[i]);
  }
}

void check(std::string_view text, const Parse& parse) {
  Numbers numbers;
  try {
    numbers.read(parse, text, "the text");
    if (numbers.shape().volume() != numbers.count()) found("shape", "another count than the shape's");
    if (numbers.count() > static_cast<int64_t>(text.size())) found("count", "more numbers than bytes");
    Shape fixed;
    if (parse.fixed_shape(fixed) && fixed != numbers.shape())
      found("shape", "another shape than the one that is fixed");
    std::vector<double> real(static_cast<size_t>(numbers.count()));
    numbers.write(DType::float64, real.data(), "the text");
    if (parse.kind == Parse::json) compare(text, parse, real);
    std::vector<int64_t> whole(real.size());
    numbers.write(DType::int64, whole.data(), "the text");
    for (size_t i = 0; i < real.size(); ++i) {
      if (static_cast<double>(whole[i]) != real[i])
        found("value", "%lld for %g", static_cast<long long>(whole[i]), real[i]);
    }
    std::vector<uint8_t> small(real.size());
    numbers.write(DType::uint8, small.data(), "the text");
  } catch (const Error& error) {
    check_refusal(error);
  }
}

const Target target(
    "numbers",
    [](Input in, Rng& rng) {
      // A copy without a NUL behind it, so that AddressSanitizer sees a read after it.
      const File copied(in.data, in.data + in.size);
      const std::string_view text(reinterpret_cast<const char*>(copied.data()), copied.size());
      for (const char* way : kWays) check(text, parse_of(way, "parse"));
      // The text as an entry of `parse`.
      try {
        check("[[1, 2]]", parse_of(text, "parse"));
      } catch (const Error& error) {
        if (error.code != ErrorCode::INVALID_ARGUMENT) found("code", "%s", error.message.c_str());
      }
      (void)rng;
    },
    make);

}  // namespace
}  // namespace penstock::fuzz
