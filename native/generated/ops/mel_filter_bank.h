// From native/ops/mel_filter_bank/op.json by tools/gen.ts. Do not edit.
#pragma once
#include <cstddef>
#include <limits>
#include <new>
#include <string_view>

#include "core/args.h"
#include "core/tensor.h"
#include "generated/abi.h"

namespace penstock::ops {

struct MelFilterBankArgs {
  static constexpr const char* op_name = "melFilterBank";
  static const ArgTable table;

  enum class MelFormula : int32_t { slaney, htk };
  static constexpr const char* kMelFormulaNames[] = {"slaney", "htk", nullptr};
  enum Field : int { kFreqHigh, kFreqLow, kMelFormula, kNfilter, kNormalize, kSampleRate };

  float freq_high = 0.0f;
  float freq_low = 0.0f;
  MelFormula mel_formula = MelFormula::slaney;
  int32_t nfilter = 128;
  bool normalize = true;
  float sample_rate = 44100.0f;
  uint64_t given = 0;  // bit i: field i was set by the user
  bool has(Field f) const { return given >> f & 1; }
};

inline constexpr ArgField kMelFilterBankArgsFields[] = {
    {"freqHigh", ArgType::number, false, offsetof(MelFilterBankArgs, freq_high), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"freqLow", ArgType::number, false, offsetof(MelFilterBankArgs, freq_low), nullptr, 0, std::numeric_limits<double>::infinity()},
    {"melFormula", ArgType::choice, false, offsetof(MelFilterBankArgs, mel_formula), MelFilterBankArgs::kMelFormulaNames, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"nfilter", ArgType::integer, false, offsetof(MelFilterBankArgs, nfilter), nullptr, 1, std::numeric_limits<double>::infinity()},
    {"normalize", ArgType::boolean, false, offsetof(MelFilterBankArgs, normalize), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
    {"sampleRate", ArgType::number, false, offsetof(MelFilterBankArgs, sample_rate), nullptr, -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()},
};
inline const ArgTable MelFilterBankArgs::table = {kMelFilterBankArgsFields, 6, sizeof(MelFilterBankArgs), offsetof(MelFilterBankArgs, given),
    [](void* p) { new (p) MelFilterBankArgs(); }};

}  // namespace penstock::ops
