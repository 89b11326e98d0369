// Ranges for NVIDIA's profilers: a process whose NVTX library is a fake one (native/test/fake_nvtx.cc) runs a pipeline
// with an actor of each kind on the emulated GPU; the library writes down each begin and end.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { runChild } from '../../util/child.js'
import { tempFolder } from '../../util/files.js'
import { plugin } from '../../util/gpu.js'
import { portion } from '../../util/soak.js'

const library = join(dirname(plugin), 'libfake_nvtx.so')
const module = new URL('../../util/functions/budget.mjs', import.meta.url).href

const script = `
  const pipe = pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, deviceId: 0 }, () => {
    const [bytes] = fn.readers.file({ fileRoot: 'data/photos', name: 'files' })
    const images = fn.decoders.image(bytes, { device: 'mixed' })
    const numbers = fn.cast(fn.random.uniform({ range: [0, 200], shape: [3] }), { dtype: 'uint8' })
    const outputs = { dtype: 'uint8', ndim: 1 }
    const doubled = fn.jsFunction(numbers, { module: '${module}', export: 'twice', outputs, name: 'user' })
    return [fn.flip(images, { horizontal: 1 }), bytes.gpu(), doubled]
  })()
  for (let i = 0; i < 5; i++) {
    const [out] = await pipe.run()
    await out.data()
    out.release()
  }
  await pipe.close()
  console.log('done')`

/** Runs the pipeline and returns what the library has written: [thread, sign, domain, name] per line. */
async function run(env: Record<string, string>): Promise<string[][]> {
  const file = join(tempFolder(), 'ranges')
  const all = { PENSTOCK_CUDA_PLUGIN: plugin, PENSTOCK_TEST_RANGES: file, ...env }
  const { out, err } = await runChild(script, { env: all, seconds: 110 })
  expect(`${out}${err}`).toBe('done\n')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => /^(\d+) ([+-]) (\w+) (.*)$/.exec(line)!.slice(1))
}

describe('ranges for profilers', { timeout: 120_000 }, () => {
  /** The path of each range: the names of those around it and its own, outermost first. */
  const paths: string[][] = []
  beforeAll(async () => {
    const open = new Map<string, string[]>()
    for (const [thread, sign, domain, name] of await run({ NVTX_INJECTION64_PATH: library })) {
      expect(domain).toBe('penstock')
      const stack = open.get(thread!) ?? []
      open.set(thread!, stack)
      if (sign === '+') paths.push([...stack, name!])
      // An end without a begin fails.
      if (sign === '+') stack.push(name!)
      else expect(stack.pop()).toBeDefined()
    }
    for (const stack of open.values()) expect(stack).toEqual([])
  }, 120_000)
  const batchesOf = (actor: RegExp, phase = '') => {
    const found = paths.flatMap((path) => /^(.*): batch (\d+)(.*)$/.exec(path.at(-1)!)?.slice(1, 4) ?? [])
    return Array.from({ length: found.length / 3 }, (_, i) => found.slice(3 * i, 3 * i + 3))
      .filter(([name, , rest]) => actor.test(name!) && rest === phase)
      .map(([, number]) => Number(number))
      .sort((a, b) => a - b)
  }

  test('each actor has one for each batch, and one for its set-up', () => {
    for (const actor of [/^files$/, /^mixed \d$/, /^gpu$/, /^gpu 2$/, /^user$/]) {
      const made = batchesOf(actor)
      expect(made.slice(0, 5), String(actor)).toEqual([0, 1, 2, 3, 4])
      expect(new Set(made).size).toBe(made.length)
    }
    expect(batchesOf(/^mixed \d$/, ' setup').slice(0, 5)).toEqual([0, 1, 2, 3, 4])
  })

  test('a batch on the GPU has one for each phase, inside its own', () => {
    const inside = (actor: RegExp) => [
      ...new Set(paths.filter(([first]) => actor.test(first!) && !first!.endsWith('setup')).flatMap((p) => p.slice(1))),
    ]
    expect(inside(/^mixed/)).toEqual(expect.arrayContaining(['decoders.image', 'outputs']))
    expect(inside(/^gpu/)).toEqual(expect.arrayContaining(['upload', 'flip', 'outputs', 'wait for the upload']))
  })

  const others: [string, Record<string, string>][] = [
    ['without a library', {}],
    ['with one that does not exist', { NVTX_INJECTION64_PATH: '/nowhere/lib.so' }],
    ['with one that is none', { NVTX_INJECTION64_PATH: plugin }],
    ['with one that refuses', { NVTX_INJECTION64_PATH: library, PENSTOCK_TEST_RANGES: '/nowhere/ranges' }],
  ]
  test.each(portion(others, 2, 1))('%s the pipeline runs as always', { tags: 'property' }, async (_, env) => {
    expect(await run(env)).toEqual([])
  })
})
