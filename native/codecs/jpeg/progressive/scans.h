// The scans of a progressive JPEG (ITU-T T.81, annex G): what each codes, with which codes, and its bytes without
// stuffing. They are all found before the first is decoded, so that rows of blocks can be decoded by all scans in turn.
#pragma once
#include "codecs/jpeg/jpeg_codes.h"

namespace penstock::codecs {

// The meaning of an entry in a first scan of AC coefficients: the places of a run of zeros and its coefficient, or one
// of these. kRunEnds: this block and as many of the next ones as the value says have no more coefficients.
enum FirstMeaning : int { kRunEnds = 64, kZeroRun = 80, kNoMeaning = 96 };

inline uint32_t first_entry(int symbol, int length, int low) {
  const int size = symbol & 15, run = symbol >> 4;
  if (!size) return run == 15 ? code_entry(length, 0, kZeroRun) : code_entry(length, run, kRunEnds);
  // A coefficient of more than 16 bits would wrap, perhaps to 0.
  return code_entry(length, size, size + low > 15 ? kNoMeaning : run + 1);
}

// An entry of a refinement: in the low byte, where a shift finds it, the run of places that are zero; 63 less the bits
// of the value, which is a sign or a number of blocks; bits of the code; bits of both, and what follows the run.
enum RefinementMeaning : uint32_t {
  kRefinedLength = 31u << 24,
  kNewValue = 1u << 29,
  kNoValue = 1u << 30,
  kBlockEnds = 1u << 31
};

inline uint32_t refining_entry(int symbol, int length) {
  const int size = symbol & 15, run = symbol >> 4;
  const auto entry = [&](int places, int bits, uint32_t meaning) {
    return static_cast<uint32_t>(places | (63 - bits) << 8 | length << 16 | (length + bits) << 24) | meaning;
  };
  // Bit by bit, new coefficients have the magnitude of the bit.
  if (size > 1) return entry(0, 0, kBlockEnds | kNoValue);
  if (size) return entry(run, 1, kNewValue);
  return run == 15 ? entry(run, 0, 0) : entry(0, run, kBlockEnds);
}

// A scan, and how far it is decoded.
struct JpegScan {
  int count;                                  // of its components
  int component[MAX_COMPS_IN_SCAN];           // of the frame
  int first, last;                            // coefficients in zigzag order
  bool refines;                               // it adds one bit to coefficients that earlier scans have begun
  int low;                                    // the place of its last bit
  const CodeTable* codes[MAX_COMPS_IN_SCAN];  // by component; null where bits have no codes

  CodeBits bits;
  const uint8_t* end;            // of the bytes up to the next restart marker
  const uint32_t* next_segment;  // how many bytes follow in each interval after that
  uint32_t run;                  // how many of the next blocks end without a code
  int last_dc[MAX_COMPS_IN_SCAN];
  unsigned interval, left;  // MCUs from one restart to the next

  ptrdiff_t bits_left() const { return (end - bits.at) * 8 + bits.valid(); }
};

struct JpegScanList {
  JpegScan* scans = nullptr;
  int count = 0;
};

// Reads all scans of the image whose header jpeg_read_header() has read. Returns false where libjpeg must decode: for
// anything that it refuses, warns of or smooths, and for markers between scans that hardly any file has. Memory comes
// from libjpeg's manager, whose errors jump: as much as the file has bytes, three times as much where there are as many
// restart markers as can be, and half a megabyte at most for tables.
bool read_scans(j_decompress_ptr info, JpegScanList& list);

}  // namespace penstock::codecs
