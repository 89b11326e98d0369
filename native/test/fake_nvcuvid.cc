// Replaces the driver's libnvcuvid.so.1 in the tests, on the emulated device: libavcodec decodes. It has what is
// dangerous about the real one: few surfaces, which are used again as soon as their pictures were shown, few frames
// that are mapped at once, a parser that reads streams of bytes alone, no codec that the hardware has not. Of misuse
// the hardware says nothing; here it ends the process, or the frame has other bytes.
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavutil/pixdesc.h>
}
#include <ffnvcodec/dynlink_cuda.h>
#include <ffnvcodec/dynlink_nvcuvid.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <vector>

#define PUBLIC extern "C" __attribute__((visibility("default")))

namespace {

constexpr CUresult kOk = CUDA_SUCCESS, kInvalid = static_cast<CUresult>(1);
constexpr unsigned kPitch = 256;
constexpr int kForgotten = 0xee;

// What the tests ask for.
std::atomic<int> made{0}, changed{0}, alive{0}, most_alive{0};

[[noreturn]] void misuse(const char* what) {
  std::fprintf(stderr, "fake_nvcuvid: %s\n", what);
  std::abort();
}

struct Handles {
  std::mutex mutex;
  std::set<void*> open;
  void add(void* p) {
    const std::lock_guard lock(mutex);
    open.insert(p);
  }
  void check(void* p, const char* what) {
    const std::lock_guard lock(mutex);
    if (!open.count(p)) misuse(what);
  }
  void remove(void* p, const char* what) {
    const std::lock_guard lock(mutex);
    if (!open.erase(p)) misuse(what);
  }
};
Handles& decoders = *new Handles();
Handles& parsers = *new Handles();

// A function that no two threads may be in at once.
class Alone {
 public:
  Alone(std::atomic<bool>& busy, const char* what) : busy_(busy) {
    if (busy_.exchange(true)) misuse(what);
  }
  Alone(const Alone&) = delete;
  ~Alone() { busy_ = false; }

 private:
  std::atomic<bool>& busy_;
};
std::atomic<bool> making{false};

// Memory of a frame of NV12 or P016.
struct Surface {
  std::vector<uint8_t> bytes;
  bool whole = false, damaged = false;
};

struct Decoder {
  CUVIDDECODECREATEINFO info;
  std::vector<Surface> surfaces;
  std::map<const uint8_t*, std::unique_ptr<std::vector<uint8_t>>> mapped;
  // Frames that were given back: what reads them later reads other bytes.
  std::vector<std::unique_ptr<std::vector<uint8_t>>> forgotten;
  std::atomic<bool> busy{false};

  unsigned pitch() const {
    const unsigned row = static_cast<unsigned>(info.ulTargetWidth) * (info.bitDepthMinus8 ? 2 : 1);
    return (row + kPitch - 1) / kPitch * kPitch;
  }
  void resize() {
    surfaces.assign(info.ulNumDecodeSurfaces, {});
    for (Surface& s : surfaces) s.bytes.assign(pitch() * info.ulTargetHeight * 3 / 2, kForgotten);
  }
};

struct Picture {
  int64_t tag;
  int surface;
  bool damaged;
  Decoder* decoder;
};

struct Parser {
  CUVIDPARSERPARAMS params;
  AVCodecContext* context = nullptr;
  AVPacket* packet = av_packet_alloc();
  AVFrame* frame = av_frame_alloc();
  CUVIDEOFORMAT format{};
  bool started = false;
  int surfaces = 0;
  std::vector<Picture> pictures;  // that are decoded and not shown
  std::set<int64_t> times;        // of packets
  std::minstd_rand random{7};
  std::atomic<bool> busy{false};

  ~Parser() {
    av_frame_free(&frame);
    av_packet_free(&packet);
    avcodec_free_context(&context);
  }
};

AVCodecID codec_of(cudaVideoCodec codec) {
  switch (codec) {
    case cudaVideoCodec_H264: return AV_CODEC_ID_H264;
    case cudaVideoCodec_HEVC: return AV_CODEC_ID_HEVC;
    case cudaVideoCodec_VP9: return AV_CODEC_ID_VP9;
    default: return AV_CODEC_ID_NONE;
  }
}

// What a picture's parameters carry in place of its bits.
struct Token {
  Parser* parser;
  int64_t tag;
};

CUVIDEOFORMAT format_of(const AVCodecContext& c, cudaVideoCodec codec) {
  CUVIDEOFORMAT f;
  std::memset(&f, 0, sizeof f);
  const AVPixFmtDescriptor* d = av_pix_fmt_desc_get(c.pix_fmt);
  f.codec = codec;
  f.progressive_sequence = 1;
  f.bit_depth_luma_minus8 = f.bit_depth_chroma_minus8 = static_cast<unsigned char>(d->comp[0].depth - 8);
  f.min_num_decode_surfaces = static_cast<unsigned char>(c.has_b_frames + 2);
  f.coded_width = static_cast<unsigned>(std::max(c.coded_width, c.width));
  f.coded_height = static_cast<unsigned>(std::max(c.coded_height, c.height));
  f.display_area.right = c.width;
  f.display_area.bottom = c.height;
  f.chroma_format = d->nb_components < 3                             ? cudaVideoChromaFormat_Monochrome
                    : d->log2_chroma_w == 1 && d->log2_chroma_h == 1 ? cudaVideoChromaFormat_420
                    : d->log2_chroma_w == 1                          ? cudaVideoChromaFormat_422
                                                                     : cudaVideoChromaFormat_444;
  f.video_signal_description.video_full_range_flag = c.color_range == AVCOL_RANGE_JPEG;
  f.video_signal_description.matrix_coefficients = static_cast<unsigned char>(c.colorspace);
  return f;
}

void open_context(Parser& p) {
  p.context = avcodec_alloc_context3(avcodec_find_decoder(codec_of(p.params.CodecType)));
  p.context->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
  p.context->thread_count = 1;
  // More than the streams of the tests reorder, so that no frame is given too early.
  if (p.params.CodecType == cudaVideoCodec_H264 || p.params.CodecType == cudaVideoCodec_HEVC) {
    p.context->has_b_frames = 4;
  }
  if (avcodec_open2(p.context, nullptr, nullptr) < 0) misuse("libavcodec does not open a decoder");
}

// What stands for damage that the hardware finds: no unit ends so.
bool ends_in_zeros(const CUVIDSOURCEDATAPACKET& p) {
  constexpr size_t kZeros = 8;
  const uint8_t* end = p.payload + p.payload_size;
  return p.payload_size >= kZeros && std::all_of(end - kZeros, end, [](uint8_t b) { return b == 0; });
}

// Any surface whose picture was shown.
int free_surface(Parser& p) {
  std::vector<int> free;
  for (int i = 0; i < p.surfaces; ++i) {
    const auto uses = [i](const Picture& x) { return x.surface == i; };
    if (std::none_of(p.pictures.begin(), p.pictures.end(), uses)) free.push_back(i);
  }
  if (free.empty()) return -1;
  return free[p.random() % free.size()];
}

template <class T>
void write_plane(uint8_t* to, unsigned pitch, int step, const AVFrame& f, int plane, int width, int height, int up) {
  for (int y = 0; y < height; ++y) {
    const T* from = reinterpret_cast<const T*>(f.data[plane] + y * f.linesize[plane]);
    T* row = reinterpret_cast<T*>(to + static_cast<size_t>(y) * pitch);
    for (int x = 0; x < width; ++x) row[x * step] = static_cast<T>(from[x] << up);
  }
}

template <class T>
void write_frame(Decoder& d, Surface& s, const AVFrame& f) {
  const int up = d.info.bitDepthMinus8 ? 8 - static_cast<int>(d.info.bitDepthMinus8) : 0;
  const int w = f.width, h = f.height;
  uint8_t* chroma = s.bytes.data() + d.pitch() * d.info.ulTargetHeight;
  write_plane<T>(s.bytes.data(), d.pitch(), 1, f, 0, w, h, up);
  write_plane<T>(chroma, d.pitch(), 2, f, 1, (w + 1) / 2, (h + 1) / 2, up);
  write_plane<T>(chroma + sizeof(T), d.pitch(), 2, f, 2, (w + 1) / 2, (h + 1) / 2, up);
}

// Gives the frames that libavcodec has made to the caller.
void show(Parser& p) {
  while (avcodec_receive_frame(p.context, p.frame) >= 0) {
    const int64_t tag = p.frame->pts;
    const auto at =
        std::find_if(p.pictures.begin(), p.pictures.end(), [tag](const Picture& x) { return x.tag == tag; });
    if (at == p.pictures.end()) continue;
    const Picture picture = *at;
    // Pictures that nothing comes of give their surfaces back.
    const bool reorders = p.context->has_b_frames > 0;
    p.pictures.erase(
        std::remove_if(p.pictures.begin(), p.pictures.end(),
                       [&](const Picture& x) { return x.tag == tag || x.tag < tag - (reorders ? 16 : 0); }),
        p.pictures.end());
    if (!picture.decoder) continue;
    decoders.check(picture.decoder, "a picture is decoded by a session that has ended");
    Surface& s = picture.decoder->surfaces.at(static_cast<size_t>(picture.surface));
    if (picture.decoder->info.bitDepthMinus8) {
      write_frame<uint16_t>(*picture.decoder, s, *p.frame);
    } else {
      write_frame<uint8_t>(*picture.decoder, s, *p.frame);
    }
    s.whole = true;
    CUVIDPARSERDISPINFO info = {};
    info.picture_index = picture.surface;
    info.progressive_frame = 1;
    // Whatever the packet of the picture was.
    info.timestamp = *p.times.begin();
    p.times.erase(p.times.begin());
    p.params.pfnDisplayPicture(p.params.pUserData, &info);
  }
}

}  // namespace

PUBLIC void fake_nvcuvid_counts(int* sessions, int* changes, int* most, int* now) {
  *sessions = made;
  *changes = changed;
  *most = most_alive;
  *now = alive;
}

PUBLIC CUresult cuvidGetDecoderCaps(CUVIDDECODECAPS* caps) {
  const unsigned deep = caps->nBitDepthMinus8;
  const bool one = caps->eCodecType == cudaVideoCodec_H264;
  const bool more = caps->eCodecType == cudaVideoCodec_HEVC || caps->eCodecType == cudaVideoCodec_VP9;
  caps->bIsSupported = caps->eChromaFormat == cudaVideoChromaFormat_420 &&
                       ((one && deep == 0) || (more && (deep == 0 || deep == 2 || deep == 4)));
  caps->nNumNVDECs = 7;
  caps->nOutputFormatMask = deep ? 1 << cudaVideoSurfaceFormat_P016 : 1 << cudaVideoSurfaceFormat_NV12;
  caps->nMinWidth = 48;
  caps->nMinHeight = 16;
  caps->nMaxWidth = caps->nMaxHeight = 4096;
  caps->nMaxMBCount = 65536;
  return kOk;
}

PUBLIC CUresult cuvidCreateDecoder(CUvideodecoder* out, CUVIDDECODECREATEINFO* info) {
  const Alone alone(making, "two sessions are made at once");
  if (info->ulNumDecodeSurfaces > 32 || info->ulTargetWidth % 2 || info->ulTargetHeight % 2) return kInvalid;
  auto* d = new Decoder();
  d->info = *info;
  d->resize();
  decoders.add(d);
  ++made;
  most_alive = std::max(most_alive.load(), ++alive);
  *out = d;
  return kOk;
}

PUBLIC CUresult cuvidDestroyDecoder(CUvideodecoder raw) {
  decoders.remove(raw, "a session is ended that is none");
  auto* d = static_cast<Decoder*>(raw);
  if (!d->mapped.empty()) misuse("a session is ended whose frames are mapped");
  --alive;
  delete d;
  return kOk;
}

PUBLIC CUresult cuvidReconfigureDecoder(CUvideodecoder raw, CUVIDRECONFIGUREDECODERINFO* info) {
  decoders.check(raw, "a session is changed that has ended");
  auto* d = static_cast<Decoder*>(raw);
  const Alone alone(making, "two sessions are changed at once");
  if (info->ulWidth > d->info.ulMaxWidth || info->ulHeight > d->info.ulMaxHeight) return kInvalid;
  if (info->ulNumDecodeSurfaces < d->info.ulNumDecodeSurfaces) misuse("a session gets fewer surfaces");
  if (!d->mapped.empty()) misuse("a session is changed whose frames are mapped");
  d->info.ulWidth = info->ulWidth;
  d->info.ulHeight = info->ulHeight;
  d->info.ulTargetWidth = info->ulTargetWidth;
  d->info.ulTargetHeight = info->ulTargetHeight;
  d->info.ulNumDecodeSurfaces = info->ulNumDecodeSurfaces;
  d->resize();
  ++changed;
  return kOk;
}

PUBLIC CUresult cuvidDecodePicture(CUvideodecoder raw, CUVIDPICPARAMS* p) {
  decoders.check(raw, "a session decodes that has ended");
  auto* d = static_cast<Decoder*>(raw);
  const Alone alone(d->busy, "two threads use one session at once");
  if (p->CurrPicIdx < 0 || static_cast<size_t>(p->CurrPicIdx) >= d->surfaces.size()) {
    misuse("a picture has a surface that the session has not");
  }
  Surface& s = d->surfaces[static_cast<size_t>(p->CurrPicIdx)];
  std::fill(s.bytes.begin(), s.bytes.end(), static_cast<uint8_t>(kForgotten));
  s.whole = s.damaged = false;
  const auto& token = *reinterpret_cast<const Token*>(p->pBitstreamData);
  for (Picture& x : token.parser->pictures) {
    if (x.tag != token.tag) continue;
    x.decoder = d;
    s.damaged = x.damaged;
  }
  return kOk;
}

PUBLIC CUresult cuvidGetDecodeStatus(CUvideodecoder raw, int surface, CUVIDGETDECODESTATUS* status) {
  decoders.check(raw, "a session is asked that has ended");
  const Surface& s = static_cast<Decoder*>(raw)->surfaces.at(static_cast<size_t>(surface));
  status->decodeStatus = s.damaged ? cuvidDecodeStatus_Error_Concealed : cuvidDecodeStatus_Success;
  return kOk;
}

PUBLIC CUresult cuvidMapVideoFrame64(CUvideodecoder raw, int surface, unsigned long long* at, unsigned* pitch,
                                     CUVIDPROCPARAMS* how) {
  decoders.check(raw, "a frame is mapped of a session that has ended");
  auto* d = static_cast<Decoder*>(raw);
  const Alone alone(d->busy, "two threads use one session at once");
  if (!how->output_stream) misuse("a frame is mapped on the default stream");
  if (surface < 0 || static_cast<size_t>(surface) >= d->surfaces.size()) misuse("a frame is mapped that is none");
  const Surface& s = d->surfaces[static_cast<size_t>(surface)];
  if (!s.whole) misuse("a frame is mapped that was not shown");
  if (d->mapped.size() >= d->info.ulNumOutputSurfaces) misuse("too many frames are mapped");
  auto copy = std::make_unique<std::vector<uint8_t>>(s.bytes);
  *at = reinterpret_cast<unsigned long long>(copy->data());
  *pitch = d->pitch();
  d->mapped[copy->data()] = std::move(copy);
  return kOk;
}

PUBLIC CUresult cuvidUnmapVideoFrame64(CUvideodecoder raw, unsigned long long at) {
  decoders.check(raw, "a frame is taken back from a session that has ended");
  auto* d = static_cast<Decoder*>(raw);
  const Alone alone(d->busy, "two threads use one session at once");
  const auto found = d->mapped.find(reinterpret_cast<const uint8_t*>(at));
  if (found == d->mapped.end()) misuse("a frame is taken back that is not mapped");
  std::fill(found->second->begin(), found->second->end(), static_cast<uint8_t>(kForgotten));
  d->forgotten.push_back(std::move(found->second));
  d->mapped.erase(found);
  return kOk;
}

PUBLIC CUresult cuvidCreateVideoParser(CUvideoparser* out, CUVIDPARSERPARAMS* params) {
  if (codec_of(params->CodecType) == AV_CODEC_ID_NONE) return kInvalid;
  auto* p = new Parser();
  p->params = *params;
  open_context(*p);
  parsers.add(p);
  *out = p;
  return kOk;
}

PUBLIC CUresult cuvidDestroyVideoParser(CUvideoparser raw) {
  parsers.remove(raw, "a parser is ended that is none");
  delete static_cast<Parser*>(raw);
  return kOk;
}

PUBLIC CUresult cuvidParseVideoData(CUvideoparser raw, CUVIDSOURCEDATAPACKET* data) {
  parsers.check(raw, "a parser is used that has ended");
  auto& p = *static_cast<Parser*>(raw);
  const Alone alone(p.busy, "two threads use one parser at once");
  if (data->flags & CUVID_PKT_ENDOFSTREAM) {
    avcodec_send_packet(p.context, nullptr);
    show(p);
    avcodec_flush_buffers(p.context);
    return kOk;
  }
  av_packet_unref(p.packet);
  if (av_new_packet(p.packet, static_cast<int>(data->payload_size)) < 0) return kInvalid;
  std::memcpy(p.packet->data, data->payload, data->payload_size);
  p.packet->pts = p.packet->dts = data->timestamp;
  p.times.insert(data->timestamp);
  if (avcodec_send_packet(p.context, p.packet) < 0) return kOk;  // no picture comes of it
  if (p.context->pix_fmt == AV_PIX_FMT_NONE || p.context->width <= 0) return kOk;
  const CUVIDEOFORMAT now = format_of(*p.context, p.params.CodecType);
  if (!p.started || now.coded_width != p.format.coded_width || now.coded_height != p.format.coded_height ||
      now.bit_depth_luma_minus8 != p.format.bit_depth_luma_minus8) {
    CUVIDEOFORMAT given = p.format = now;
    p.started = true;
    const int surfaces = p.params.pfnSequenceCallback(p.params.pUserData, &given);
    if (surfaces <= 0) return kInvalid;
    p.surfaces = surfaces > 1 ? surfaces : static_cast<int>(p.params.ulMaxNumDecodeSurfaces);
  }
  const int surface = free_surface(p);
  if (surface < 0) misuse("a parser has no free surface");
  p.pictures.push_back({data->timestamp, surface, ends_in_zeros(*data), nullptr});
  Token token{&p, data->timestamp};
  CUVIDPICPARAMS picture;
  std::memset(&picture, 0, sizeof picture);
  picture.CurrPicIdx = surface;
  picture.pBitstreamData = reinterpret_cast<const unsigned char*>(&token);
  picture.nBitstreamDataLen = sizeof token;
  if (p.params.pfnDecodePicture(p.params.pUserData, &picture) <= 0) return kInvalid;
  show(p);
  return kOk;
}
