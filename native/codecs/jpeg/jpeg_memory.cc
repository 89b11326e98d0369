// The methods of jpeg_memory_mgr that a decompressor and a compressor use. C code calls them, so they jump on errors
// and never throw.
#include "codecs/jpeg/jpeg_memory.h"

#include <jerror.h>

#include <cstring>

namespace penstock::codecs {

struct JpegMemory::Calls {
  static JpegMemory& of(j_common_ptr info) { return *static_cast<JpegMemory*>(info->client_data); }

  static void* small(j_common_ptr info, int, size_t size) { return of(info).take(info, size); }

  static JSAMPARRAY samples(j_common_ptr info, int, JDIMENSION width, JDIMENSION rows) {
    // libjpeg's vector code reads and writes whole vectors past a row's end.
    const size_t stride = (static_cast<size_t>(width) + 127) & ~size_t{63};
    auto** row = static_cast<JSAMPARRAY>(of(info).take(info, rows * sizeof(JSAMPROW)));
    auto* data = static_cast<JSAMPROW>(of(info).take(info, rows * stride));
    for (JDIMENSION i = 0; i < rows; ++i) row[i] = data + i * stride;
    return row;
  }

  static JBLOCKARRAY blocks(j_common_ptr info, int, JDIMENSION width, JDIMENSION rows) {
    auto** row = static_cast<JBLOCKARRAY>(of(info).take(info, rows * sizeof(JBLOCKROW)));
    auto* data = static_cast<JBLOCKROW>(of(info).take(info, static_cast<size_t>(rows) * width * sizeof(JBLOCK)));
    for (JDIMENSION i = 0; i < rows; ++i) row[i] = data + static_cast<size_t>(i) * width;
    return row;
  }

  static jvirt_barray_ptr request(j_common_ptr info, int, boolean, JDIMENSION width, JDIMENSION rows, JDIMENSION) {
    JpegMemory& m = of(info);
    auto* a = static_cast<BlockArray*>(m.take(info, sizeof(BlockArray)));
    *a = {m.arrays_, width, rows, 0, nullptr};
    m.arrays_ = a;
    return reinterpret_cast<jvirt_barray_ptr>(a);
  }

  static void realize(j_common_ptr info) {
    for (BlockArray* a = of(info).arrays_; a; a = a->next) {
      if (!a->row) a->row = blocks(info, JPOOL_IMAGE, a->width, a->rows);
    }
  }

  static JBLOCKARRAY access(j_common_ptr info, jvirt_barray_ptr array, JDIMENSION start, JDIMENSION count, boolean) {
    auto& a = *reinterpret_cast<BlockArray*>(array);
    if (!a.row || start + count > a.rows) {
      info->err->msg_code = JERR_BAD_VIRTUAL_ACCESS;
      info->err->error_exit(info);
    }
    if (start + count > a.clean) {
      std::memset(a.row[a.clean], 0, static_cast<size_t>(start + count - a.clean) * a.width * sizeof(JBLOCK));
      a.clean = start + count;
    }
    return a.row + start;
  }

  static void free(j_common_ptr, int) {}
};

void* JpegMemory::take(j_common_ptr info, size_t bytes) {
  void* p = nullptr;
  try {
    p = scratch_->bytes(bytes);
  } catch (const Error&) {
    refused_ = std::current_exception();
  } catch (...) {
  }
  if (!p) {
    auto& errors = *reinterpret_cast<JpegErrors*>(info->err);
    errors.out_of_memory = true;
    errors.base.msg_code = JERR_OUT_OF_MEMORY;
    errors.base.error_exit(info);
  }
  return p;
}

void JpegMemory::install(j_common_ptr info) {
  info->client_data = this;
  jpeg_memory_mgr& m = *info->mem;
  m.alloc_small = Calls::small;
  m.alloc_large = Calls::small;
  m.alloc_sarray = Calls::samples;
  m.alloc_barray = Calls::blocks;
  m.request_virt_barray = Calls::request;
  m.realize_virt_arrays = Calls::realize;
  m.access_virt_barray = Calls::access;
  m.free_pool = Calls::free;
}

}  // namespace penstock::codecs
