// The types of every entry of the published package, under TypeScript's strict rules and both ways to find a module.
// @module-tag long
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { installTimeout, name } from '../util/installed.js'
import { peers } from '../util/nodes.js'
import { installPublished, written } from '../util/published.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const frameworks = ['onnxruntime-common', '@tensorflow/tfjs-core', '@huggingface/transformers']
const there = frameworks.every((id) => existsSync(join(peers, 'node_modules', id)))
if (written && !there) console.warn('skipped: frameworks are not installed; `sh tools/install/peers.sh` does that')

let project = ''
beforeAll(() => {
  if (written) project = installPublished()
}, installTimeout)

const core = `
  import { fn, pipelineDef, type Pipeline, types } from '${name}'
  import * as nd from '${name}/dynamic'
  import about from '${name}/package.json' with { type: 'json' }
  const define = pipelineDef({ batchSize: 2 }, (fileRoot: string) => {
    const [jpegs, labels] = fn.readers.file({ fileRoot })
    return [fn.decoders.image(jpegs, { outputType: types.RGB }), labels]
  })
  export async function first(): Promise<number> {
    const pipe = define('photos')
    const [images, labels] = await pipe.run()
    // @ts-expect-error: there is no such option
    fn.resize(images, { sizes: [1, 1] })
    const batch: nd.Batch = nd.asBatch([nd.tensor([1])])
    return images.length + labels.length + batch.length + about.version.length
  }
  export type Any = Pipeline`
const withFrameworks = `
  import { tensor } from '${name}/dynamic'
  import { toOrt } from '${name}/onnx'
  import { toTfjs } from '${name}/tfjs'
  import { imageProcessor, toTransformers } from '${name}/transformers'
  const t = tensor([1])
  export const dims: readonly number[] = toOrt(t).dims
  export const rank: number = toTfjs(t).rank
  export const size: number = toTransformers(t).dims.length
  export const processor = imageProcessor
  // @ts-expect-error: it is a tensor of another framework
  export const wrong: string = toOrt(t)`
// A CommonJS module that a checker takes for one: its types are the same module's.
const required = `
  import penstock = require('${name}')
  import nd = require('${name}/dynamic')
  export const call: typeof penstock.fn.resize = penstock.fn.resize
  export const make: nd.Tensor = nd.tensor([1])`

const ways = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
}

/** What the checker says of the files. */
function check(way: keyof typeof ways, files: Record<string, string>, more: object = {}): string {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
  const compilerOptions = {
    ...{
      target: 'ES2022',
      lib: ['ES2022', 'ESNext.Disposable'],
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
    },
    ...{ noUncheckedIndexedAccess: false, skipLibCheck: false, resolveJsonModule: true },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')], ...ways[way], ...more },
  }
  const config = join(project, `tsconfig-${way}.json`)
  writeFileSync(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { encoding: 'utf8' }).stdout
}

describe.skipIf(!written)('types', () => {
  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    'of pipelines and imperative mode: %s',
    (way) => {
      expect(check(way, { 'core.mts': core })).toBe('')
    },
    60_000,
  )

  test('of a CommonJS module that requires the package: NodeNext', () => {
    expect(check('NodeNext', { 'required.cts': required })).toBe('')
  }, 60_000)

  test.skipIf(!there).each(Object.keys(ways) as (keyof typeof ways)[])(
    'of tensors for frameworks: %s',
    (way) => {
      for (const id of frameworks) {
        const place = join(project, 'node_modules', id)
        mkdirSync(dirname(place), { recursive: true })
        if (!existsSync(place)) symlinkSync(join(peers, 'node_modules', id), place)
      }
      // Types of other packages are not looked at.
      const more = { skipLibCheck: true, lib: ['ES2022', 'ESNext', 'DOM'] }
      expect(check(way, { 'frameworks.mts': withFrameworks }, more)).toBe('')
    },
    60_000,
  )
})
