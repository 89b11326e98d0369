// segmentation.selectMasks against DALI (test/golden/make_segmentation.py), and what it refuses.
import * as nd from 'penstock-data/dynamic'
import { goldenTest } from '../util/golden.js'
import { f32, i32, refusedTest } from '../util/refused.js'

goldenTest('segmentation_select_masks')

const vertices = f32([
  [0, 1],
  [2, 3],
  [4, 5],
])
const polygons = i32([[7, 0, 3]])
const select = (ids: object, p: object = polygons, v: object = vertices) =>
  nd.segmentation.selectMasks(ids as never, p as never, v as never)
refusedTest([
  ['an id without polygons', () => select(i32([5])), 'INVALID_INPUT', /ids of polygons for maskIds but received 5/],
  ['an id twice', () => select(i32([7, 7])), 'INVALID_INPUT', /each id once for maskIds but received 7 twice/],
  ['vertices beyond the last', () => select(i32([7]), i32([[7, 0, 4]])), 'INVALID_INPUT', /of \[0, 3\) for polygon 0/],
  ['a negative vertex', () => select(i32([7]), i32([[7, -1, 2]])), 'INVALID_INPUT', /received \[-1, 2\)/],
  ['an end before the start', () => select(i32([7]), i32([[7, 2, 1]])), 'INVALID_INPUT', /received \[2, 1\)/],
  ['two columns', () => select(i32([7]), i32([[7, 0]])), 'INVALID_INPUT', /shape \(n, 3\) for polygons .* 1 x 2/],
  [
    'int64 ids',
    () => select({ data: BigInt64Array.of(7n), shape: [1] }),
    'INVALID_INPUT',
    /int32 for maskIds but received int64/,
  ],
  ['float polygons', () => select(i32([7]), f32([[7, 0, 3]])), 'INVALID_INPUT', /int32 for polygons/],
  ['ids of two dimensions', () => select(i32([[7]])), 'INVALID_INPUT', /one dimension for maskIds/],
  ['flat vertices', () => select(i32([7]), polygons, f32([1, 2, 3])), 'INVALID_INPUT', /two dimensions for vertices/],
])
