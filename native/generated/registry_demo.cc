// From native/ops/*/op.json by tools/gen.ts. Do not edit.
#include "core/registry.h"
#include "dataset/set/reader_op.h"

namespace penstock {
namespace ops {
extern const CpuOp crop_mirror_normalize_cpu;
extern const CpuOp decoders_image_random_crop_cpu;
extern const CpuOp fused_resize_crop_mirror_normalize_cpu;
extern const CpuOp random_coin_flip_cpu;
extern const CpuOp readers_file_cpu;
extern const CpuOp resize_cpu;
extern const ReaderOp readers_file_reader;
}  // namespace ops

static const CpuOp* const kCpuOps[] = {
    &ops::crop_mirror_normalize_cpu,
    &ops::decoders_image_random_crop_cpu,
    &ops::fused_resize_crop_mirror_normalize_cpu,
    &ops::random_coin_flip_cpu,
    &ops::readers_file_cpu,
    &ops::resize_cpu,
    nullptr,
};

const CpuOp* const* cpu_ops() { return kCpuOps; }

static const ReaderOp* const kReaderOps[] = {
    &ops::readers_file_reader,
    nullptr,
};

const ReaderOp* const* reader_ops() { return kReaderOps; }

}  // namespace penstock
