// The C++ API from the installed package alone: programs that find_package() builds give JavaScript's bytes.
// @module-tag long
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  cond,
  fn,
  oneOf,
  Pipeline,
  PipelineError,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
  types,
} from 'penstock-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { npy } from '../readers/npy.js'
import { tempFolder } from '../util/files.js'
import '../util/gpu.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const photos = join(root, 'data/photos')
const folder = tempFolder()
const prefix = join(folder, 'prefix')
const programs = join(folder, 'programs')
const examples = join(folder, 'examples')

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function build(from: string, to: string, ...options: string[]): void {
  run('cmake', '-S', join(root, from), '-B', to, `-DCMAKE_PREFIX_PATH=${prefix}`, ...options)
  run('cmake', '--build', to, '-j2')
}

// A quarter of a minute on two cores; a loaded machine takes several times as long.
beforeAll(() => {
  run('cmake', '--install', join(root, 'build'), '--component', 'penstock', '--prefix', prefix)
  build('test/cpp/installed', programs)
  build('examples/cpp', examples, '-DCMAKE_BUILD_TYPE=Debug', '-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror')
}, 600_000)

/** What a pipeline gave: a line for each output of each sample, and all bytes. */
interface Given {
  lines: string[]
  bytes: Buffer
}

const bytesOf = (list: TensorList): Buffer[] =>
  [...list].map((tensor) => {
    const { buffer, byteOffset, byteLength } = tensor.dataSync()
    return Buffer.from(Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength))
  })

class Collector {
  readonly lines: string[] = []
  private readonly parts: Buffer[] = []

  add(outputs: Iterable<TensorList>): void {
    for (const list of outputs) {
      this.parts.push(...bytesOf(list))
      for (const [i, tensor] of [...list].entries()) {
        const { index, epoch } = list.sourceInfo(i)
        this.lines.push(
          `${list.dtype} ${list.layout} [ ${tensor.shape.map((n) => `${n} `).join('')}] ${index} ${epoch}`,
        )
      }
    }
  }
  get given(): Given {
    return { lines: this.lines, bytes: Buffer.concat(this.parts) }
  }
}

/** What the C++ program feeds: image k of batch b has 20 + k rows. */
const fed = (batch: number) =>
  Array.from({ length: 5 }, (_, k) => {
    const data = Uint8Array.from({ length: (20 + k) * 48 }, (_, e) => (7 * e + 31 * k + batch) & 255)
    return { data, shape: [20 + k, 16, 3], layout: 'HWC' }
  })

const listsOf = (outputs: unknown): TensorList[] => Object.values(outputs as Record<string, TensorList>)

async function inJavaScript(pipe: Pipeline, count: number): Promise<Given> {
  const collector = new Collector()
  const feeds = pipe.graph().stages.some((stage) => stage.kind === 'source' && stage.name === 'fed')
  try {
    for (let b = 0; b < count; b++) {
      const out = await (pipe as Pipeline<never>).run((feeds ? { fed: fed(b) } : undefined) as never)
      collector.add(listsOf(out))
    }
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error
    collector.lines.push(`error ${error.code} ${error.op} ${error.sample?.index ?? -1}`)
  }
  const bad = (pipe.statistics().badSamples as { index: number; op: string }[]).map(
    ({ index, op }) => `bad ${index} ${op}`,
  )
  collector.lines.push(...bad)
  await pipe.close()
  return collector.given
}

function inCpp(text: string, count: number, ...more: string[]): Given {
  const [file, out] = [join(folder, 'pipeline.json'), join(folder, 'bytes')]
  writeFileSync(file, text)
  const lines = run(join(programs, 'batches'), file, String(count), out, ...more)
    .split('\n')
    .slice(0, -1)
  return { lines, bytes: readFileSync(out) }
}

function same(one: Given, other: Given): void {
  expect(one.lines).toEqual(other.lines)
  expect(one.lines.length).toBeGreaterThan(0)
  expect(one.bytes.equals(other.bytes)).toBe(true)
}

it('definitions in C++ give in JavaScript what they give in C++', { timeout: 300_000 }, async () => {
  const texts = run(join(programs, 'definitions'), photos).trim().split('\n')
  expect(texts.length).toBe(4)
  for (const text of texts) same(inCpp(text, 7), await inJavaScript(Pipeline.deserialize(text), 7))
})

const mean = [123.675, 116.28, 103.53]
const files = (extra: object = {}) =>
  fn.readers.file({ fileRoot: photos, randomShuffle: true, initialFill: 9, ...extra })
const broken = tempFolder()
mkdirSync(join(broken, 'a'))
for (const [i, name] of readdirSync(join(photos, 'animals')).entries()) {
  copyFileSync(join(photos, 'animals', name), join(broken, 'a', `${i}.jpg`))
  writeFileSync(join(broken, 'a', `${i}-broken.jpg`), readFileSync(join(photos, 'animals', name)).subarray(0, 100))
}

const definitions: Record<string, [PipelineOptions, () => object]> = {
  'the photo loader': [
    { batchSize: 5 },
    () => {
      const [jpegs, labels] = files()
      const x = fn.resize(fn.decoders.imageRandomCrop(jpegs), { size: [32, 48] })
      return [fn.cropMirrorNormalize(x, { mirror: fn.random.coinFlip(), dtype: types.FLOAT, mean }), labels]
    },
  ],
  'two readers, and independent branches': [
    { batchSize: 4 },
    () => {
      const [one, label] = files({ name: 'one' })
      const [other] = files({ name: 'other', shuffleAfterEpoch: true, randomShuffle: false })
      const small = fn.resize(fn.decoders.image(one), { size: [20, 20] })
      return { label, small, cut: fn.crop(fn.decoders.image(other), { crop: [9, 9] }), flipped: fn.flip(small) }
    },
  ],
  'branches by sample': [
    { batchSize: 6, enableConditionals: true },
    () => {
      const [jpegs] = files()
      const x = fn.resize(fn.decoders.image(jpegs), { size: [24, 24] })
      const turned = cond(
        fn.random.coinFlip(),
        () => fn.rotate(x, { angle: fn.random.uniform({ range: [-40, 40] }), keepSize: true }),
        () => fn.flip(x, { vertical: 1 }),
      )
      return [oneOf([() => turned, () => fn.brightness(turned, { brightness: 2 })], [1, 3])]
    },
  ],
  'samples that are skipped': [
    { batchSize: 4, onError: 'skip' },
    () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: broken, randomShuffle: true })
      return [fn.resize(fn.decoders.image(jpegs), { size: [16, 16] }), labels]
    },
  ],
  placeholders: [
    { batchSize: 4, onError: 'placeholder' },
    () => {
      const [jpegs] = fn.readers.file({ fileRoot: broken })
      return [fn.resize(fn.decoders.image(jpegs), { size: [16, 16] })]
    },
  ],
  'a sample that fails': [
    { batchSize: 2 },
    () => {
      const [jpegs] = fn.readers.file({ fileRoot: broken })
      return [fn.resize(fn.decoders.image(jpegs), { size: [16, 16] })]
    },
  ],
  'no reader': [{ batchSize: 3 }, () => [fn.random.normal({ shape: [2] }), fn.random.uniform()]],
  'a reader alone': [{ batchSize: 3 }, () => files()],
}

describe.each(Object.entries(definitions))('%s', (_, [options, define]) => {
  // The bad samples of several programs come in the order of the programs.
  const sorted = ({ lines, bytes }: Given) => ({ lines: [...lines].sort(), bytes })

  it.each(['dynamic', 'pipelined', 'simple'])(
    'gives the same bytes by the plan of the %s executor, and by the definition',
    async (executor) => {
      const executors = { dynamic: {}, pipelined: { execDynamic: false }, simple: { execPipelined: false } }
      const own = { seed: 77, numThreads: 2, ...executors[executor as 'dynamic'], ...options }
      const pipe = pipelineDef(own, define as () => [])() as unknown as Pipeline
      const [plan, text] = [JSON.stringify(pipe.graph()), pipe.serialize()]
      const wanted = sorted(await inJavaScript(pipe, 5))
      // Stages of skipped samples run ahead, and so does what they report.
      const without = ({ lines, bytes }: Given) => ({ lines: lines.filter((line) => !line.startsWith('bad ')), bytes })
      same(without(sorted(inCpp(plan, 5))), without(wanted))
      same(without(sorted(inCpp(text, 5))), without(wanted))
    },
  )
})

it('ends batches where epochs end', async () => {
  const pipe = pipelineDef({ batchSize: 10, seed: 5 }, () => files())()
  const text = pipe.serialize()
  const collector = new Collector()
  for (let epoch = 0; epoch < 2; epoch++) {
    for await (const out of pipe) collector.add(listsOf(out))
    collector.lines.push('end of epoch')
  }
  await pipe.close()
  same(inCpp(text, 6, 'epochs'), collector.given)
})

it('runs on a GPU, by the definition and by the plan', { timeout: 300_000 }, async () => {
  const arraysFolder = join(folder, 'arrays')
  mkdirSync(arraysFolder)
  const data = new Uint8Array(60).map((_, i) => i)
  writeFileSync(join(arraysFolder, '0.npy'), npy({ descr: '|u1', shape: [4, 5, 3], data }))
  const define = () => {
    const [jpegs, labels] = files()
    const x = fn.decoders.image(jpegs, { device: 'mixed', decodeWith: 'cpu' })
    const y = fn.resize(x, { size: [24, 30] })
    const z = fn.cropMirrorNormalize(y, { mirror: fn.random.coinFlip(), dtype: types.FLOAT, mean })
    // The CPU makes this one's output, which is copied.
    const arrays = fn.readers.numpy({ fileRoot: arraysFolder, device: 'gpu' })
    return [z, labels, fn.flip(y.cpu()), labels.gpu(), arrays, fn.flip(arrays, { horizontal: 1 })]
  }
  const pipe = pipelineDef({ batchSize: 4, seed: 3, deviceId: 0, numThreads: 2 }, define)() as unknown as Pipeline
  const [plan, text] = [JSON.stringify(pipe.graph()), pipe.serialize()]
  const wanted = await inJavaScript(pipe, 3)
  same(inCpp(plan, 3), wanted)
  same(inCpp(text, 3), wanted)
})

// gcc has taken the rest of a loop over 64 elements for one that runs beyond the largest number.
it('nonsilentRegion compiles for a Release without a warning', () => {
  const source = 'native/ops/nonsilent_region/nonsilent_region_cpu.cc'
  const all: { file: string; command: string; directory: string }[] = JSON.parse(
    readFileSync(join(root, 'build/compile_commands.json'), 'utf8'),
  )
  // It is compiled together with others (penstock_units in CMakeLists.txt); here it is alone.
  const one = source.replace('native/', '')
  const { command, directory } = all.find(
    ({ file }) => /\/units\/(first|later)_ops_/.test(file) && readFileSync(file, 'utf8').includes(one),
  )!
  const [compiler, ...args] = command.split(' ').filter(Boolean)
  const at = args.indexOf('-o')
  args.splice(at, 2, '-o', join(folder, 'nonsilent_region.o'), '-Werror')
  args[args.indexOf('-c') + 1] = join(root, source)
  execFileSync(compiler!, args, { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] })
})

it('a program in C++17 builds with every header', () => {
  expect(run(join(programs, 'plain'))).toBe('3 numbers\n')
})

it('the examples print what docs/reference/cpp.md says', () => {
  expect(run(join(examples, 'load_photos'), photos)).toMatch(
    /^(8 images, the first from .+\.jpg with label \d, sum -\d+\n){3}24 images in an epoch\n$/,
  )
  expect(run(join(examples, 'feed_images'))).toBe('3 images of 32 rows, the first pixel 100\nOUTPUT_RELEASED\n')
})

it('docs/reference/cpp.md shows code of the examples as it stands', () => {
  const code = readdirSync(join(root, 'examples/cpp'))
    .map((name) => readFileSync(join(root, 'examples/cpp', name), 'utf8'))
    .map((text) => text.replace(/^ +/gm, ''))
  const blocks = [
    ...readFileSync(join(root, 'docs/reference/cpp.md'), 'utf8').matchAll(/```(?:cpp|cmake)\n([\s\S]*?)```/g),
  ]
  expect(blocks.length).toBeGreaterThan(3)
  for (const [, block] of blocks) {
    const plain = block!.replace(/^ +/gm, '')
    expect(
      code.some((text) => text.includes(plain)),
      block,
    ).toBe(true)
  }
})
