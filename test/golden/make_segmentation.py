"""Goldens of segmentation.selectMasks. DALI keeps only the last polygon of a mask that has several, so that such masks are
cases whose outputs are worked out here: each has all of its polygons."""

from golden import GoldenWriter, fn, np

f = np.float32
i32 = np.int32
polygons = i32([[0, 0, 3], [1, 3, 7], [2, 7, 10]])
vertices = f([[k, k + .5] for k in range(10)])
g = GoldenWriter("segmentation_select_masks", "segmentation.selectMasks")


def case(name, ids, p=polygons, v=vertices, layout=None, **args):
    g.case(name, fn.segmentation.select_masks, [(i32(ids), None), (p, None), (v, layout)], **args)


case("one", [1])
case("two in another order", [2, 0])
case("their places as ids", [2, 0], reindex_masks=True)
case("none", [])
case("three coordinates", [1], v=f([[k, k, -k] for k in range(10)]))
for dtype in (np.uint8, i32, np.float64, np.float16, np.bool_):
    case(f"vertices of {np.dtype(dtype)}", [2, 1], v=vertices.astype(dtype))
case("polygons that share vertices", [4, 3], p=i32([[3, 0, 5], [4, 3, 8]]))
case("a polygon without vertices", [1], p=i32([[1, 3, 3]]))
several = i32([[1, 0, 3], [0, 3, 6], [1, 6, 10]])
g.add("a mask of several polygons", {"reindexMasks": False}, [(i32([1]), None), (several, None), (vertices, None)],
      [(i32([[1, 0, 3], [1, 3, 7]]), None), (vertices[[0, 1, 2, 6, 7, 8, 9]], None)])
g.save()
