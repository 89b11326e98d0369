// The columns that readers.coco adds to its data set, in the order in which index() adds them.
#pragma once
#include <cstdint>

#include "ops/readers_coco/annotations.h"

namespace penstock::ops {

// Columns, one value per sample.
enum CocoColumn {
  kImageId,  // int64
  kObjects,  // int32: the number of objects of the image
  kFirst,    // int64: the first of them in kOrder
  kWidth,    // int32; it and the next one only where ratio, pixelwiseMasks or the choice of samples need them
  kHeight,   // int32
};

// Blobs: what annotations.h names so; those of segmentations are empty where there are none in the outputs.
enum CocoBlob {
  kOrder,   // int32: annotations, those of an image together and in the order of the file
  kLabels,  // int32, per annotation
  kBoxes,
  kPolygonBegins,
  kVertexBegins,
  kVertices,
  kRunLengthOf,
  kRunLengths,
  kRuns,
};

}  // namespace penstock::ops
