// penstock-data/dynamic in a project of its own: it resolves, from TypeScript too, results have the type that they are, and what no
// operator takes is no TypeScript either.
// @module-tag shared
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
let project = ''

const head = `
import * as nd from 'penstock-data/dynamic'
declare const t: nd.Tensor
declare const b: nd.Batch
declare const either: nd.Tensor | nd.Batch
declare const rng: nd.random.RNG
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function is<T>() { return <V>(value: V, same: Same<V, T>) => void [value, same] }
`

const results = `${head}
is<nd.Tensor>()(nd.flip(t), true)
is<nd.Batch>()(nd.flip(b), true)
is<nd.Tensor | nd.Batch>()(nd.flip(either), true)
is<nd.Tensor>()(nd.flip({ data: new Uint8Array(12), shape: [2, 2, 3], layout: 'HWC' }), true)
is<nd.Tensor>()(nd.normalize([[1, 2], [3, 4]]), true)
is<nd.Tensor>()(nd.cast(3, { dtype: 'int32' }), true)
is<nd.Batch>()(nd.cast([new Uint8Array(3), new Uint8Array(4)], { dtype: 'int32' }), true)
is<nd.Tensor>()(nd.flip(t, { horizontal: t, vertical: 1 }), true)
is<nd.Batch>()(nd.flip(t, { horizontal: b }), true)
is<nd.Batch>()(nd.flip(b, { horizontal: t }), true)
is<nd.Batch>()(nd.flip(t, { batchSize: 3 }), true)
is<nd.Tensor>()(nd.flip(t, { batchSize: undefined }), true)
declare const options: nd.FlipOptions
is<nd.Tensor | nd.Batch>()(nd.flip(t, options), true)
is<nd.Batch>()(nd.flip(b, options), true)
is<nd.Tensor>()(nd.random.uniform(), true)
is<nd.Tensor>()(nd.random.uniform({ range: [0, 1], rng }), true)
is<nd.Batch>()(nd.random.uniform({ batchSize: 4, shape: [2] }), true)
is<nd.Batch>()(nd.random.coinFlip({ probability: b }), true)
is<nd.Batch>()(nd.random.uniform(b), true)
is<nd.Tensor>()(nd.random.choice([1, 2, 3]), true)
is<nd.Batch>()(nd.random.choice(3, { batchSize: 2 }), true)
is<nd.Batch>()(nd.random.choice(3, b), true)
is<nd.Tensor>()(nd.resize(t, { size: [4, 4] }), true)
const [resized, attrs] = nd.resize(b, { size: [4, 4], saveAttrs: true })
is<nd.Batch>()(resized, true)
is<nd.Batch>()(attrs, true)
is<nd.Tensor>()(nd.resize(t, { size: [4, 4], saveAttrs: true })[1], true)
is<nd.Tensor>()(nd.resize(t, { size: [4, 4], saveAttrs: false }), true)
is<nd.Tensor>()(nd.decoders.image(new Uint8Array(9), { device: 'gpu', onError: 'placeholder' }), true)
is<nd.Batch>()(nd.decoders.image(b, { device: 'mixed' }), true)
is<nd.Batch>()(nd.slice(t, b, t), true)
is<nd.Tensor>()(nd.slice(t, Float32Array.of(0), Float32Array.of(1)), true)
is<nd.Tensor>()(nd.copy(t, { device: 'cpu' }), true)
is<nd.Tensor>()(nd.flip(t, { device: 'gpu:1' }), true)
is<nd.Tensor>()(nd.constant({ fdata: [1, 2] }), true)
nd.resize(t, { size: [4, 4], interpType: 'linear', dtype: 'float32' })
nd.resize(b, { size: b, interpType: 'cubic' })
nd.withEvalMode('deferred', () => nd.flip(t))
// An operator as a value: it is called as any function.
is<nd.Tensor[]>()([t].map((x) => nd.flip(x)), true)
`

/** Each line alone is an error. */
const refused = [
  'nd.flip(t, { horizontall: 1 })',
  "nd.flip(t, { horizontal: 'yes' })",
  "nd.flip(t, { device: 'mixed' })",
  "nd.flip(t, { name: 'mine' })",
  "nd.flip(t, { batchSize: 'all' })",
  'nd.flip(t, { rng })',
  'nd.flip(t, t)',
  'nd.flip()',
  "nd.flip('photo.jpg')",
  'nd.random.uniform({ seed: 3 })',
  'nd.random.uniform({ rng: 3 })',
  "nd.decoders.image(t, { onError: 'skip' })",
  'nd.cast(t)',
  "nd.cast(t, { dtype: 'float' })",
  'nd.cast(t, { dtype: b })',
  'nd.crop(t, { fillValues: b })',
  'nd.resize(t, { saveAttrs: true }).device',
  'nd.fusedResizeCropMirrorNormalize(t)',
  "nd.withEvalMode('lazy', () => 1)",
  'nd.decoders.image(t).tensors',
]

beforeAll(() => {
  project = tempFolder()
  mkdirSync(join(project, 'node_modules'))
  symlinkSync(root, join(project, 'node_modules/penstock-data'))
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ lib: ['ES2024', 'ESNext.Disposable'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
})

test('results are typed as what they are; wrong calls are errors', { timeout: 120_000 }, () => {
  writeFileSync(join(project, 'results.ts'), results)
  writeFileSync(join(project, 'refused.ts'), `${head}\n${refused.join('\n')}\n`)
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', project, '--pretty', 'false'], { encoding: 'utf8' })
  const faults = stdout.split('\n').flatMap((line) => /(?:^|\/)(\w+\.ts\(.*)/.exec(line)?.[1] ?? [])
  expect(faults.filter((line) => !line.startsWith('refused.ts'))).toEqual([])
  const first = head.split('\n').length + 1 // tsc counts from 1
  const hit = new Set(faults.map((line) => Number(/\((\d+),/.exec(line)![1]) - first))
  expect(refused.filter((_, i) => !hit.has(i))).toEqual([])
})

test('plain JavaScript finds it, with every operator', () => {
  const program = `
    import * as nd from 'penstock-data/dynamic'
    const names = (o) => Object.keys(o).sort()
    console.log(JSON.stringify([typeof nd.resize, names(nd.decoders), typeof nd.random.uniform, typeof nd.random.RNG]))`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: project, encoding: 'utf8' })
  expect(JSON.parse(out)).toEqual([
    'function',
    ['audio', 'image', 'imageCrop', 'imageRandomCrop', 'imageSlice', 'inflate', 'numpy', 'video'],
    'function',
    'function',
  ])
})
