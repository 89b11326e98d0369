// readers.coco: annotation files with every oddity against what DALI read from them, what is refused and in which words,
// and random files against a model.
// @module-tag property
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { fn, type PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check, portion } from '../util/soak.js'
import { eachOnce, goesOn, type ReadSet, refusesChanged } from './containers.js'

type Options = Partial<Parameters<typeof fn.readers.coco>[0]>
type Output = [dtype: string, shape: number[], layout: string, bytes: string]

interface Case {
  name: string
  text: string
  calls: { args: Options; samples: Output[][] | null }[]
}
const golden = JSON.parse(readFileSync(new URL('./golden/coco.json', import.meta.url), 'utf8')) as { cases: Case[] }

const start = process.cwd()
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'penstock-coco-'))
  process.chdir(folder)
})
afterAll(() => {
  process.chdir(start)
  rmSync(folder, { recursive: true })
})

/** Writes the annotations, and files for their images whose bytes are their names. */
function write(text: string): void {
  writeFileSync('a.json', text)
  const { images = [] } = JSON.parse(text.replace(/NaN/g, '0')) as { images?: { file_name: string }[] }
  for (const { file_name } of images) {
    mkdirSync(dirname(file_name), { recursive: true })
    writeFileSync(file_name, file_name)
  }
}

/** All samples of an epoch. */
async function read(args: Options = {}, onError: 'throw' | 'skip' = 'throw'): Promise<Output[][]> {
  await using pipe = pipelineDef({ batchSize: 3, onError }, () => [
    ...fn.readers.coco({ fileRoot: '.', annotationsFile: 'a.json', ...args }),
  ])()
  const samples: Output[][] = []
  for await (const batch of pipe) {
    for (let i = 0; i < batch[0]!.length; i++) {
      samples.push(
        batch.map((output): Output => {
          const { dtype, shape, layout } = output.at(i)
          const { buffer, byteOffset, byteLength } = output.at(i).dataSync()
          return [dtype, [...shape], layout, Buffer.from(buffer, byteOffset, byteLength).toString('base64')]
        }),
      )
    }
  }
  return samples
}

async function refusal(args: Options = {}): Promise<PipelineError> {
  const error = await read(args).then(
    () => undefined,
    (e: unknown) => e,
  )
  expect(error).toMatchObject({ op: 'readers.coco', hint: expect.stringMatching(/.{10}/) })
  return error as PipelineError
}

/** What DALI gave, with its bytes unpacked. */
const unpacked = (samples: Output[][]): Output[][] =>
  samples.map((sample) =>
    sample.map(([dtype, shape, layout, bytes]) => [
      dtype,
      shape,
      layout,
      inflateSync(Buffer.from(bytes, 'base64')).toString('base64'),
    ]),
  )

/** Cases in which the two differ on purpose: docs/data/coco.md lists them. A text is part of the message. */
const differs: Record<string, string | true> = {
  // DALI loses the objects of images that share a file.
  'a name twice {"imageIds":true}': true,
  // DALI gives the label of the background.
  'a category that is missing {}': 'this annotation has category_id 7, which is not in categories',
  'no categories {}': 'this annotation has category_id 3, which is not in categories',
  'no category_id {}': 'annotations[0]: there is no category_id',
  // DALI drops the annotation.
  'no image_id {}': 'annotations[0]: there is no image_id',
  // DALI rounds vertices to float32 before it draws them.
  'drawn 3 {"pixelwiseMasks":true}': true,
  // DALI refuses them.
  'ids that are no integers {}': true,
  'ids of more than 32 bits {}': true,
  // DALI shifts the polygons behind one with an odd number of numbers.
  'polygons of few numbers {"polygonMasks":true}': true,
  // DALI reads beyond its memory, or draws something else.
  'run lengths and polygons {"pixelwiseMasks":true}': true,
  'run lengths of one label {"pixelwiseMasks":true}': true,
  'run lengths that end late {"pixelwiseMasks":true}': 'that of object 0 has more pixels than its size',
  'run lengths of another size {"pixelwiseMasks":true}': 'that of object 0 has the size [5, 8], and the image [10, 20]',
}
/** What both refuse. */
const refused: Record<string, string> = {
  'a box of 3 numbers {}': 'annotations[0].bbox: there are 3 numbers where x, y, width and height are due',
  'a box of 5 numbers {}': 'annotations[0].bbox: there are 5 numbers',
  'a box that is not a number {}': "annotations[0].bbox: there is 'N' where a number is due",
  'no images {}': "Expected images in 'a.json' for annotationsFile but found none",
  'ids that are texts {}': 'images[0].id: there is a string where a number is due',
  'ids of more than 32 bits {"imageIds":true}': "image 900100000001 of 'a.json' has a larger one",
  'run lengths without a size {"pixelwiseMasks":true}': 'annotations[0].segmentation: there is no size',
}

const calls = golden.cases.flatMap(({ name, text, calls }) =>
  calls.map(({ args, samples }) => [`${name} ${JSON.stringify(args)}`, { text, args, samples }] as const),
)

describe('DALI', () => {
  it.each(portion(calls, 3))('agrees: %s', async (name, { text, args, samples }) => {
    write(text)
    const words = samples && !differs[name] ? undefined : (differs[name] ?? refused[name])
    if (typeof words === 'string') {
      expect((await refusal(args)).message).toContain(words)
    } else if (words) {
      // The tests below say what comes.
      expect(await read(args)).not.toEqual(samples && unpacked(samples))
    } else {
      expect(await read(args)).toEqual(unpacked(samples!))
    }
  })
})

const images = [
  { id: 5, file_name: 'e.jpg', width: 20, height: 10 },
  { id: 2, file_name: 'b.jpg', width: 20, height: 10 },
]
const categories = [{ id: 18, name: 'dog' }]
const note = (image_id: number, rest: object = {}) => ({
  image_id,
  category_id: 18,
  bbox: [1, 2, 3, 4],
  iscrowd: 0,
  ...rest,
})
const doc = (rest: object = {}) => JSON.stringify({ images, categories, annotations: [note(2)], ...rest })

/** The numbers of an output, without -0. */
const floats = ([, , , bytes]: Output) =>
  [...new Float32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer)].map((x) => x + 0)
const ints = ([, , , bytes]: Output) => [...new Int32Array(Uint8Array.from(Buffer.from(bytes, 'base64')).buffer)]

describe('where DALI differs', () => {
  it('gives the objects of images that share a file', async () => {
    const shared = [1, 2].map((id) => ({ id, file_name: 'b.jpg' }))
    write(doc({ images: shared, annotations: [note(1), note(2), note(2)] }))
    expect((await read()).map(([, boxes]) => boxes![1])).toEqual([
      [1, 4],
      [2, 4],
    ])
    expect((await read({ images: ['b.jpg'], imageIds: true })).map(([, , , id]) => ints(id!))).toEqual([[2]])
  })

  it('takes whole numbers of any form, and of more than 32 bits, as ids', async () => {
    const id = 900100000001
    const text = doc({ images: [{ id, file_name: 'b.jpg' }], annotations: [note(id)] }).replace(
      `"id":${id}`,
      `"id":${id}.0`,
    )
    write(text)
    expect((await read()).map(([, boxes]) => floats(boxes!))).toEqual([[1, 2, 3, 4]])
  })

  it('leaves out a last number of a polygon that has no second one', async () => {
    write(doc({ annotations: [note(2, { segmentation: [[1, 2, 3, 4, 5], [6, 7], [8]] })] }))
    const [, , , polygons, vertices] = (await read({ polygonMasks: true }))[0]!
    expect(ints(polygons!)).toEqual([0, 0, 2, 0, 2, 3, 0, 3, 3])
    expect(floats(vertices!)).toEqual([1, 2, 3, 4, 6, 7])
  })

  /** The labels in rows 0 and 5 of the mask, with a label for each segmentation. */
  async function rows(...segmentations: [label: number, segmentation: unknown][]) {
    const all = [1, 2, 3].map((id) => ({ id }))
    const annotations = segmentations.map(([category_id, segmentation]) => note(2, { category_id, segmentation }))
    write(doc({ annotations, categories: all }))
    const mask = ints((await read({ pixelwiseMasks: true }))[0]![3]!)
    return [0, 5].map((y) => mask.slice(20 * y, 20 * y + 20).join(''))
  }
  const runs = (...counts: number[]) => ({ size: [10, 20], counts })
  const bar = (x: number) => [x, 0, x + 5, 0, x + 5, 10, x, 10]

  it('draws run lengths beside polygons, and beside others of their label', async () => {
    const square = [[5, 2, 15, 2, 15, 8, 5, 8]]
    const both = await rows([1, runs(0, 10, 180, 10)], [1, runs(20, 10)], [1, square])
    expect(both).toEqual(['10100000000000000001', '10100111111111100001'])
  })

  it('draws the larger label on top also where objects touch', async () => {
    const both = await rows([2, [bar(0), bar(5), bar(15)]], [3, [bar(0), bar(10)]], [1, [bar(5), bar(10)]])
    expect(both).toEqual(Array(2).fill('33333222223333322222'))
  })
})

describe('where', () => {
  it('images are kept by the labels of their objects, also by the names of categories', async () => {
    const categories = [18, 44].map((id) => ({ id, name: id === 18 ? 'dog' : 'bird' }))
    const shown = [[18], [44, 18, 18], [], [44]]
    const annotations = shown.flatMap((ids, i) => ids.map((category_id) => note(i + 1, { category_id })))
    const all = shown.map((_, i) => ({ id: i + 1, file_name: `${i + 1}.jpg` }))
    write(doc({ images: all, categories, annotations }))
    const ids = async (label: NonNullable<Options['where']>[string]) =>
      (await read({ imageIds: true, where: { label } })).map((one) => ints(one[3]!)[0])
    expect(await ids({ equals: 'dog' })).toEqual([1, 2])
    expect(await ids({ in: ['dog', 'bird'] })).toEqual([1, 2, 4])
    expect(await ids({ in: ['bird'], notIn: ['dog'] })).toEqual([4])
    expect(await ids({ not: 'dog' })).toEqual([3, 4])
    expect(await ids({ gte: 2 })).toEqual([2, 4])
    const weighed = await refusal({ weights: { classes: 'balanced' } })
    expect(weighed.message).toMatch(/one value for each sample for weights\.column but 'label' has several/)
    const wrong = await refusal({ where: { label: { equals: 'cow' } } })
    expect(wrong).toMatchObject({
      code: 'INVALID_ARGUMENT',
      hint: expect.stringContaining("'background', 'dog', 'bird'"),
    })
  })

  it('images are kept by their sizes, ids and numbers of objects', async () => {
    const sized = [1, 2, 3].map((id) => ({ id, file_name: `${id}.jpg`, width: 100 * id, height: 50 }))
    write(doc({ images: sized, annotations: [note(1), note(3), note(3)] }))
    const ids = async (where: NonNullable<Options['where']>) =>
      (await read({ imageIds: true, where })).map((one) => ints(one[3]!)[0])
    expect(await ids({ width: { gt: 100 } })).toEqual([2, 3])
    expect(await ids({ objects: { gte: 1 }, width: { lt: 300 } })).toEqual([1])
    expect(await ids({ id: { in: [1, 2] } })).toEqual([1, 2])
    write(doc({ images: [{ id: 1, file_name: '1.jpg' }], annotations: [note(1)] }))
    expect((await refusal({ where: { width: { gt: 1 } } })).message).toMatch(/width and height, which .*conditions/)
  })
})

interface Mask {
  height: number
  width: number
  segmentation: unknown
  mask: string
}

describe('masks', () => {
  it('are those of pycocotools, of polygons with any decimals and of crowds', async () => {
    const { cases } = JSON.parse(readFileSync(new URL('./golden/coco_masks.json', import.meta.url), 'utf8')) as {
      cases: Mask[]
    }
    const drawn = cases.map(({ height, width }, id) => ({ id, height, width, file_name: 'm.jpg' }))
    const annotations = cases.map(({ segmentation }, id) =>
      note(id, { segmentation, iscrowd: Array.isArray(segmentation) ? 0 : 1 }),
    )
    write(doc({ images: drawn, annotations }))
    const masks = (await read({ pixelwiseMasks: true })).map(([, , , mask]) => ints(mask!))
    const wanted = cases.map(({ height, width, mask }) => {
      const bytes = Buffer.from(mask, 'base64')
      return Array.from({ length: height * width }, (_, i) => (bytes[i >> 3]! >> (7 - (i & 7))) & 1)
    })
    expect(masks.map((mask) => mask.join(''))).toEqual(wanted.map((mask) => mask.join('')))
  })

  const huge = [{ id: 2, file_name: 'b.jpg', width: 2 ** 31 - 1, height: 2 ** 31 - 1 }, images[0]]
  const zigzag = Array.from({ length: 2000 }, (_, i) => [i % 2 ? 9e7 : -9e7, i % 7]).flat()
  const runs = { size: [10, 20], counts: [0, 200] }
  const cases: [name: string, set: object, args: Options, words: RegExp][] = [
    [
      'an image of any size',
      { images: huge },
      {},
      /at most 268402689 pixels \(maxPixels\) but .* 2147483647 x 2147483647/,
    ],
    ['an image that is larger than maxPixels', {}, { maxPixels: 199 }, /at most 199 pixels .* 20 x 10/],
    [
      'edges without end',
      { annotations: [note(2, { segmentation: [zigzag] })] },
      { maxPixels: 39_000 },
      /at object 0 they are more/,
    ],
    [
      'objects upon objects',
      { annotations: Array(100).fill(note(2, { segmentation: runs })) },
      { maxPixels: 5000 },
      /at object 25/,
    ],
  ]
  it.each(cases)('are bounded: %s', async (_, set, args, words) => {
    write(doc({ images: images.toReversed(), ...set }))
    expect((await refusal({ pixelwiseMasks: true, ...args })).message).toMatch(words)
    const kept = await read({ pixelwiseMasks: true, images: ['b.jpg', 'e.jpg'], ...args, maxPixels: 268402689 }, 'skip')
    expect(kept.length).toBe(set === cases[0]![1] ? 1 : 2)
  })

  it('have no bound with maxPixels 0', async () => {
    write(doc({ annotations: Array(100).fill(note(2, { segmentation: runs })) }))
    expect(await read({ pixelwiseMasks: true, maxPixels: 0 })).toHaveLength(2)
  })
})

// A search for each of them would take minutes.
it('lists images of one id in linear time', async () => {
  const many = 400_000
  writeFileSync('a.json', doc({ images: Array(many).fill({ id: 2, file_name: 'b.jpg' }) }))
  await using pipe = pipelineDef({ batchSize: 1 }, () => [
    ...fn.readers.coco({ fileRoot: '.', annotationsFile: 'a.json', name: 'many' }),
  ])()
  expect(pipe.readerMeta('many').epochSize).toBe(many)
})

describe('refused data', () => {
  const texts: [name: string, text: string, words: string][] = [
    ['nothing', '', 'is wrong at byte 0: there is the end of the file where an object is due'],
    ['an array', '[]', 'is wrong at byte 0: there is an array where an object is due'],
    ['a text behind the end', `${doc()} x`, "there is 'x' where the end of the file is due"],
    ['a file that is cut off', doc().slice(0, -20), 'annotations[0].bbox: there is the end of the file'],
    [
      'no comma',
      doc().replace(',"categories"', '"categories"'),
      'there is a string where a comma or the end of the object',
    ],
    ['a comma too many', doc().replace('}]', '},]'), "images[2]: there is ']' where an object is due"],
    [
      'another bracket',
      doc({ info: [[1]] }).replace('[[1]]', '[[1]}'),
      'an array or object ends with the wrong bracket',
    ],
    ['deep nesting', doc({ info: [] }).replace('"info":[]', `"info":${'['.repeat(65)}`), 'nested more than 64 deep'],
    [
      'a number that begins with 0',
      doc().replace('"bbox":[1', '"bbox":[01'),
      'annotations[0].bbox: a number begins with 0',
    ],
    ['a long number', doc().replace('"bbox":[1', `"bbox":[${'1'.repeat(600)}`), 'has more than 500 digits'],
    [
      'a large number',
      doc().replace('"bbox":[1', '"bbox":[1e39'),
      'annotations[0].bbox: a number is larger than float32',
    ],
    [
      'a huge number',
      doc().replace('"bbox":[1', '"bbox":[1e999'),
      'annotations[0].bbox: a number is larger than float64',
    ],
    ['a control character', doc().replace('e.jpg', 'e\n.jpg'), 'images[0].file_name: a string has a control character'],
    ['half of a surrogate pair', doc().replace('e.jpg', 'e\\ud83d.jpg'), 'a string has half of a surrogate pair'],
    ['an escape that is none', doc().replace('e.jpg', 'e\\x.jpg'), 'a string has a backslash before another character'],
    [
      'a name that leads out',
      doc().replace('e.jpg', 'x/../../e.jpg'),
      "images[0].file_name: 'x/../../e.jpg' leads out",
    ],
    [
      'an absolute name',
      doc().replace('e.jpg', '/etc/passwd'),
      "images[0].file_name: '/etc/passwd' is an absolute path",
    ],
    ['an empty name', doc().replace('e.jpg', ''), "images[0].file_name: '' is no name of a file"],
    ['no file_name', doc({ images: [{ id: 1 }] }), 'images[0]: there is no file_name'],
    ['no id', doc({ images: [{ file_name: 'e.jpg' }] }), 'images[0]: there is no id'],
    ['no id of a category', doc({ categories: [{ name: 'x' }] }), 'categories[0]: there is no id'],
    ['half an id', doc().replace('"id":2', '"id":2.5'), 'images[1].id: there is a number where a whole number'],
    ['a section that is null', doc({ images: null }), "images: there is 'n' where an array is due"],
  ]
  it.each(portion(texts, 3))('%s', { tags: 'property' }, async (_, text, words) => {
    writeFileSync('a.json', text)
    const error = await refusal()
    expect(error.code).toBe('FILE_UNREADABLE')
    expect(error.message).toContain("Expected an annotation file of COCO for annotationsFile but 'a.json' ")
    expect(error.message).toContain(words)
  })

  const masks: [name: string, segmentation: unknown, words: string, code?: string][] = [
    [
      'a vertex that is far away',
      [[1e9, 1, 2, 2, 3, 3]],
      'that of object 0 has a vertex that is too far away',
      'BAD_SAMPLE',
    ],
    ['a text of counts that is none', { size: [10, 20], counts: 'a\u00e9' }, 'counts is no text of run lengths'],
    ['a text of counts that is cut off', { size: [10, 20], counts: 'o' }, 'counts is no text of run lengths'],
    ['counts below 0', { size: [10, 20], counts: [-1] }, 'there is -1 where a width or height is due'],
    ['no counts', { size: [10, 20] }, 'annotations[0].segmentation: there is no counts'],
    ['a size of one number', { size: [10], counts: [] }, 'there are 1 numbers where height and width are due'],
  ]
  it.each(portion(masks, 3))('%s', { tags: 'property' }, async (_, segmentation, words, code = 'FILE_UNREADABLE') => {
    write(doc({ annotations: [note(2, { segmentation })] }))
    const error = await refusal({ pixelwiseMasks: true })
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    // Where no masks are asked for, nothing is wrong.
    expect(await read()).toHaveLength(2)
  })

  const wrong: [Options, string, string][] = [
    [{ annotationsFile: '' }, 'INVALID_ARGUMENT', "Expected a path for annotationsFile but received ''"],
    [{ fileRoot: '' }, 'INVALID_ARGUMENT', "Expected a folder for fileRoot but received ''"],
    [{ images: [] }, 'INVALID_ARGUMENT', 'Expected at least one name for images'],
    [{ polygonMasks: true, pixelwiseMasks: true }, 'INVALID_ARGUMENT', 'Expected polygonMasks or pixelwiseMasks'],
    [{ annotationsFile: 'none.json' }, 'FILE_NOT_FOUND', "but 'none.json' does not exist"],
    [{ annotationsFile: '.' }, 'INVALID_ARGUMENT', "but '.' is a folder"],
    [{ fileRoot: 'none' }, 'FILE_NOT_FOUND', 'cannot read none/b.jpg'],
    [{ images: ['x'] }, 'EMPTY_DATASET', "Expected images in 'a.json'"],
    [
      { skipEmpty: true, sizeThreshold: 9 },
      'EMPTY_DATASET',
      "Expected images in 'a.json' for annotationsFile but found none that has",
    ],
  ]
  it.each(portion(wrong, 3))('%j', async (args, code, words) => {
    write(doc())
    const error = await refusal(args)
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
  })

  it('needs width and height for ratio and pixelwiseMasks alone', async () => {
    write(doc({ images: [{ id: 2, file_name: 'b.jpg' }] }))
    for (const args of [{ ratio: true }, { pixelwiseMasks: true }]) {
      expect((await refusal(args)).message).toContain('images[0]: there is no width and height')
    }
    expect(await read({ polygonMasks: true })).toHaveLength(1)
  })

  it('skips an image whose file or mask is bad', async () => {
    write(doc({ annotations: [note(2, { segmentation: { size: [1, 1], counts: [1] } })] }))
    expect((await read({ pixelwiseMasks: true }, 'skip')).map(([image]) => image![3])).toEqual([btoa('e.jpg')])
    rmSync('e.jpg')
    expect((await read({}, 'skip')).map(([image]) => image![3])).toEqual([btoa('b.jpg')])
  })
})

it('tells the names of labels, and which images of a list are left out', async () => {
  write(doc())
  await using pipe = pipelineDef({ batchSize: 2 }, () => [
    ...fn.readers.coco({ fileRoot: '.', annotationsFile: 'a.json', images: ['x', 'b.jpg', 'y'], name: 'r' }),
  ])()
  await pipe.build()
  expect(pipe.readerMeta('r')).toMatchObject({ classes: ['background', 'dog'], ignoredFiles: 2, epochSize: 1 })
})

it('reads in imperative mode', async () => {
  write(doc())
  await using reader = nd.readers.coco({ fileRoot: '.', annotationsFile: 'a.json', imageIds: true })
  const ids: number[] = []
  for await (const [, , , id] of reader.nextEpoch()) ids.push(Number(id.item()))
  expect(ids).toEqual([2, 5])
})

/** JSON has no -0. */
const float32 = (x: number) => Math.fround(x) + 0

/** JSON in any form that means the same: white space, escapes, the order of keys, fields that nobody asked for. */
function written(value: unknown, draw: () => number): string {
  const space = () => ['', '', ' ', '\n\t', '  \r\n'][Math.floor(draw() * 5)]!
  const text = (s: string) =>
    `"${[...s].map((c) => (draw() < 0.1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : JSON.stringify(c).slice(1, -1))).join('')}"`
  const write = (v: unknown): string => {
    if (typeof v === 'string') return text(v)
    if (typeof v === 'number' && draw() < 0.2) return `${v.toExponential()}`
    if (Array.isArray(v)) return `[${space()}${v.map(write).join(`${space()},${space()}`)}${space()}]`
    if (typeof v !== 'object' || v === null) return JSON.stringify(v)
    const entries = Object.entries(v)
    if (draw() < 0.3) entries.push(['extra', [{ a: '}]"\\', b: [1, [2]] }, null, false, -1.5e-7]])
    entries.sort(() => draw() - 0.5)
    return `{${space()}${entries.map(([k, one]) => `"${k}"${space()}:${space()}${write(one)}`).join(`,${space()}`)}}`
  }
  return write(value)
}

it('gives what a model of the format gives', async () => {
  const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 })
  const side = fc.double({ noNaN: true, min: 0, max: 100 })
  const one = fc.record({
    image: fc.nat(9),
    category: fc.nat(3),
    box: fc.tuple(number, number, side, side),
    crowd: fc.boolean(),
    polygons: fc.array(
      fc.array(fc.tuple(number, number), { maxLength: 5 }).map((v) => v.flat()),
      { maxLength: 3 },
    ),
  })
  const sets = fc.record({
    ids: fc.uniqueArray(fc.oneof(fc.nat(12), fc.maxSafeInteger()), { minLength: 1, maxLength: 10 }),
    notes: fc.array(one, { maxLength: 20 }),
    crowds: fc.boolean(),
    threshold: fc.constantFrom(0, 0.5, 40),
    skipEmpty: fc.boolean(),
    seed: fc.nat(),
  })
  const property = fc.asyncProperty(sets, async ({ ids, notes, crowds, threshold, skipEmpty, seed }) => {
    let state = seed + 1
    const draw = () => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
    const idOf = (image: number) => ids[image] ?? -7
    const text = written(
      {
        annotations: notes.map(({ image, category, box, crowd, polygons }) => ({
          image_id: idOf(image),
          category_id: category * 100,
          bbox: box,
          iscrowd: Number(crowd),
          segmentation: polygons,
        })),
        images: ids.map((id) => ({ id, file_name: `${id}.jpg`, width: 30, height: 20 })),
        categories: [300, 100, 0, 200].map((id) => ({ id })),
      },
      draw,
    )
    write(text)
    const expected = [...ids]
      .sort((a, b) => a - b)
      .flatMap((id) => {
        const own = notes.filter(
          ({ image, box, crowd }) =>
            idOf(image) === id &&
            (crowds || !crowd) &&
            Math.fround(box[2]) >= threshold &&
            Math.fround(box[3]) >= threshold,
        )
        if (skipEmpty && own.length === 0) return []
        const all = own.flatMap(({ polygons }, mask) => polygons.map((vertices) => ({ mask, vertices })))
        let at = 0
        return [
          [
            Buffer.from(`${id}.jpg`).toString('base64'),
            own.flatMap(({ box }) => box.map(float32)),
            own.map(({ category }) => [300, 100, 0, 200].indexOf(category * 100) + 1),
            all.flatMap(({ mask, vertices }) => {
              const begin = at
              at += vertices.length / 2
              return [mask, begin, at]
            }),
            all.flatMap(({ vertices }) => vertices.map(float32)),
          ],
        ]
      })
    if (expected.length === 0) {
      expect((await refusal({ skipEmpty, includeIscrowd: crowds, sizeThreshold: threshold })).code).toBe(
        'EMPTY_DATASET',
      )
      return
    }
    const found = await read({ skipEmpty, includeIscrowd: crowds, sizeThreshold: threshold, polygonMasks: true })
    expect(
      found.map(([image, boxes, labels, polygons, vertices]) => [
        image![3],
        floats(boxes!),
        ints(labels!),
        ints(polygons!),
        floats(vertices!),
      ]),
    ).toEqual(expected)
  })
  await check(100, 6, property, 6)
})

const readSet: ReadSet = (size, options, shift) => {
  const set = {
    images: Array.from({ length: size }, (_, i) => ({ id: i * 7, file_name: `set/${i}.bin` })),
    annotations: Array.from({ length: size * 2 }, (_, i) => note((i % size) * 7, { bbox: [i + shift, 0, 5, 5] })),
    categories,
  }
  write(JSON.stringify(set))
  return [...fn.readers.coco({ fileRoot: folder, annotationsFile: join(folder, 'a.json'), ...options })]
}
it('gives each sample once', () => eachOnce(readSet))
it('goes on after a checkpoint with the same bytes', () => goesOn(readSet))
it('refuses a checkpoint of other data', () => refusesChanged(readSet))
