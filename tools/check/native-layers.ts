// Checks includes in native, for `npm run check`: a file may include files of its own folder and of the folders in its
// row. Each operator's folder counts as a folder of its own.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { nativeIncludes } from './cycles.js'

interface Layer {
  /** The code that belongs in the folder. */
  role: string
  knows: readonly string[]
}

/** The layers, from the lowest to the highest. */
const layers: Readonly<Record<string, Layer>> = {
  generated: { role: 'what both languages share, from abi.json', knows: ['core'] },
  core: { role: 'tensors, errors, memory, threads, and the contract of operators', knows: ['generated'] },
  codecs: { role: 'image formats', knows: ['core', 'generated'] },
  dataset: { role: 'what readers read', knows: ['core', 'generated'] },
  'generated/ops': { role: 'arguments of operators, from op.json', knows: ['core', 'generated'] },
  'gpu_plugin (contract)': { role: 'what kernels for a GPU are written with', knows: ['core', 'generated'] },
  kernels: {
    role: 'arithmetic and loops that operators share, for CPU and GPU',
    knows: ['core', 'codecs', 'gpu_plugin (contract)', 'generated', 'generated/ops'],
  },
  formats: {
    role: 'file formats of sounds, videos, arrays and numbers in text, and what bytes are a picture or a sound',
    knows: ['core', 'codecs', 'kernels', 'av_plugin (contract)', 'generated'],
  },
  'av_plugin (contract)': { role: 'the table of functions of the video plugin', knows: [] },
  av_plugin: {
    role: 'the video plugin, over libavformat and libavcodec',
    knows: ['av_plugin (contract)', 'generated'],
  },
  clips: {
    role: 'videos as data sets: which clips they have, and how these are read',
    knows: ['core', 'dataset', 'formats', 'av_plugin (contract)', 'generated'],
  },
  parquet: {
    role: 'Parquet files as tables: their columns, and which values a row has',
    knows: ['core', 'dataset', 'kernels', 'generated'],
  },
  ops: {
    role: 'operators',
    knows: [
      ...['core', 'dataset', 'codecs', 'kernels', 'formats', 'clips', 'parquet'],
      ...['gpu_plugin (contract)', 'generated', 'generated/ops'],
    ],
  },
  gpu_host: {
    role: 'the CPU side of work on a GPU',
    knows: ['core', 'codecs', 'kernels', 'formats', 'av_plugin (contract)', 'gpu_plugin (contract)', 'generated'],
  },
  'api (headers)': { role: 'what users of the C++ API include', knows: ['generated'] },
  program: {
    role: 'what runs operators over a batch',
    knows: ['core', 'dataset', 'gpu_host', 'generated', 'api (headers)'],
  },
  eval: { role: "imperative mode's executor", knows: ['core', 'gpu_host', 'program', 'generated'] },
  api: {
    role: 'the C++ API',
    knows: ['core', 'dataset', 'gpu_host', 'program', 'generated', 'api (headers)'],
  },
  bridge: { role: 'memory and sockets for other processes', knows: ['core', 'generated'] },
  addon: {
    role: 'what JavaScript calls',
    knows: ['core', 'dataset', 'codecs', 'formats', 'gpu_host', 'program', 'eval', 'bridge', 'generated'],
  },
  gpu_plugin: { role: 'the GPU plugin', knows: ['core', 'kernels', 'gpu_plugin (contract)', 'generated'] },
}

/** Folders that may include everything, and that no other folder includes. */
const observers = new Set(['test', 'fuzz'])

const contract = new Set(
  [
    'async_copy',
    'decode_window',
    'element',
    'gpu_op',
    'jpeg/jpeg_arithmetic',
    'jpeg/jpeg_plan',
    'launch',
    'map_pixels',
    'optical_flow',
    'peak_charge',
    'plugin',
  ].map((name) => `gpu_plugin/${name}.h`),
)

/** The layer of a file, by its path from native. */
function layerOf(path: string): string {
  if (contract.has(path)) return 'gpu_plugin (contract)'
  if (path === 'av_plugin/plugin.h') return 'av_plugin (contract)'
  if (path.startsWith('generated/ops/')) return 'generated/ops'
  if (path.startsWith('api/include/')) return 'api (headers)'
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'addon'
}

const operatorOf = (path: string) => /^ops\/([^/]+)\//.exec(path)?.[1]

const shown = (layer: string) => `${layer === 'addon' ? 'native' : `native/${layer}`} (${layers[layer]?.role ?? layer})`

function fault(from: string, to: string): string | undefined {
  const [own, other] = [layerOf(from), layerOf(to)]
  if (observers.has(own)) return
  const line = `native/${from} includes native/${to}`
  if (observers.has(other)) return `${line}: only native/test and native/fuzz include what is there`
  if (own === other) {
    if (operatorOf(from) === operatorOf(to)) return
    return `${line}: an operator does not know another one. Move what they share to native/kernels/<topic>/`
  }
  if (layers[own]!.knows.includes(other)) return
  const lower = layers[own]!.knows.filter((name) => !name.startsWith('generated')).map((name) => `native/${name}`)
  const places = [shown(own).split(' (')[0]!, ...lower].join(', ')
  return `${line}: ${shown(own)} does not know ${shown(other)}. Move what is shared to one of ${places}`
}

/** With nlohmann's own functions each file would compile its parser and its printer anew: two seconds of CPU. */
function ownJson(root: string, file: string): string[] {
  if (/^native\/core\/json\.\w+$/.test(file)) return []
  const text = readFileSync(join(root, file), 'utf8')
  const found = /#include <nlohmann\/json\.hpp>|\b[jJ]son::parse\(|\.dump\(/.exec(text)
  if (!found) return []
  return [`${file}: ${found[0]}: include native/core/json.h, which has parse_json() and json_text()`]
}

/**
 * Returns a line for each include that breaks the layers. `files`: hand-written C++ and CUDA files, relative to `root`.
 */
export function brokenNativeLayers(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) => {
    const from = relative('native', file)
    const own = layerOf(from)
    if (!(own in layers) && !observers.has(own))
      return [`${file}: in no layer; tools/check/native-layers.ts lists them`]
    const wrong = nativeIncludes(root, file).flatMap((to) => fault(from, relative('native', to)) ?? [])
    return [...wrong, ...ownJson(root, file)]
  })
}
