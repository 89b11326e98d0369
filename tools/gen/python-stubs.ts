// op.json > python/penstock/dali/fn/**/*.pyi and experimental/dynamic/**/*.pyi: the functions of penstock.dali.fn, and those of
// imperative mode with its readers, as type checkers and editors see them. A group of operators, such as readers, is a module.
import type { ArgSchema, OpSchema } from '../schemas/op-json.js'
import { daliName, daliTitle } from './dali.js'
import type { Files } from './files.js'

/** What the stubs of one package have of their own. */
interface Flavour {
  folder: string
  /** Packages from the folder up to penstock.dali. */
  depth: number
  /** Modules of `values`, from penstock.dali on, and the types of an argument that differs by sample and of a result. */
  from: string
  values: readonly string[]
  result: string
  /** Lines of the package's own stub, and of that of a group. */
  own: (group: string) => readonly string[]
  common: readonly string[]
  has: (op: OpSchema) => boolean
}

/** Functions that are written by hand. */
const byHand = new Set(['externalSource', 'readers.mixture', 'experimental.inputs.video'])

const graph: Flavour = {
  folder: 'python/penstock/dali/fn',
  depth: 1,
  from: 'data_node',
  values: ['DataNode'],
  result: 'DataNode',
  own: (group) => {
    if (group === 'readers') return ['from ...mixture import mixture as mixture']
    if (group === 'experimental/inputs') return ['from ....video_input import video as video']
    if (group) return []
    return [
      'from ..dlpack_function import dl_tensor_python_function as dl_tensor_python_function',
      'from ..external_source import external_source as external_source',
      'from ..python_function import python_function as python_function',
    ]
  },
  common: ['device', 'name', 'preserve', 'bytes_per_sample_hint', 'seed', 'on_error'],
  has: (op) => !op.internal && op.kind !== 'js',
}

/** Names of a module of the imperative mode that its package has too. */
const exported = (module: string, names: string) =>
  `from .${module} import ${names.replace(/\w+/g, (name) => `${name} as ${name}`)}`

const dynamic: Flavour = {
  folder: 'python/penstock/dali/experimental/dynamic',
  depth: 2,
  from: 'experimental.dynamic._values',
  values: ['Batch', 'Tensor'],
  result: 'Any',
  own: (group) => {
    if (group === 'random') return [exported('._random', 'RNG, get_default_rng, rng, set_seed')]
    if (group === 'readers') return ['from .._reader import Reader']
    if (group) return group.endsWith('/readers') ? ['from ..._reader import Reader'] : []
    return [
      exported('', 'checkpoint, math'),
      exported('_data', 'as_batch, as_tensor, batch, tensor'),
      exported('_device', 'Device, device'),
      exported('_eval_context', 'EvalContext, get_num_threads, set_num_threads'),
      exported('_eval_mode', 'EvalMode'),
      exported('_imread', 'imread'),
      exported(
        '_stream',
        'Stream, get_current_stream, get_default_stream, set_current_stream, set_default_stream, stream',
      ),
      exported('_type', 'DataType, DType, ImageType, InterpType, bfloat16, bool, dtype, float16, float32, float64'),
      exported('_type', 'int8, int16, int32, int64, type_id, uint8, uint16, uint32, uint64'),
      exported('_values', 'Batch, Tensor'),
    ]
  },
  common: ['batch_size', 'device', 'rng', 'on_error'],
  has: (op) => op.reader === true || (!op.internal && op.kind === 'op' && !op.fed && op.name !== 'constant'),
}

const head = [
  '# From native/ops/*/op.json by tools/gen.ts. Do not edit.',
  'from __future__ import annotations',
  '',
  'import builtins',
  'from typing import Any, List, Mapping, Optional, Sequence, Union',
  '',
]

const scalars: Readonly<Record<string, string>> = {
  // A package may have a `bool` of its own.
  bool: 'builtins.bool',
  int: 'int',
  float: 'float',
  string: 'str',
  enum: 'str',
  layout: 'str',
  dtype: 'Any',
  imageType: 'Any',
  interp: 'Any',
}

/** What an argument may be: a constant, and where it may differ by sample one of `values`. */
function typeOf({ type, perSample }: ArgSchema, values: readonly string[]): string {
  const one = scalars[type.replace('[]', '')] ?? 'Any'
  const constant = type.endsWith('[]')
    ? `Union[${one}, Sequence[${one}]]`
    : type === 'record' || type === 'settings'
      ? 'Mapping[str, Any]'
      : one
  if (constant === 'Any') return 'Any'
  return perSample ? `Union[${values.join(', ')}, ${constant}, None]` : `Optional[${constant}]`
}

/** Whether the operator takes an argument that many have. */
const takes = (op: OpSchema, arg: string) =>
  arg === 'seed' || arg === 'rng' ? op.random : arg === 'on_error' ? op.onError : true

function parametersOf(op: OpSchema, values: readonly string[], common: readonly string[]): string[] {
  const own = Object.entries(op.args).map(
    ([arg, schema]) =>
      `${daliName(arg)}: ${typeOf(schema, values)}${schema.required && !schema.perSample ? '' : ' = ...'}`,
  )
  const rest = common
    .filter((arg) => takes(op, arg))
    .filter((arg) => !Object.keys(op.args).some((one) => daliName(one) === arg))
    .map((arg) => `${arg}: Any = ...`)
  return [...own, ...rest]
}

const docOf = ({ doc }: OpSchema) => `"""${doc.replace(/\\/g, '\\\\')}"""`

function functionStub(op: OpSchema, { values, common, result }: Flavour): string[] {
  const inputs: string[] = []
  for (const port of op.inputs) {
    if (port.many) inputs.push('*inputs: Any')
    else inputs.push(`__${daliName(port.name)}: Any${port.optional ? ' = ...' : ''}`)
  }
  const star = op.inputs.at(-1)?.many ? [] : ['*']
  const parameters = [...inputs, ...star, ...parametersOf(op, values, common)].map((text) => `    ${text},`)
  const several = op.outputs.length > 1 || op.outputs[0]?.each
  const name = daliName(op.name).split('.').at(-1)!
  return [`def ${name}(`, ...parameters, `) -> ${several ? 'Any' : result}:`, `    ${docOf(op)}`, '']
}

/** A reader of imperative mode, which is made once. */
function readerStub(op: OpSchema): string[] {
  const parameters = parametersOf(op, [], ['batch_size', 'enable_checkpointing', 'seed', 'on_error'])
  return [
    `class ${daliTitle(op.name).split('.').at(-1)}(Reader):`,
    `    ${docOf(op)}`,
    '    def __init__(',
    '        self,',
    '        *,',
    ...parameters.map((text) => `        ${text},`),
    '    ) -> None: ...',
    '',
  ]
}

function stubsOf(schemas: readonly OpSchema[], flavour: Flavour): Files {
  const { folder, depth, from, values, own, has } = flavour
  const modules = new Map<string, { stubs: string[]; groups: Set<string> }>()
  const moduleOf = (path: string) => {
    const found = modules.get(path) ?? { stubs: [], groups: new Set<string>() }
    modules.set(path, found)
    return found
  }
  for (const op of schemas.filter(has)) {
    const groups = daliName(op.name).split('.').slice(0, -1)
    groups.forEach((group, i) => {
      moduleOf(groups.slice(0, i).join('/')).groups.add(group)
    })
    const { stubs } = moduleOf(groups.join('/'))
    if (flavour === graph && byHand.has(op.name)) continue
    const isReader = flavour === dynamic && op.reader
    stubs.push(...(isReader ? readerStub(op) : functionStub(op, flavour)))
  }
  return Object.fromEntries(
    [...modules].map(([path, { stubs, groups }]) => {
      const up = '.'.repeat(depth + 1 + (path ? path.split('/').length : 0))
      const types = `from ${up}${from} import ${values.join(', ')}`
      const below = [...groups].sort().map((group) => `from . import ${group} as ${group}`)
      return [
        `${folder}/${path ? `${path}/` : ''}__init__.pyi`,
        `${[...head, types, ...own(path), ...below, '', ...stubs].join('\n').trimEnd()}\n`,
      ]
    }),
  )
}

export function pythonStubFiles(schemas: readonly OpSchema[]): Files {
  return { ...stubsOf(schemas, graph), ...stubsOf(schemas, dynamic) }
}
