// encoders.image on the CPU. The size of a file is known once it is encoded, so setup() encodes, into memory that lasts
// until the batch is made, and run() copies. For that the operator is one of whole batches: its inputs are ready when
// its stage begins.
#include <cstring>

#include "codecs/jpeg/jpeg_encode.h"
#include "codecs/png/png_encode.h"
#include "codecs/webp/webp_encode.h"
#include "core/extents.h"
#include "core/op.h"
#include "generated/ops/encoders_image.h"

namespace penstock::ops {
namespace {

using Format = EncodersImageArgs::Format;

struct File {
  const uint8_t* data;
};

// What a format takes.
struct Limits {
  const char* name;
  int64_t extent;
  bool alpha, deep;
};
Limits limits_of(Format format) {
  switch (format) {
    case Format::jpeg: return {"JPEG", codecs::kMostJpegExtent, false, false};
    case Format::png: return {"PNG", INT32_MAX, true, true};
    case Format::webp: return {"WebP", codecs::kMostWebpExtent, true, false};
  }
  fail(ErrorCode::INTERNAL, "a format that is not known");
}

codecs::RawImage image_of(const TensorView& in, const Limits& limits) {
  if (in.dtype != DType::uint8 && !(limits.deep && in.dtype == DType::uint16)) {
    throw Error(ErrorCode::INVALID_INPUT,
                std::string("Expected uint8") + (limits.deep ? " or uint16" : "") + " for " + limits.name +
                    " but received " + dtype_name(in.dtype),
                limits.deep ? "fn.cast(x, { dtype: 'uint8' })" : "Cast to uint8, or write PNG, which takes uint16");
  }
  const int ndim = in.shape.ndim;
  if (ndim != 2 && ndim != 3) {
    fail(ErrorCode::INVALID_INPUT,
         "Expected an image of [height, width] or [height, width, channels] but received shape %s",
         extents_text(in).c_str());
  }
  const int64_t channels = ndim == 3 ? in.shape[2] : 1;
  if (channels < 1 || channels > 4 || (!limits.alpha && channels != 1 && channels != 3)) {
    throw Error(ErrorCode::INVALID_INPUT,
                std::string("Expected ") + (limits.alpha ? "1 to 4" : "1 or 3") + " channels for " + limits.name +
                    " but received shape " + extents_text(in),
                limits.alpha ? "" : "Slice the alpha channel off, or write PNG or WebP, which have one");
  }
  for (int d = 0; d < 2; ++d) {
    if (in.shape[d] >= 1 && in.shape[d] <= limits.extent) continue;
    fail(ErrorCode::INVALID_INPUT, "Expected 1 to %lld pixels along each axis for %s but received shape %s",
         static_cast<long long>(limits.extent), limits.name, extents_text(in).c_str());
  }
  codecs::RawImage image;
  image.h = static_cast<int>(in.shape[0]);
  image.w = static_cast<int>(in.shape[1]);
  image.channels = static_cast<int>(channels);
  image.bits = in.dtype == DType::uint16 ? 16 : 8;
  image.data = in.data;
  image.stride = static_cast<size_t>(image.w) * static_cast<size_t>(image.channels * image.bits / 8);
  return image;
}

codecs::Bytes encode(const EncodersImageArgs& a, SampleSetup& s) {
  const codecs::RawImage image = image_of(s.in[0], limits_of(a.format));
  switch (a.format) {
    case Format::jpeg: {
      codecs::JpegSettings settings;
      settings.quality = a.quality;
      settings.chroma_x = a.subsampling == EncodersImageArgs::Subsampling::_4_4_4 ? 1 : 2;
      settings.chroma_y = a.subsampling == EncodersImageArgs::Subsampling::_4_2_0 ? 2 : 1;
      settings.optimize = a.optimize;
      return s.local<codecs::JpegEncoder>().encode(image, settings, *s.scratch);
    }
    case Format::png: return codecs::encode_png(image, a.compression, *s.scratch);
    case Format::webp: return codecs::encode_webp(image, {a.quality, a.lossless, a.effort}, *s.scratch);
  }
  fail(ErrorCode::INTERNAL, "a format that is not known");
}

void setup(const EncodersImageArgs& a, SampleSetup& s, File& file) {
  const codecs::Bytes made = encode(a, s);
  auto* kept = s.kept->get<uint8_t>(made.size);
  std::memcpy(kept, made.data, made.size);
  file.data = kept;
  s.out[0] = {DType::uint8, {}, {static_cast<int64_t>(made.size)}};
}

void run(const EncodersImageArgs&, SampleRun& s, File& file) {
  std::memcpy(s.out[0].data, file.data, static_cast<size_t>(s.out[0].bytes()));
}

}  // namespace

PENSTOCK_CPU_OP(encoders_image, EncodersImageArgs, File, setup, run, kReadsInput)

}  // namespace penstock::ops
