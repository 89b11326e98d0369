// The declarations of penstock-data/tfjs and penstock-data/transformers name types of the real packages: what they return
// is what the packages' own functions take.
// @module-tag long
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../util/files.js'
import { peers } from '../util/nodes.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['@huggingface/transformers', '@tensorflow/tfjs-core']
const installed = packages.every((name) => existsSync(`${peers}/node_modules/${name}`))

/** The declaration file of a package. */
function declarations(name: string): string {
  const folder = `${peers}/node_modules/${name}`
  return join(folder, JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).types)
}

/** Compiles a program and returns the compiler's errors. */
function compile(program: string): string {
  const folder = tempFolder()
  writeFileSync(join(folder, 'program.mts'), program)
  const paths = Object.fromEntries([
    ...packages.map((name) => [name, [declarations(name)]]),
    ...['index', 'tfjs', 'transformers'].map((name) => [`penstock/${name}`, [`${root}/dist/${name}.d.ts`]]),
  ])
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, skipLibCheck: true, paths },
    ...{ lib: ['ES2024', 'ESNext.Disposable', 'DOM'], types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' }).stdout
}

const program = `
import * as tf from '@tensorflow/tfjs-core'
import { Tensor } from '@huggingface/transformers'
import type { DataNode, TensorList } from 'penstock/index'
import { toTfjs } from 'penstock/tfjs'
import { imageProcessor, preprocess, toTransformers } from 'penstock/transformers'
declare const list: TensorList<'float32'>
declare const encoded: DataNode
export const sum: tf.Tensor = tf.sum(toTfjs(list))
export const tensor: Tensor = toTransformers(list, { Tensor }).permute(0, 2, 3, 1)
export const processor = imageProcessor(JSON.parse('{}'), { numThreads: 1, Tensor })
export const values: Tensor = (await processor([new Uint8Array(1)])).pixel_values.unsqueeze(0)
export const node: DataNode<'float32'> = preprocess(encoded, { size: { shortest_edge: 224 } })
`

test.skipIf(!installed)('results have the types of the real packages', () => {
  expect(compile(program)).toBe('')
  expect(compile(`${program}export const wrong: string = toTfjs(list)\n`)).toContain("'Tensor<Rank>'")
  expect(compile(`${program}export const wrong: string = toTransformers(list)\n`)).toContain("'Tensor'")
})
