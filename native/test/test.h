// A small framework for native unit tests: TEST(name) { CHECK(x); CHECK_EQ(a, b); }. main.cc runs every test that is
// linked in; arguments on the command line choose tests by part of their name. skip("why") ends a test that cannot run
// here, and the runner prints why. rounds(n) says how many random cases a test tries.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.h"

namespace penstock::test {

// What skip() throws.
struct Skipped {
  std::string why;
};
[[noreturn]] inline void skip(const std::string& why) { throw Skipped{why}; }

// How many cases a test tries where `n` are usual: a quarter in `npm test`, which is short (PENSTOCK_TESTS=short), and
// `many` times as many with PENSTOCK_TEST_LONG=1. The sanitizers run the usual number.
inline int rounds(int n, int many = 1) {
  if (std::getenv("PENSTOCK_TEST_LONG")) return n * many;
  const char* tests = std::getenv("PENSTOCK_TESTS");
  return tests && std::string(tests) == "short" ? n / 4 : n;
}

struct Case {
  const char* name;
  void (*body)();
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

// The failures of the current test.
inline int& failures() {
  static int count = 0;
  return count;
}

struct Register {
  Register(const char* name, void (*body)()) { cases().push_back({name, body}); }
};

inline void report(const char* file, int line, const std::string& text) {
  // A check in a loop may fail thousands of times; only the first failures are printed.
  if (++failures() <= 5) std::fprintf(stderr, "%s:%d: %s\n", file, line, text.c_str());
}

template <class T, class = void>
struct Printable : std::false_type {};
template <class T>
struct Printable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<const T&>())>> : std::true_type {
};

template <class T>
std::string text_of(const T& v) {
  std::ostringstream s;
  s.precision(17);
  if constexpr (std::is_enum_v<T>) {
    s << static_cast<long long>(v);
  } else if constexpr (sizeof(T) == 1 && std::is_integral_v<T>) {
    s << static_cast<int>(v);
  } else if constexpr (Printable<T>::value) {
    s << v;
  } else {
    s << "(value)";
  }
  return s.str();
}

template <class A, class B>
void check_eq(const A& a, const B& b, const char* a_text, const char* b_text, const char* file, int line) {
  bool equal;
  if constexpr (std::is_integral_v<A> && std::is_integral_v<B> && std::is_signed_v<A> != std::is_signed_v<B>) {
    equal = a == static_cast<A>(b) && (a < A{}) == (b < B{});
  } else {
    equal = a == b;
  }
  if (!equal) report(file, line, std::string(a_text) + " == " + b_text + ": " + text_of(a) + " and " + text_of(b));
}

// The code of the Error that f() throws; the test fails when f() throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return std::string(kErrorNames[static_cast<int>(e.code)]) + ": " + e.message;
  }
  return "no error";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace penstock::test

#define TEST(name)                                                                    \
  static void penstock_test_##name();                                                 \
  static ::penstock::test::Register penstock_reg_##name(#name, penstock_test_##name); \
  static void penstock_test_##name()

#define CHECK(x)                                                           \
  do {                                                                     \
    if (!(x)) ::penstock::test::report(__FILE__, __LINE__, "failed: " #x); \
  } while (0)
#define CHECK_EQ(a, b) ::penstock::test::check_eq((a), (b), #a, #b, __FILE__, __LINE__)
#define CHECK_NEAR(a, b, tolerance)                                                                    \
  do {                                                                                                 \
    const double penstock_a = (a), penstock_b = (b);                                                   \
    if (!(std::fabs(penstock_a - penstock_b) <= (tolerance)))                                          \
      ::penstock::test::report(__FILE__, __LINE__,                                                     \
                               #a " near " #b ": " + ::penstock::test::text_of(penstock_a) + " and " + \
                                   ::penstock::test::text_of(penstock_b));                             \
  } while (0)
// The statement must throw a penstock::Error whose "CODE: message" contains `part`.
#define CHECK_THROWS(statement, part)                                                                    \
  do {                                                                                                   \
    const std::string penstock_e = ::penstock::test::error_of([&] { statement; });                       \
    if (!::penstock::test::contains(penstock_e, part))                                                   \
      ::penstock::test::report(__FILE__, __LINE__, #statement ": expected " part ", got " + penstock_e); \
  } while (0)
