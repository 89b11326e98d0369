// The C++ API checks calls itself (docs/design/cpp.md), by the table that op.json gives both languages. It counts the outputs of a
// call, and refuses arguments together, as JavaScript does.
// @module-tag shared
import { expect, it } from 'vitest'
import { checkNode } from '../../src/graph/check.js'
import { countOutputs, type OpInfo, schemas } from '../../src/graph/schema.js'
import type { GraphNode, Json } from '../../src/graph/types.js'
import { ask } from './probe.js'

type Args = Readonly<Record<string, Json>>

/** A value that the argument may have. */
function exampleOf({ type, values, min }: OpInfo['args'][string]): Json {
  const scalars: Args = { string: 'x', int: min ?? 1, float: 1, bool: true, dtype: 'uint8', layout: 'HWC' }
  const one = values?.[0] ?? scalars[type.replace('[]', '')]!
  return type.endsWith('[]') ? [one] : one
}

/** Values of an argument that change how many outputs there are. */
function choices(arg: OpInfo['args'][string]): readonly Json[] {
  const { type, values, min = 0, max = min } = arg
  if (type === 'bool') return [true, false]
  if (type === 'int') return Array.from({ length: Math.min(max - min + 1, 6) }, (_, i) => min + i)
  if (type === 'record') return [{ a: { dtype: 'int64' } }, { b: { dtype: 'string' }, a: { dtype: 'int64' } }]
  if (type === 'enum') return values!
  return [exampleOf(arg), [1, 2, 3].map(() => (exampleOf(arg) as Json[])[0]!)]
}

it('counts the outputs of calls as JavaScript does', () => {
  const calls = Object.entries(schemas).flatMap(([op, info]) => {
    const names = info.outputs.flatMap(
      ({ each, when }) => each ?? (typeof when === 'object' ? Object.keys(when) : (when ?? [])),
    )
    const known = names.flatMap((name) =>
      info.kind !== 'js' && info.args[name] ? [[name, info.args[name]] as const] : [],
    )
    const all = [{}, ...known.flatMap(([name, arg]) => choices(arg).map((value) => ({ [name]: value })))]
    const least = info.inputs.filter(({ optional }) => !optional).length
    const counts = Array.from({ length: info.inputs.length - least + 1 }, (_, i) => least + i)
    return names.length ? all.flatMap((args) => counts.map((inputs) => ({ op, args, inputs }))) : []
  })
  expect(calls.length).toBeGreaterThan(60)
  const said = calls.map(({ op, args, inputs }) => countOutputs(schemas[op]!, args, inputs))
  expect(ask<number>(calls).map((count, i) => [calls[i], count])).toEqual(said.map((count, i) => [calls[i], count]))
})

/** A value of the argument that its own limits allow. */
function fitting(arg: OpInfo['args'][string]): Json {
  const { type, values, lengths, min, exclusiveMin, ascending } = arg
  if (type === 'string' || type === 'layout') return values?.[0] ?? 'HWCDFXY'.slice(0, lengths?.[0] ?? 3)
  const one =
    values?.[0] ??
    (/^(int|float)/.test(type) ? (min ?? (exclusiveMin === undefined ? 1 : exclusiveMin + 1)) : undefined)
  if (!type.endsWith('[]')) return one ?? exampleOf(arg)
  const list = Array.from({ length: lengths?.at(-1) ?? 1 }, () => one ?? (exampleOf(arg) as Json[])[0]!)
  return ascending ? list.map((value, i) => (value as number) + i) : list
}

/** Values that the limits of the argument refuse. */
function beyond(arg: OpInfo['args'][string]): Json[] {
  const { type, values, lengths, notEmpty, ascending, distinct, exclusiveMin, nonFinite } = arg
  const list = type.endsWith('[]')
  const one = list ? ((fitting(arg) as Json[])[0] ?? 1) : 1
  return [
    ...(values ? ['none of them'] : []),
    ...(type === 'float' ? [nonFinite ? 'nan' : 'NaN', nonFinite ? '1' : '-Infinity'] : []),
    ...(exclusiveMin === undefined ? [] : [list ? [exclusiveMin] : exclusiveMin]),
    ...(lengths ? [list ? Array.from({ length: lengths.at(-1)! + 1 }, () => one) : 'HW', list ? [] : ''] : []),
    ...(notEmpty ? [[]] : []),
    ...(ascending ? [[2, 1], ...(ascending === 'strictly' ? [[1, 1]] : [])] : []),
    ...(distinct ? [[1, 0, 1]] : []),
  ]
}

/** Calls of the operator that its rules and the limits of its arguments refuse. */
function wrongCalls({ args: known, rules = [], inputs }: OpInfo): { args: Args; inputs: number }[] {
  const required = Object.fromEntries(
    Object.entries(known).flatMap(([name, arg]) => (arg.required ? [[name, fitting(arg)]] : [])),
  )
  const least = inputs.filter(({ optional }) => !optional).length
  const call = (names: readonly string[], args: Args = {}) => ({
    args: {
      ...required,
      ...Object.fromEntries(names.flatMap((name) => (known[name] ? [[name, fitting(known[name])]] : []))),
      ...args,
    },
    inputs: Math.max(least, ...names.map((name) => inputs.findIndex((port) => `input ${port.name}` === name) + 1)),
  })
  const limits = Object.entries(known).flatMap(([name, arg]) => beyond(arg).map((value) => call([], { [name]: value })))
  const together = rules.flatMap(({ notBoth, atLeastOne, needs, below, sameLength }) => [
    // C++ has no arguments that are settings.
    ...(known[notBoth?.[0] ?? '']?.type === 'settings' ? [] : (notBoth ?? []))
      .slice(1)
      .map((other) => call([notBoth![0]!, other])),
    ...(atLeastOne ? [call([])] : []),
    ...(needs ? [call([needs[0]])] : []),
    ...(below ? [call([], { [below[0]]: 5, [below[1]]: 2 })] : []),
    ...(sameLength
      ? [call(sameLength, { [sameLength[0]]: known[sameLength[0]]!.type === 'layout' ? 'HWCD' : [1, 2] })]
      : []),
  ])
  // A record cannot be made up here, and without it a call fails before its values are looked at.
  return Object.values(known).some(({ type, required }) => type === 'record' && required)
    ? together
    : [...limits, ...together]
}

it('refuses arguments with the words of JavaScript', () => {
  const at = { device: 'cpu', argInputs: {}, numOutputs: 1, callSite: '' } as const
  const source: GraphNode = { ...at, id: 0, op: 'externalSource', name: 'source', inputs: [], args: {} }
  const wrong = Object.entries(schemas).flatMap(([op, info]) =>
    info.kind === 'js' || op === 'externalSource' || !info.devices.includes('cpu')
      ? []
      : wrongCalls(info).map(
          ({ args, inputs }): GraphNode => ({
            ...{ ...at, id: 1, op, name: 'call', args },
            inputs: Array.from({ length: inputs }, () => ({ node: 0, output: 0 })),
          }),
        ),
  )
  const said = wrong.map((node) => {
    try {
      checkNode(node, schemas)
      return 'right'
    } catch (error) {
      const { detail, hint = '' } = error as { detail: string; hint?: string }
      // C++ names the value in a list, and not its place.
      if (detail.startsWith('Expected a list of ')) return 'a value of a list'
      return { message: detail, hint }
    }
  })
  expect(wrong.filter((_, i) => said[i] === 'right').map(({ op, args }) => ({ op, args }))).toEqual([])
  expect(new Set(wrong.map(({ op }) => op)).size).toBeGreaterThan(50)
  expect(said.length).toBeGreaterThan(300)
  const answers = ask<{ message?: string; hint?: string }>(
    wrong.map((node) => ({
      graph: { nodes: [source, node], outputs: [{ value: { node: 1, output: 0 } }] },
      options: { batchSize: 1, seed: 1 },
    })),
  )
  expect(
    answers.map(({ message, hint }, i) => ({
      ...wrong[i],
      said: message && said[i] === 'a value of a list' ? said[i] : { message, hint },
    })),
  ).toEqual(said.map((one, i) => ({ ...wrong[i], said: one })))
})
