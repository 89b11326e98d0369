// Cases of every-op.test.ts for operators of boxes, points, transforms and masks, whose inputs are no images.
import type { Case, Samples } from './cases.js'

type Rows = readonly (readonly number[])[]

const floats = (samples: readonly (Rows | number)[]): Samples => ({
  dtype: 'float32',
  samples: samples.map((rows) => ({
    data: Float32Array.from([rows].flat(2)),
    shape: typeof rows === 'number' ? [] : [rows.length, rows[0]?.length ?? 4],
  })),
})
const ints = (
  lists: readonly (readonly number[])[],
  shapeOf = (list: readonly number[]) => [list.length],
): Samples => ({
  dtype: 'int32',
  samples: lists.map((list) => ({ data: Int32Array.from(list), shape: shapeOf(list) })),
})

const corners = floats([
  [[0.1, 0.2, 0.4, 0.6]],
  [
    [0, 0, 1, 1],
    [0.5, 0.5, 0.9, 0.8],
  ],
  [],
])
const labels = ints([[3], [4, 5], []])
const plane = floats([
  [
    [1, 0, 2],
    [0, 1, 3],
  ],
  [
    [2, 1, 0],
    [0, 2, 0],
  ],
  [
    [0, -1, 1],
    [1, 0, 1],
  ],
])
const points = floats([
  [[0.1, 0.2]],
  [
    [0.5, 0.6],
    [0.7, 0.1],
  ],
  [
    [1, 2],
    [3, 4],
    [5, 6],
  ],
])
const masks = ints(
  [
    [0, 1, 1, 0, 2, 2],
    [0, 0, 3, 3, 0, 0],
    [1, 1, 1, 0, 0, 5],
  ],
  () => [2, 3],
)
const perSample = (name: string, ...values: number[]) => ({ perSample: { [name]: floats(values) } })
const inputShape = [60, 80]

/** A transform alone, and one that joins that of an input. */
const transform = (args: Record<string, unknown>, ...more: Case[]): Case[] => [
  { args },
  { inputs: [plane], args: { ...args, reverseOrder: true } },
  ...more,
]

export const boxCases: Record<string, Case[]> = {
  bbFlip: [
    { inputs: [corners], args: { ltrb: true, vertical: 1 } },
    { inputs: [corners], perSample: { horizontal: ints([[1], [0], [1]], () => []) } },
  ],
  bBoxPaste: [
    { inputs: [corners], args: { ratio: 2, ltrb: true } },
    { inputs: [corners], ...perSample('ratio', 1.5, 2, 3) },
  ],
  bBoxRotate: [
    { inputs: [corners], args: { angle: 30, inputShape } },
    {
      inputs: [corners, labels],
      args: { inputShape, keepSize: true, mode: 'fixed' },
      ...perSample('angle', 10, 90, -40),
    },
  ],
  boxEncoder: [
    { inputs: [corners, labels], args: { anchors: [0, 0, 0.5, 0.5, 0.4, 0.4, 1, 1] } },
    { inputs: [corners, labels], args: { anchors: [0.1, 0.1, 0.5, 0.7], offset: true, criteria: 0.3 } },
  ],
  coordFlip: [
    { inputs: [points], args: { flipY: 1, layout: 'yx' } },
    { inputs: [points], ...perSample('centerX', 0.2, 0.5, 1) },
  ],
  coordTransform: [
    { inputs: [points], args: { MT: [1, 2, 3, 4, 5, 6] } },
    { inputs: [points], perSample: { MT: plane } },
  ],
  'transforms.combine': [{ inputs: [plane, plane] }, { inputs: [plane, plane, plane], args: { reverseOrder: true } }],
  'transforms.crop': transform({ fromStart: [0, 1], fromEnd: [4, 5] }),
  'transforms.rotation': transform({ angle: 30, center: [1, 2] }, perSample('angle', 1, 2, 3)),
  'transforms.scale': transform({ scale: [2, 3] }, { inputs: [plane], ...perSample('scale', 1, 2, 3) }),
  'transforms.shear': transform({ shear: [2, 3] }),
  'transforms.translation': transform({ offset: [2, 3] }, perSample('offset', 1, 2, 3)),
  'random.beta': [{ args: { alpha: 2, shape: [4] } }, { inputs: [points], ...perSample('beta', 1, 2, 3) }],
  randomBBoxCrop: [
    { inputs: [corners], args: { scaling: [0.5, 1], aspectRatio: [0.5, 2] } },
    { inputs: [corners, labels], args: { scaling: [0.5, 1], outputBboxIndices: true, totalNumAttempts: 20 } },
  ],
  randomCropGenerator: [
    {
      inputs: [
        ints([
          [30, 40],
          [50, 20],
          [9, 9],
        ]),
      ],
    },
  ],
  roiRandomCrop: [
    { args: { cropShape: [9, 9], roiStart: [2, 3], roiShape: [4, 20] } },
    {
      inputs: [masks],
      args: { roiStart: [0, 0], roiEnd: [1, 2] },
      perSample: {
        cropShape: ints([
          [1, 2],
          [2, 2],
          [1, 1],
        ]),
      },
    },
  ],
  'segmentation.selectMasks': [
    {
      inputs: [
        ints([[1], [0, 1], []]),
        ints([[0, 0, 2, 1, 1, 3], [1, 0, 1, 0, 1, 2], []], (list) => [list.length / 3, 3]),
        floats([
          [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
          [
            [1, 2],
            [3, 4],
          ],
          [[7, 8]],
        ]),
      ],
      args: { reindexMasks: true },
    },
  ],
  'segmentation.randomMaskPixel': [
    { inputs: [masks] },
    { inputs: [masks], args: { foreground: 1 }, perSample: { value: ints([[2], [3], [1]], () => []) } },
  ],
  'segmentation.randomObjectBBox': [
    { inputs: [masks], args: { outputClass: true } },
    { inputs: [masks], args: { format: 'box', ignoreClass: true } },
  ],
}
