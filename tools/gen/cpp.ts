// op.json > the operators of the C++ API: native/generated/penstock/ops.h (argument structs and functions) and
// native/generated/api_ops.cc (their bodies).
import { eachType } from '../../src/graph/schema.js'
import { typeRow } from '../schemas/arg-types.js'
import { cap, snake, word } from '../schemas/names.js'
import type { ArgSchema, OpSchema, PortSchema } from '../schemas/op-json.js'
import type { Files } from './files.js'
import { argNotes, errorsText, fixedOutputs, notice, outputCondition } from './signatures.js'

/** The namespace below penstock::ops, and the name in it. */
const pathOf = (op: OpSchema) => op.name.split('.').map(snake)
const functionOf = (op: OpSchema) => pathOf(op).at(-1)!
const pascal = (op: OpSchema) => cap(op.name.split('.').at(-1)!)
const options = (op: OpSchema) => `${pascal(op)}Options`
const results = (op: OpSchema) => `${pascal(op)}Outputs`

/** The C++ type of an argument. Throws for a type that has none here. */
function memberType(name: string, arg: ArgSchema): string {
  const value = typeRow(name, arg)?.api
  if (!value)
    throw new Error(
      `argument ${name} has the type '${arg.type}', which has no C++ type: give it one in tools/schemas/arg-types.ts, or leave the argument out there`,
    )
  const list = arg.type.endsWith('[]')
  if (arg.perSample) return list ? `PerSampleValues<${value}>` : `PerSample<${value}>`
  return list ? `Values<${value}>` : `std::optional<${value}>`
}

interface Member {
  name: string
  type: string
  doc: string
  /** The statement that passes it on. */
  pass: string
}

function members(op: OpSchema): Member[] {
  // Settings are for what is in JavaScript: the client of object stores, which C++ does not have.
  const given = Object.entries(op.args).filter(([, arg]) => !arg.fields)
  const own = given.map(([name, arg]): Member => {
    const member = word(snake(name))
    const names = arg.type === 'enum' ? `, k${pascal(op)}${cap(name)}` : ''
    return {
      name: member,
      type: memberType(name, arg),
      doc: [arg.doc, ...argNotes(arg)].join(' '),
      pass: `call.arg("${name}", o.${member}${names});`,
    }
  })
  const common: Member[] = [
    {
      name: 'bytes_per_sample_hint',
      type: 'std::optional<int64_t>',
      doc: 'Expected bytes of one sample of each output.',
      pass: 'call.hint(o.bytes_per_sample_hint);',
    },
    {
      name: 'name',
      type: 'std::string',
      doc: "Name of this call, for feeding and for errors; unique in the pipeline. Default: made from the operator's.",
      pass: 'call.name(o.name);',
    },
  ]
  const device: Member = {
    name: 'device',
    type: 'std::optional<Device>',
    doc: `Where it runs; everything is on the CPU without device_id. Default: ${op.devices.includes('gpu') ? 'the GPU for inputs that are there, else the CPU' : 'the CPU'}.`,
    pass: 'call.device(o.device);',
  }
  const seed: Member = {
    name: 'seed',
    type: 'std::optional<int64_t>',
    doc: "Seed of this operator: operators of equal seeds draw the same numbers. Default: from the pipeline's and the operator.",
    pass: 'call.seed(o.seed);',
  }
  const onError: Member = {
    name: 'on_error',
    type: 'std::optional<OnError>',
    doc: "What a bad sample does. Default: the pipeline's on_error.",
    pass: 'call.on_error(o.on_error);',
  }
  const more = [
    ...(op.devices.length > 1 ? [device] : []),
    ...(op.random ? [seed] : []),
    ...(op.onError ? [onError] : []),
  ]
  return [...own, ...common, ...more].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Comment lines of at most 120 columns. */
function comment(indent: string, text: string): string[] {
  const lines: string[] = []
  for (const part of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && `${line} ${part}`.length <= 116 - indent.length)
      lines[lines.length - 1] = `${line} ${part}`
    else lines.push(part)
  }
  return lines.map((line) => `${indent}// ${line}`)
}

function structOf(op: OpSchema): string[] {
  const enums = Object.entries(op.args).filter(([, arg]) => arg.type === 'enum')
  return [
    ...comment('', `Arguments of ${op.name}.`),
    `struct ${options(op)} {`,
    ...enums.map(([name, arg]) => `  enum class ${cap(name)} { ${arg.values!.map(word).join(', ')} };`),
    ...(enums.length ? [''] : []),
    ...members(op).flatMap(({ name, type, doc }) => [...comment('  ', doc), `  ${type} ${name}{};`]),
    '};',
    '',
  ]
}

/** Whether a call returns a list, because the number of outputs depends on arguments. */
const listed = (op: OpSchema) => op.outputs.length > 0 && fixedOutputs(op).length === 0
const returned = (op: OpSchema) =>
  listed(op) ? 'std::vector<Node>' : fixedOutputs(op).length > 1 ? results(op) : 'Node'
const many = (op: OpSchema) => op.inputs.at(-1)?.many === true
const parameter = (port: PortSchema) => `const ${port.many ? 'std::vector<Node>' : 'Node'}& ${snake(port.name)}`

/** The parameters of each overload: one per number of inputs. */
function overloads(op: OpSchema): PortSchema[][] {
  const least = many(op) ? op.inputs.length : op.inputs.filter((port) => !port.optional).length
  return Array.from({ length: op.inputs.length - least + 1 }, (_, i) => op.inputs.slice(0, least + i))
}

function signature(op: OpSchema, inputs: PortSchema[], declared: boolean): string {
  const from = inputs.length ? inputs.map(parameter) : ['Pipeline& pipeline']
  const required = Object.values(op.args).some((arg) => arg.required)
  const last = declared
    ? [`const ${options(op)}& options${required ? '' : ' = {}'}`, 'CallSite at = CallSite::Here()']
    : [`const ${options(op)}& o`, 'CallSite at']
  return `${returned(op)} ${functionOf(op)}(${[...from, ...last].join(', ')})`
}

function declaration(op: OpSchema): string[] {
  const extra = op.outputs.filter((port) => outputCondition(op, port))
  const doc = [
    op.doc,
    ...extra.map((port) => {
      const name = listed(op) ? `Output ${snake(port.name)}` : `Output(${op.outputs.indexOf(port)})`
      return `${name}${outputCondition(op, port, snake)}: ${port.doc}`
    }),
    errorsText(op),
  ]
  return [
    ...structOf(op),
    ...(fixedOutputs(op).length > 1
      ? [
          `struct ${results(op)} {`,
          ...fixedOutputs(op).flatMap((port) => [...comment('  ', port.doc), `  Node ${snake(port.name)};`]),
          '};',
          '',
        ]
      : []),
    ...doc.flatMap((text) => comment('', text)),
    ...op.inputs.filter((port) => port.doc).flatMap((port) => comment('', `${snake(port.name)}: ${port.doc}`)),
    ...overloads(op).map((inputs) => `${signature(op, inputs, true)};`),
    '',
  ]
}

function definition(op: OpSchema): string[] {
  const names = Object.entries(op.args).filter(([, arg]) => arg.type === 'enum')
  const pass = `pass${pascal(op)}`
  const nodes = fixedOutputs(op).map((_, i) => `out.Output(${i})`)
  return [
    ...names.map(
      ([name, arg]) =>
        `static constexpr const char* k${pascal(op)}${cap(name)}[] = {${arg.values!.map((v) => `"${v}"`).join(', ')}};`,
    ),
    `static Node ${pass}(api::Call call, const ${options(op)}& o) {`,
    ...members(op).map(({ pass }) => `  ${pass}`),
    '  return call.make();',
    '}',
    ...overloads(op).flatMap((inputs) => {
      const names = inputs.map((port) => snake(port.name))
      const from = many(op)
        ? `api::joined({${names.slice(0, -1).join(', ')}}, ${names.at(-1)!})`
        : inputs.length
          ? `{${names.join(', ')}}`
          : 'pipeline'
      return [
        `${signature(op, inputs, false)} {`,
        `  const Node out = ${pass}(api::Call("${op.name}", at, ${from}), o);`,
        `  return ${listed(op) ? 'api::all_outputs(out)' : nodes.length > 1 ? `{${nodes.join(', ')}}` : 'out'};`,
        '}',
      ]
    }),
    '',
  ]
}

/** Blocks of operators, each in its namespace. */
function inNamespaces(list: OpSchema[], blockOf: (op: OpSchema) => string[]): string[] {
  return list.flatMap((op) => {
    const space = ['penstock::ops', ...pathOf(op).slice(0, -1)].join('::')
    return [`namespace ${space} {`, '', ...blockOf(op), `}  // namespace ${space}`, '']
  })
}

export function cppFiles(schemas: OpSchema[]): Files {
  // Outputs under names have no struct that could be generated. external_source is written by hand, and a function of the user's in JavaScript has no place in C++.
  const list = schemas.filter(
    (op) =>
      !op.internal &&
      !op.fed &&
      (op.kind === 'op' || op.reader) &&
      !(op.outputs[0] && eachType(op, op.outputs[0]) === 'record'),
  )
  return {
    'native/generated/penstock/ops.h': [
      notice,
      '// The operators, as functions that add a call to the definition of a pipeline. Members of argument structs stand in',
      '// the order of the alphabet, which is the order that designated initialisers need.',
      '#pragma once',
      '#include <cstdint>',
      '#include <optional>',
      '#include <string>',
      '#include <vector>',
      '',
      '#include "penstock/arguments.h"',
      '#include "penstock/node.h"',
      '#include "penstock/policies.h"',
      '#include "penstock/types.h"',
      '',
      ...inNamespaces(list, declaration),
    ].join('\n'),
    'native/generated/api_ops.cc': [
      notice,
      '#include "api/call.h"',
      '#include "penstock/ops.h"',
      '',
      ...inNamespaces(list, definition),
    ].join('\n'),
  }
}
