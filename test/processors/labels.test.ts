// The labels that image processors make of annotations of COCO and of maps: those of Python's transformers, bit for bit.
// @module-tag shared
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageProcessor } from 'penstock-data/transformers'
import { expect, test } from 'vitest'
import type { NumberArray } from '../../src/processors/arrays.js'
import type { LabelRequest } from '../../src/processors/labels/labels.js'
import { processorOf } from '../../src/processors/processor.js'
import { made, options } from './golden.js'

interface Stored {
  type: string
  dims: number[]
  digest?: string
  values?: number[]
}

const golden = JSON.parse(readFileSync(new URL('../golden/processor_labels.json', import.meta.url), 'utf8')) as {
  sizes: [number, number][]
  annotations: Record<string, Record<string, unknown>[]>
  cases: {
    name: string
    backend: string
    config: Record<string, unknown>
    kind: string
    options: Record<string, unknown>
    result: Record<string, unknown> | null
  }[]
}
const sizes = golden.sizes.map(([height, width]) => ({ height, width }))

/** The map whose value at a pixel is `of` its row and column. */
function map([height, width]: [number, number], of: (y: number, x: number) => number): NumberArray {
  const data = Int32Array.from({ length: height * width }, (_, i) => of(Math.floor(i / width), i % width))
  return { type: 'int32', dims: [height, width], data }
}

const classes = (factor: number) =>
  golden.sizes.map((size) => map(size, (y, x) => ((((y / 5) | 0) * 3 + ((x / 7) | 0)) % 9) * factor))

/** The pixels of the files of panoptic masks. */
const panoptic = golden.sizes.map((size): NumberArray => {
  const { dims, data } = map(size, (y, x) => ((((y / 8) | 0) * 5 + ((x / 11) | 0)) % 7) * 401 + 3)
  const bytes = Uint8Array.from({ length: data.length * 3 }, (_, i) => Number(data[(i / 3) | 0]) >> (8 * (i % 3)))
  return { type: 'uint8', dims: [...dims, 3], data: bytes }
})

function request(kind: string, options: Record<string, unknown>): LabelRequest {
  const given = {
    sizes,
    ...(options.return_segmentation_masks !== undefined && {
      returnSegmentationMasks: options.return_segmentation_masks as boolean,
    }),
    ...(options.instance_id_to_semantic_id !== undefined && {
      instanceIdToSemanticId: options.instance_id_to_semantic_id,
    }),
  }
  if (kind === 'map' || kind === 'ids') return { ...given, segmentationMaps: classes(kind === 'ids' ? 300 : 1) }
  return { ...given, annotations: golden.annotations[kind], ...(kind === 'panoptic' && { panoptic }) }
}

function expectStored(made: unknown, stored: unknown, where: string): void {
  const facts = stored as Stored
  if (!facts.dims) {
    expect(Object.keys(made as object).sort(), where).toEqual(Object.keys(stored as object).sort())
    for (const [key, value] of Object.entries(stored as object)) {
      expectStored((made as Record<string, unknown>)[key], value, `${where}.${key}`)
    }
    return
  }
  const { type, dims, data } = made as NumberArray
  expect([type, ...dims], where).toEqual([facts.type, ...facts.dims])
  if (facts.values) {
    expect(Array.from(data as ArrayLike<number>, Number), where).toEqual(facts.values)
    return
  }
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  expect(createHash('sha256').update(bytes).digest('hex').slice(0, 12), where).toBe(facts.digest)
}

test.each(
  golden.cases.map((c, i) => [`${i} ${c.name} ${c.backend} ${c.kind} ${JSON.stringify(c.config)}`, c] as const),
)('%s', (_, { name, backend, config, kind, options, result }) => {
  const {
    labels,
    config: full,
    program,
  } = processorOf({ image_processor_type: `${name}ImageProcessor`, ...config }, backend)
  const run = () => labels!.run(request(kind, options), full, program)
  if (result) expectStored(run(), result, name)
  else expect(run).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

const detr = { image_processor_type: 'DetrImageProcessor', size: { shortest_edge: 50, longest_edge: 90 } }
const files = golden.sizes.map(([height, width]) => made(height, width))

/** The result of the golden with this config. */
function stored(name: string, kind: string, config: object): Record<string, unknown> {
  const found = golden.cases.find(
    (c) =>
      c.name === name &&
      c.backend === 'torchvision' &&
      c.kind === kind &&
      JSON.stringify(c.config) === JSON.stringify(config),
  )
  return found!.result!
}

/** A tensor of golden.ts as an array. */
const arrays = (tree: unknown): unknown => {
  if (Array.isArray(tree)) return tree.map(arrays)
  if ((tree as NumberArray).dims) return tree
  return Object.fromEntries(Object.entries(tree as object).map(([key, value]) => [key, arrays(value)]))
}

test('annotations go with the files of images, and panoptic masks come from a folder', async () => {
  const config = { format: 'coco_panoptic', size: detr.size }
  await using processor = imageProcessor({ ...detr, ...config }, options)
  const folder = mkdtempSync(join(tmpdir(), 'penstock-masks-'))
  for (const [i, { dims, data }] of panoptic.entries()) {
    const header = Buffer.from(`P6 ${dims[1]} ${dims[0]} 255\n`)
    writeFileSync(join(folder, `${i}.png`), Buffer.concat([header, data as Uint8Array]))
  }
  try {
    const outputs = await processor(files, { annotations: golden.annotations.panoptic as never, masksPath: folder })
    expect(Object.keys(outputs)).toEqual(['pixel_values', 'pixel_mask', 'labels'])
    expectStored(arrays(outputs.labels), stored('Detr', 'panoptic', config).labels, 'labels')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('maps of classes become labels at the size of the images', async () => {
  await using processor = imageProcessor(
    { image_processor_type: 'SegformerImageProcessor', size: { height: 4, width: 6 }, do_reduce_labels: true },
    options,
  )
  const segmentationMaps = { data: Uint8Array.from({ length: 24 * 24 }, (_, i) => (i % 24) / 4), dims: [24, 24] }
  const { labels } = await processor(made(24, 24), { segmentationMaps })
  const row = [255n, 0n, 1n, 2n, 3n, 4n]
  expect(labels).toMatchObject({
    type: 'int64',
    dims: [1, 4, 6],
    data: BigInt64Array.from([row, row, row, row].flat()),
  })
})

test.each([
  [{ segmentationMaps: [] }, 'UNSUPPORTED', 'segmentationMaps'],
  [{ annotation: {} }, 'INVALID_ARGUMENT', 'annotation'],
  [{ annotations: [{}, {}] }, 'INVALID_ARGUMENT', '1 annotations'],
  [{ annotations: { annotations: [] } }, 'INVALID_ARGUMENT', 'image_id'],
  [{ annotations: { image_id: 1, annotations: [{ bbox: [1, 2, 3] }] } }, 'INVALID_ARGUMENT', 'annotations[0]'],
  [
    {
      annotations: {
        image_id: 1,
        annotations: [{ bbox: [1, 2, 3, 4], area: 1, category_id: 1, segmentation: [[1, 2]] }],
      },
      returnSegmentationMasks: true,
    },
    'INVALID_INPUT',
    'segmentation',
  ],
])('labels %j are refused', async (labels, code, words) => {
  await using processor = imageProcessor(detr, options)
  await expect(processor(files[0]!, labels as never)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(words),
  })
  expect(Object.keys(await processor(files[0]!))).toEqual(['pixel_values', 'pixel_mask'])
})

test('a class that processes boxes needs them, one list for each image', async () => {
  await using processor = imageProcessor({ image_processor_type: 'VitPoseImageProcessor' }, options)
  const refusal = { code: 'INVALID_ARGUMENT', message: expect.stringContaining('boxes') }
  await expect(processor(files[0]!)).rejects.toMatchObject(refusal)
  await expect(processor(files[0]!, { boxes: [[], []] })).rejects.toMatchObject(refusal)
  const { pixel_values } = await processor(files, {
    boxes: [
      [[1, 2, 3, 4]],
      [],
      [
        [0, 0, 9, 9],
        [4, 4, 5, 6],
      ],
    ],
  })
  expect(pixel_values).toMatchObject({ dims: [3, 3, 256, 192] })
})
