// What a pipeline's graph tells of its outputs, by the facts in each operator's op.json: where things are in a picture, how boxes
// are written, and which normalisation is to be undone.
import { type DataNode, fn, math, pipelineDef, types } from 'penstock-data'
import { expect, test } from 'vitest'
import { factsOfPipe } from '../../src/cli/contact-sheet.js'
import type { UserPipeline } from '../../src/cli/module.js'
import type { Facts } from '../../src/preview/facts.js'

async function factsOf(define: () => DataNode | DataNode[]): Promise<Facts> {
  const pipe = pipelineDef({ batchSize: 1 }, define)()
  const [facts] = factsOfPipe(pipe as unknown as UserPipeline)
  await pipe.close()
  return facts!
}

const image = () => fn.decoders.image(fn.readers.file({ files: ['a.jpg'] })[0])
const boxes = () => fn.externalSource({ source: [], dtype: 'float32' })

test.each<[places: Facts['places'], what: string, define: () => DataNode | DataNode[]]>([
  ['kept', 'nothing', image],
  ['kept', 'colours', () => fn.posterize(fn.hue(image(), { hue: 9 }), { bits: 3 })],
  ['kept', 'arithmetic', () => math.add(image(), 1)],
  ['kept', 'normalising', () => fn.cropMirrorNormalize(image(), { mirror: 0, std: [255] })],
  [
    'scaled',
    'a resize, and what keeps pixels after it',
    () => fn.gaussianBlur(fn.resize(image(), { size: [8, 8] }), { sigma: 1 }),
  ],
  ['moved', 'a resize of a part', () => fn.resize(image(), { size: [8, 8], roiStart: [0, 0], roiEnd: [4, 4] })],
  ['moved', 'a crop', () => fn.cropMirrorNormalize(image(), { crop: [4, 4] })],
  ['moved', 'a mirror by a coin', () => fn.cropMirrorNormalize(image(), { mirror: fn.random.coinFlip() })],
  ['moved', 'a rotation before a resize', () => fn.resize(fn.rotate(image(), { angle: 9 }), { size: [8, 8] })],
])('places are %s by %s', async (places, _, define) => {
  expect((await factsOf(define)).places).toBe(places)
})

test.each<[what: string, facts: Pick<Facts, 'ltrb' | 'ratio'>, define: () => DataNode | DataNode[]]>([
  ['bbFlip', { ltrb: false, ratio: true }, () => fn.bbFlip(boxes())],
  ['bbFlip with ltrb', { ltrb: true, ratio: true }, () => fn.bbFlip(boxes(), { ltrb: true })],
  [
    'bBoxRotate in pixels',
    { ltrb: false, ratio: false },
    () => fn.bBoxRotate(boxes(), { angle: 5, inputShape: [10, 20], bboxLayout: 'xyWH', bboxNormalized: false }),
  ],
  ['bBoxRotate', { ltrb: true, ratio: true }, () => fn.bBoxRotate(boxes(), { angle: 5, inputShape: [10, 20] })],
  ['randomBBoxCrop', { ltrb: true, ratio: true }, () => fn.randomBBoxCrop(boxes())[2]],
  [
    'randomBBoxCrop with sides',
    { ltrb: false, ratio: true },
    () => fn.randomBBoxCrop(boxes(), { bboxLayout: 'xyWH' })[2],
  ],
  ['no operator that knows', {}, boxes],
])('boxes of %s', async (_, { ltrb, ratio }, define) => {
  expect(await factsOf(define)).toMatchObject({
    ...(ltrb !== undefined && { ltrb }),
    ...(ratio !== undefined && { ratio }),
  })
  if (ltrb === undefined) expect(Object.keys(await factsOf(define)).sort()).toEqual(['direct', 'places'])
})

test('a normalisation is known where its numbers are constants', async () => {
  const normalised = (more: () => object) => () => fn.cropMirrorNormalize(image(), { dtype: types.FLOAT, ...more() })
  const { normalisation } = await factsOf(normalised(() => ({ mean: [1, 2, 3] })))
  expect(normalisation).toEqual({ mean: [1, 2, 3], std: [1], scale: 1, shift: 0 })
  expect(await factsOf(normalised(() => ({})))).not.toHaveProperty('normalisation')
  const drawn = normalised(() => ({ mean: fn.random.uniform({ shape: [3] }) }))
  expect(await factsOf(drawn)).not.toHaveProperty('normalisation')
})
