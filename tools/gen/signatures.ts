// Texts about operators that several generators use: types, sentences and overloads of the functions in fn and nd.
import { givenFor, valuesFor } from '../../src/graph/schema.js'
import type { ArgInfo } from '../../src/graph/schema-types.js'
import { lengthsText } from '../../src/graph/values.js'
import { typeRow } from '../schemas/arg-types.js'
import { literal } from '../schemas/example.js'
import { pascal } from '../schemas/names.js'
import type { OpSchema, PortSchema } from '../schemas/op-json.js'

/** The first line of the files that are made of the operators' schemas. */
export const notice = '// From native/ops/*/op.json by tools/gen.ts. Do not edit.'

export const optionsName = (op: OpSchema) => `${pascal(op.symbol)}Options`
export const isReserved = (name: string) =>
  /^(function|class|default|new|delete|in|return|typeof|var|void|with)$/.test(name)

/**
 * The TypeScript type of an argument. `perSample`: the type that an argument which may differ per sample also accepts.
 */
export function tsType(arg: ArgInfo, perSample = 'DataNode'): string {
  if (arg.type === 'value') return 'number | readonly number[] | string'
  if (arg.type === 'values') return 'readonly number[] | readonly string[]'
  if (arg.fields) {
    const fields = Object.entries(arg.fields).map(
      ([key, field]) => `${key}${field.required ? '' : '?'}: ${tsType(field)}`,
    )
    const own = `{ ${fields.join('; ')} }`
    return arg.type === 'settings' ? `Readonly<${own}>` : `Readonly<Record<string, ${own}>>`
  }
  const scalar = typeRow('enum', arg)!.ts
  const list = arg.type.endsWith('[]') ? `${scalar} | readonly ${scalar}[]` : scalar
  // DALI's Python API accepts a bool for an int that is a switch.
  const flag = arg.boolean ? ' | boolean' : ''
  return `${list}${flag}${arg.perSample ? ` | ${perSample}` : ''}`
}

/** Sentences about an argument beside its meaning: default, bounds and the like. */
export function argNotes(arg: ArgInfo): string[] {
  const { min, max, exclusiveMin, lengths, notEmpty } = arg
  const notes: string[] = []
  if (arg.ignored) notes.push(`Without effect here: ${arg.ignored}.`)
  if (arg.required) notes.push('Required.')
  if (min !== undefined || max !== undefined)
    notes.push(
      max === undefined ? `At least ${min}.` : min === undefined ? `At most ${max}.` : `From ${min} to ${max}.`,
    )
  if (exclusiveMin !== undefined) notes.push(`Above ${exclusiveMin}.`)
  if (arg.nonFinite) notes.push('May be NaN or infinite.')
  if (arg.values && arg.type !== 'enum') notes.push(`One of ${arg.values.map((value) => `'${value}'`).join(', ')}.`)
  if (lengths)
    notes.push(
      `${lengthsText(lengths)} ${arg.type.endsWith('[]') ? 'value' : 'letter'}${lengths.at(-1) === 1 ? '' : 's'}.`,
    )
  if (notEmpty) notes.push('One value or more.')
  const others = Object.entries(arg.deviceDefaults ?? {}).map(([device, value]) => `; on '${device}' ${literal(value)}`)
  if (arg.default !== undefined && arg.default !== null)
    notes.push(`Default: ${literal(arg.default)}${others.join('')}.`)
  if (arg.perSample) notes.push('May differ per sample.')
  return notes
}

// A pattern such as `**` + `/` must not end the comment.
export function comment(indent: string, lines: string[]): string[] {
  const text = lines.map((line) => line.replace(/\*\//g, '*\\/'))
  if (text.length === 1) return [`${indent}/** ${text[0]} */`]
  return [`${indent}/**`, ...text.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`]
}

/** The codes of an operator's errors, each with the case in which it is thrown. */
export function errorNotes(op: OpSchema): [code: string, when: string][] {
  const args = 'an argument has a wrong name, type or value'
  const { INVALID_ARGUMENT: own, ...rest } = op.errors ?? {}
  return [['INVALID_ARGUMENT', own ? `${args}; ${own}` : args], ...Object.entries(rest)]
}

/** The same as a sentence. */
export const errorsText = (op: OpSchema): string =>
  `Errors: ${errorNotes(op)
    .map(([code, when]) => `${code} (${when})`)
    .join(', ')}.`

/**
 * The documentation of an operator: function, inputs, outputs, source of the formula, errors. `outputs`: those
 * returned.
 */
export const signatureDoc = (op: OpSchema, inputs: readonly PortSchema[], outputs: readonly PortSchema[]): string[] => [
  op.doc,
  ...(op.source ? ['', `Source: ${op.source}.`] : []),
  '',
  errorsText(op),
  ...(inputs.some((port) => port.doc) ? ['', ...inputs.map((port) => `@param ${port.name} ${port.doc}`)] : []),
  ...(outputs.some((port) => port.doc)
    ? [
        '',
        `@returns ${outputs
          .map((port) => port.doc)
          .filter(Boolean)
          .join(' ')}`,
      ]
    : []),
]

/** A change of arguments that changes the outputs: of one from its default to a value, or any of several that is given. */
interface Choice {
  args: readonly string[]
  /** Of the value, as a type; undefined where any value counts. */
  value?: string
  /** The type of options with it. */
  type: string
  /** Whether it adds an output. */
  adds: boolean
}

export function choiceOf(op: OpSchema, port: PortSchema): Choice | undefined {
  const any = givenFor(port)
  if (any) {
    const types = any.map((name) => `{ ${name}: ${tsType(op.args[name]!)} }`)
    return { args: any, type: types.length > 1 ? `(${types.join(' | ')})` : types[0]!, adds: true }
  }
  const found = valuesFor(op, port)
  if (!found) return undefined
  const { type, values = [], min = 0, max = min, default: usual = null } = op.args[found.arg]!
  const numbers = Array.from({ length: max - min + 1 }, (_, i) => min + i)
  const all = type === 'bool' ? [true, false] : type === 'enum' ? values : numbers
  const adds = !found.values.includes(usual)
  const others = all.filter((value) => found.values.includes(value) === adds)
  const value = others.map(literal).join(' | ')
  return { args: [found.arg], value, type: `{ ${found.arg}: ${value} }`, adds }
}

/** The outputs that a call has whatever its arguments and inputs are. */
export const fixedOutputs = (op: OpSchema) => op.outputs.filter((port) => !port.when && !port.each)

/** The condition under which there is an output, as it goes on after the output's name. */
export function outputCondition(op: OpSchema, port: PortSchema, written = (name: string) => name): string {
  if (port.each) return op.args[port.each]!.type === 'int' ? `, ${written(port.each)} times` : ''
  const choice = choiceOf(op, port)
  if (choice && !choice.adds) return `, unless ${written(choice.args[0]!)} is ${choice.value}`
  if (choice) return `, with ${choice.args.map(written).join(' or ')}`
  return typeof port.when === 'string' ? `, with ${written(port.when)}` : ''
}

const sameArgs = (a: Choice, b: Choice) => a.args.join() === b.args.join()

/** All combinations of changes of arguments on which outputs depend, those of most arguments first. */
export function outputChoices(op: OpSchema): Choice[][] {
  const all = op.outputs.flatMap((port) => choiceOf(op, port) ?? [])
  const single = all.filter((choice, i) => all.findIndex((other) => sameArgs(other, choice)) === i)
  let sets: Choice[][] = [[]]
  for (const choice of single) sets = [...sets.map((set) => [...set, choice]), ...sets]
  return sets.sort((a, b) => b.length - a.length)
}

/** The outputs of a call with these inputs and changes of arguments. */
export const outputsWith = (op: OpSchema, inputs: readonly PortSchema[], chosen: readonly Choice[]): PortSchema[] =>
  op.outputs.filter((port) => {
    const choice = choiceOf(op, port)
    if (choice) return chosen.some((one) => sameArgs(one, choice)) === choice.adds
    return !port.when || inputs.some(({ name }) => name === port.when)
  })

/** The type of options with these values. */
const chosenType = (options: string, chosen: readonly Choice[]): string =>
  [options, ...chosen.map(({ type }) => type)].join(' & ')

/** How calls look: the type of any input, of one input, and of the result for these types of inputs. */
interface CallForm {
  inputType: string
  portType: (port: PortSchema) => string
  resultType: (op: OpSchema, outputs: readonly PortSchema[], inputs: readonly string[]) => string
  /** Rewrites sentences about the operator. */
  spoken?: (text: string) => string
}

const letterOf = (_: unknown, i: number) => String.fromCharCode(65 + i)

/** The overloads of an operator whose last input may be repeated: without options, and with them after the inputs. */
function manySignatures(op: OpSchema, { inputType: type, resultType }: CallForm): string[] {
  const name = op.name.split('.').at(-1)!
  const options = optionsName(op)
  const fixed = op.inputs.slice(0, -1)
  const last = op.inputs.at(-1)!
  const letters = fixed.map(letterOf)
  const own = letters.map((letter) => `${letter} extends ${type}`)
  const inputs = fixed.map((port, i) => `${port.name}: ${letters[i]}`)
  const rest = `Rest extends ${last.optional ? `readonly ${type}[]` : `readonly [${type}, ...${type}[]]`}`
  const result = resultType(op, op.outputs, [...letters, '...Rest'])
  const plain = `${name}<${[...own, rest].join(', ')}>(${[...inputs, `...${last.name}: Rest`].join(', ')}): ${result.replace(/\bO\b/g, 'None')}`
  const given = `...given: [...${last.name}: Rest, options: Given<O, ${options}>]`
  const asked = `${name}<${[...own, rest, `const O extends ${options}`].join(', ')}>(${[...inputs, given].join(', ')}): ${result}`
  return Object.values(op.args).some((arg) => arg.required) ? [asked] : [plain, asked]
}

/** One overload per number of inputs, and per combination of arguments on which outputs depend. */
export function signatures(op: OpSchema, indent: string, form: CallForm): string[] {
  const docOf = (inputs: readonly PortSchema[], outputs: readonly PortSchema[]) =>
    comment(indent, signatureDoc(op, inputs, outputs).map(form.spoken ?? ((text) => text)))
  if (op.inputs.at(-1)?.many) {
    const doc = docOf(op.inputs.slice(0, -1), op.outputs)
    return manySignatures(op, form).flatMap((line) => [...doc, indent + line])
  }
  const name = op.name.split('.').at(-1)!
  const options = optionsName(op)
  const required = Object.values(op.args).some((arg) => arg.required)
  const least = op.inputs.filter((port) => !port.optional).length
  const literal = op.outputs.some((port) => port.each) ? 'const ' : ''
  const out: string[] = []
  for (let count = least; count <= op.inputs.length; count++) {
    const ports = op.inputs.slice(0, count)
    const letters = ports.map(letterOf)
    const inputs = ports.map((port, i) => `${port.name}: ${letters[i]}`)
    for (const chosen of outputChoices(op)) {
      const outputs = outputsWith(op, ports, chosen)
      const bound = `${literal}O extends ${chosenType(options, chosen)}${required || chosen.length ? '' : ' = None'}`
      const types = [...ports.map((port, i) => `${letters[i]} extends ${form.portType(port)}`), bound]
      const last = `options${required || chosen.length ? '' : '?'}: Given<O, ${options}>`
      const result = form.resultType(op, outputs, letters)
      const method = isReserved(name) ? `'${name}'` : name
      out.push(
        ...docOf(ports, outputs),
        `${indent}${method}<${types.join(', ')}>(${[...inputs, last].join(', ')}): ${result}`,
      )
    }
  }
  return out
}

export type Tree = Map<string, Tree | OpSchema>

export function tree(schemas: OpSchema[]): Tree {
  const root: Tree = new Map()
  for (const op of schemas) {
    const parts = op.name.split('.')
    let at = root
    for (const part of parts.slice(0, -1)) {
      if (!at.has(part)) at.set(part, new Map())
      at = at.get(part) as Tree
    }
    at.set(parts.at(-1)!, op)
  }
  return root
}
