// op.json > python/penstock/dali/fn/**/*.pyi: the functions of penstock.dali.fn as type checkers and editors see them. A group
// of operators, such as readers, is a module.
import type { ArgSchema, OpSchema } from '../schemas/op-json.js'
import { daliName } from './dali.js'
import type { Files } from './files.js'

const folder = 'python/penstock/dali/fn'
const head = [
  '# From native/ops/*/op.json by tools/gen.ts. Do not edit.',
  'from __future__ import annotations',
  '',
  'from typing import Any, List, Mapping, Optional, Sequence, Union',
  '',
]

const scalars: Readonly<Record<string, string>> = {
  bool: 'bool',
  int: 'int',
  float: 'float',
  string: 'str',
  enum: 'str',
  layout: 'str',
  dtype: 'Any',
  imageType: 'Any',
  interp: 'Any',
}

/** What an argument may be: a constant, and where it may differ by sample a node. */
function typeOf({ type, perSample }: ArgSchema): string {
  const one = scalars[type.replace('[]', '')] ?? 'Any'
  const constant = type.endsWith('[]')
    ? `Union[${one}, Sequence[${one}]]`
    : type === 'record'
      ? 'Mapping[str, Any]'
      : one
  if (constant === 'Any') return 'Any'
  return perSample ? `Union[DataNode, ${constant}, None]` : `Optional[${constant}]`
}

const common = ['device', 'name', 'preserve', 'bytes_per_sample_hint', 'seed', 'on_error']

function stub(op: OpSchema): string[] {
  const name = daliName(op.name).split('.').at(-1)!
  const inputs: string[] = []
  for (const port of op.inputs) {
    if (port.many) inputs.push('*inputs: Any')
    else inputs.push(`__${daliName(port.name)}: Any${port.optional ? ' = ...' : ''}`)
  }
  const own = Object.entries(op.args).map(
    ([arg, schema]) => `${daliName(arg)}: ${typeOf(schema)}${schema.required && !schema.perSample ? '' : ' = ...'}`,
  )
  const rest = common
    .filter((arg) => (arg === 'seed' ? op.random : arg === 'on_error' ? op.onError : true))
    .filter((arg) => !Object.keys(op.args).some((one) => daliName(one) === arg))
    .map((arg) => `${arg}: Any = ...`)
  const star = op.inputs.at(-1)?.many ? [] : ['*']
  const parameters = [...inputs, ...star, ...own, ...rest].map((text) => `    ${text},`)
  const several = op.outputs.length > 1 || op.outputs[0]?.each
  return [
    `def ${name}(`,
    ...parameters,
    `) -> ${several ? 'Any' : 'DataNode'}:`,
    `    """${op.doc.replace(/\\/g, '\\\\')}"""`,
    '',
  ]
}

export function pythonStubFiles(schemas: readonly OpSchema[]): Files {
  const modules = new Map<string, { stubs: string[]; groups: Set<string> }>()
  const moduleOf = (path: string) => {
    const found = modules.get(path) ?? { stubs: [], groups: new Set<string>() }
    modules.set(path, found)
    return found
  }
  for (const op of schemas) {
    if (op.internal || op.kind === 'js' || op.name === 'externalSource') continue
    const groups = daliName(op.name).split('.').slice(0, -1)
    groups.forEach((group, i) => {
      moduleOf(groups.slice(0, i).join('/')).groups.add(group)
    })
    moduleOf(groups.join('/')).stubs.push(...stub(op))
  }
  return Object.fromEntries(
    [...modules].map(([path, { stubs, groups }]) => {
      const node = `from ${'.'.repeat(path ? path.split('/').length + 2 : 2)}data_node import DataNode`
      const functions = path
        ? []
        : [
            'from ..external_source import external_source as external_source',
            'from ..python_function import python_function as python_function',
          ]
      const below = [...groups].sort().map((group) => `from . import ${group} as ${group}`)
      return [
        `${folder}/${path ? `${path}/` : ''}__init__.pyi`,
        `${[...head, node, ...functions, ...below, '', ...stubs].join('\n').trimEnd()}\n`,
      ]
    }),
  )
}
