// Arguments of operators. tools/gen.ts makes one struct per operator (generated/ops/<op>.h) with a table of its fields.
// plan_json.cc parses constants and op_call.cc reads per-sample values; both use these tables.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace penstock {

enum class ArgType : uint8_t {
  boolean,
  integer,
  number,
  string,
  dtype,
  layout,
  choice,
  integers,
  numbers,
  strings,
  dtypes
};

struct Shape;

// A list argument: a view into memory that lives as long as the program (constants) or the batch (per-sample values).
template <class T>
struct ArgList {
  const T* data = nullptr;
  int32_t size = 0;
  const Shape* shape = nullptr;  // shape of the node that gave the values; null for constants. Valid in setup()

  const T& operator[](int i) const { return data[i]; }
  const T* begin() const { return data; }
  const T* end() const { return data + size; }
  bool empty() const { return size == 0; }
  // The i-th value. A list of one value applies to every i (DALI's broadcasting of scalars).
  const T& at(int i) const { return data[size == 1 ? 0 : i]; }
};

struct ArgField {
  const char* name;  // camelCase, as the user wrote it
  ArgType type;
  bool per_sample;
  uint16_t offset;             // in the operator's argument struct
  const char* const* choices;  // for ArgType::choice: the names, whose index is the value; null-terminated
  double min, max;             // inclusive; -inf..inf when unbounded
};

struct ArgTable {
  const ArgField* fields;
  int count;
  size_t bytes;              // size of the struct
  size_t given_offset;       // offset of its uint64_t `given` mask
  void (*construct)(void*);  // placement-new with the defaults
  bool frames = false;       // per-sample arguments may differ by frame: program/frames.h
  bool repeats = false;      // with `frames`: an input that is no sequence counts for each frame
  bool whole_batch = false;  // it looks at other samples, by s.batch
  bool shrinks = false;      // setup() may ask for a smaller first input, by s.shrinkable
  int whole_batch_if = -1;   // offset of the bool argument that asks for whole_batch; -1: it always does
};

}  // namespace penstock
