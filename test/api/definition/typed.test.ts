// Tests what the compiler knows of a pipeline: the dtypes of its outputs and the names of its inputs. `npm run
// typecheck` checks the types; test/dynamic/every-op.test.ts compares what they claim of each operator with a run.
// @module-tag shared
import { cond, type DataNode, fn, math, type Pipeline, pipelineDef, type TensorList, types } from 'penstock-data'
import { expect, expectTypeOf, test } from 'vitest'
import type { Recording } from '../../../src/graph/build.js'
import { knownDtype } from '../../../src/graph/dtypes.js'
import { schemas } from '../../../src/graph/schema.js'
import { failure } from '../../util/collect.js'
import { someFiles } from '../../util/files.js'

const data = someFiles(4)
const options = { batchSize: 2, numThreads: 1, seed: 1 }
const image = () => fn.externalSource({ name: 'image', layout: 'HWC' })
const bytes = { data: new Uint8Array(2 * 4 * 4 * 3).fill(90), shape: [2, 4, 4, 3] }

/** The outputs' dtypes, and the names that can be fed. */
type Known<P> =
  P extends Pipeline<infer Out, infer Names>
    ? { dtypes: { [K in keyof Out]: Out[K] extends TensorList<infer D> ? D : never }; names: Names }
    : never

test('the example of the README compiles', () => {
  const train = pipelineDef({ ...options, onError: 'throw' }, (root: string) => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: root, files: data.files, name: 'train' })
    const cropped = fn.decoders.imageRandomCrop(jpegs, { outputType: types.RGB, onError: 'skip' })
    const resized = fn.resize(cropped, { size: [224, 224] })
    const images = fn.cropMirrorNormalize(resized, { mirror: fn.random.coinFlip(), dtype: types.FLOAT })
    return [images, labels]
  })
  void (async () => {
    for await (const [images, labels] of train('/data')) {
      const x: Float32Array = images.dataSync()
      const y: Int32Array = labels.dataSync()
      const one: Int32Array = await labels.at(0).data()
      // @ts-expect-error labels are int32
      const wrong: Float32Array = labels.dataSync()
      void [x, y, one, wrong]
    }
  })
  expectTypeOf<Known<ReturnType<typeof train>>>().toEqualTypeOf<{ dtypes: ['float32', 'int32']; names: never }>()
})

test('names and dtypes are followed through operators, arguments and arithmetic', () => {
  const define = pipelineDef(options, () => {
    const angle = fn.externalSource({ name: 'angle', dtype: 'float32' })
    const turned = fn.rotate(image(), { angle, fillValue: 0 })
    const [resized, before] = fn.resize(turned, { size: [8, 8], dtype: types.FLOAT, saveAttrs: true })
    const [left, right] = fn.externalSource({ name: 'pair', numOutputs: 2 })
    return {
      resized,
      before,
      angle,
      both: math.add(left, math.mul(2, right)),
      flat: fn.cast(turned, { dtype: 'int16' }),
    }
  })
  expectTypeOf<Known<ReturnType<typeof define>>['names']>().toEqualTypeOf<'image' | 'angle' | 'pair'>()
  expectTypeOf<Known<ReturnType<typeof define>>['dtypes']>().toMatchObjectType<{
    resized: 'float32'
    before: 'int32'
    angle: 'float32'
    flat: 'int16'
  }>()
})

test('feeds that are known do not compile under another name, and are refused at run time', async () => {
  await using pipe = pipelineDef(options, () => [fn.flip(image()), fn.externalSource({ source: () => [1, 2] })])()
  void (() => {
    void pipe.run({ image: bytes })
    // @ts-expect-error no such input
    void pipe.run({ nope: bytes })
    // @ts-expect-error no such input
    pipe.scheduleRun({ image: bytes, nope: bytes })
    // @ts-expect-error no such input
    pipe.feedInput('nope', bytes)
  })
  // A pipeline goes wherever one of any outputs and inputs is taken.
  const one: Pipeline<[TensorList, TensorList]> = pipe
  const any: Pipeline<unknown> = one
  expect(any).toBe(pipe)
  const names: string = 'nope'
  expect(await failure(() => pipe.run({ [names]: bytes }))).toMatchObject({
    code: 'INPUT_UNKNOWN',
    hint: expect.stringContaining('image'),
  })
})

test('where they are not known, everything compiles', () => {
  const helper = (x: DataNode): DataNode => fn.flip(x)
  const name: string = 'image'
  const make = [
    pipelineDef(options, () => helper(image())),
    pipelineDef(options, () => fn.flip(fn.externalSource({ name }))),
    pipelineDef({ ...options, enableConditionals: true }, () =>
      cond(
        fn.random.coinFlip(),
        () => image(),
        () => image(),
      ),
    ),
    pipelineDef(options, () => {
      // As one writes it in Python.
      let x = image()
      x = fn.rotate(x, { angle: fn.externalSource({ name: 'angle' }), fillValue: 0 })
      x = helper(x)
      x = math.add(x, 1)
      return x
    }),
    pipelineDef(options, () => {
      let x = fn.cast(image(), { dtype: 'float32' })
      x = fn.cast(x, { dtype: 'uint8' })
      expectTypeOf<TensorList>().toEqualTypeOf<ReturnType<typeof list>>()
      return x
    }),
  ]
  for (const define of make) void (() => define().run({ image: bytes, other: bytes }))
  // The declared type does not say more than is so.
  const list = () => undefined as unknown as Awaited<ReturnType<ReturnType<(typeof make)[4]>['run']>>[0]
})

test('sources with data of their own have dtypes and take no feeds', () => {
  const sources = pipelineDef(options, () => {
    const [a, b] = fn.externalSource(() => [[1], [2]], { numOutputs: 2 })
    const [c] = fn.externalSource({ source: () => [[1]], numOutputs: 1, dtype: 'int64' })
    const d = fn.externalSource(() => [1, 2], { dtype: 'int64' })
    return [a, b, c, d, fn.externalSource({ name: 'not fed', source: () => [1, 2], dtype: 'bool' })]
  })
  type Found = Known<ReturnType<typeof sources>>
  expectTypeOf<Found['names']>().toEqualTypeOf<never>()
  expectTypeOf<[Found['dtypes'][3], Found['dtypes'][4]]>().toEqualTypeOf<['int64', 'bool']>()
})

test('misspelt arguments do not compile', () => {
  void (() => {
    // @ts-expect-error no such argument
    fn.resize(image(), { sise: [1, 1] })
    // @ts-expect-error no such dtype
    fn.cast(image(), { dtype: 'float' })
    // @ts-expect-error dtype is required
    fn.cast(image())
    // @ts-expect-error no such argument
    fn.externalSource({ name: 'x', dtyp: 'uint8' })
  })
})

test('the outputs of a reader of files have the types that it declares', async () => {
  const said: (string | undefined)[] = []
  await using pipe = pipelineDef(options, () => {
    const nodes = [...fn.readers.file({ fileRoot: data.root, files: data.files })]
    for (const { ref, context } of nodes as unknown as (DataNode & { context: Recording })[])
      said.push(knownDtype(ref, (id) => context.nodes[id], schemas))
    return nodes
  })()
  expect([...(await pipe.run())].map((list) => list.dtype)).toEqual(said)
})
