// op.json, abi.json and the public types > the lists of docs/reference/api-compact.md, from which coding assistants learn the API.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eachType } from '../../src/graph/schema.js'
import type { ArgInfo } from '../../src/graph/schema-types.js'
import { literal } from '../schemas/example.js'
import type { OpSchema, PortSchema } from '../schemas/op-json.js'
import { between } from './documents.js'
import type { Files } from './files.js'
import { brief, type Member, membersOf } from './members.js'
import { outputCondition } from './signatures.js'

export const compactPage = 'docs/reference/api-compact.md'
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Public types by the mark under which their members stand, with the file that declares each, and the class that it extends. */
const listed: readonly [mark: string, name: string, file: string, base?: readonly [name: string, file: string]][] = [
  ['PipelineOptions', 'PipelineOptions', 'src/definition/options.ts'],
  ['Pipeline', 'Pipeline', 'src/api/pipeline.ts', ['PipelineFacts', 'src/api/pipeline-facts.ts']],
  ['TensorList', 'TensorList', 'src/data/tensor-list.ts'],
  ['Tensor', 'Tensor', 'src/data/tensor.ts'],
  ['DataNode', 'DataNode', 'src/definition/node.ts'],
  ['IterateOptions', 'IterateOptions', 'src/api/iterate-options.ts'],
  ['ServeOptions', 'ServeOptions', 'src/api/serve.ts'],
  ['ExternalSourceOptions', 'ExternalSourceOptions', 'src/api/external-source.ts'],
  ['JsFunctionOptions', 'JsFunctionOptions', 'src/api/js-function.ts'],
  ['MixtureOptions', 'MixtureOptions', 'src/api/mixture.ts'],
  ['nd.Tensor', 'Tensor', 'src/dynamic/values/tensor.ts', ['Views', 'src/dynamic/values/views.ts']],
  ['nd.Batch', 'Batch', 'src/dynamic/values/tensor.ts'],
  ['nd.Reader', 'Reader', 'src/dynamic/readers/readers.ts'],
]

/** Operators whose functions take code of the user: their options are listed by themselves. */
const byHand: Readonly<Record<string, string>> = {
  externalSource: 'options: ExternalSourceOptions',
  jsFunction: 'inputs: node or list of nodes, options: JsFunctionOptions',
  'readers.mixture': 'options: MixtureOptions',
}

function typeText(arg: ArgInfo): string {
  if (arg.fields) {
    const fields = Object.entries(arg.fields).map(([key, one]) => `${key}${one.required ? '' : '?'}: ${typeText(one)}`)
    const own = `{ ${fields.join(', ')} }`
    return arg.type === 'settings' ? own : `{ [name]: ${own} }`
  }
  const base = arg.values ? arg.values.map((one) => `'${one}'`).join('|') : arg.type
  return `${arg.boolean ? 'bool' : base}${arg.perSample ? '*' : ''}`
}

/** A longer default is left to the operator's page. */
const mostValues = 8

function argText([name, arg]: [string, ArgInfo]): string {
  const many = Array.isArray(arg.default) && arg.default.length > mostValues
  const given =
    arg.default === undefined || arg.default === null ? '' : ` = ${many ? 'its page' : literal(arg.default)}`
  const type = typeText(arg)
  // true and false say themselves what they are.
  const told = type === name || (type === 'bool' && typeof arg.default === 'boolean')
  return `${name}${arg.required ? '!' : ''}${told ? '' : `: ${type}`}${given}`
}

const inputText = (port: PortSchema) =>
  port.many ? `...${port.name}${port.optional ? '?' : ''}` : `${port.name}${port.optional ? '?' : ''}`

function outputText(op: OpSchema, port: PortSchema): string {
  const each = eachType(op, port)
  if (each === 'record') return `{ [name of ${port.each}]: node }`
  if (each) return `...${port.name} (one per ${port.each})`
  const condition = outputCondition(op, port).replace(/^, /, '')
  return condition ? `${port.name} (${condition})` : port.name
}

/** Arguments that several operators share, which are listed once under a name. */
interface Group {
  name: string
  args: readonly [string, ArgInfo][]
}

/** The files of native/ops/_args whose arguments are a group. */
const groups: Readonly<Record<string, string>> = {
  Crop: 'crop',
  Decoder: 'decoder',
  Filter: 'resize',
  Size: 'resize_size',
  Reader: 'reader',
  Frames: 'frames',
  Clips: 'clips',
  Tables: 'tables',
  Axes: 'reduce',
  Bounds: 'bounds',
  Warp: 'warp',
  Area: 'random_crop',
  Window: 'morphology',
}

const sameIn = (op: OpSchema, [name, arg]: [string, ArgInfo]) => {
  const own = op.args[name]
  return own !== undefined && argText([name, own]) === argText([name, arg])
}

function groupsOf(schemas: readonly OpSchema[]): Group[] {
  return Object.entries(groups).map(([name, file]) => {
    const { args } = JSON.parse(read(`native/ops/_args/${file}.json`)) as { args: Record<string, ArgInfo> }
    // Readers have more in common than the file says.
    const users = schemas.filter((op) => Object.keys(args).every((arg) => arg in op.args))
    const own = Object.entries(users[0]!.args).filter((one) => !one[1].ignored && users.every((op) => sameIn(op, one)))
    return { name, args: own.filter(([arg]) => name === 'Reader' || arg in args) }
  })
}

/** An operator in a line. */
function operatorLine(op: OpSchema, all: readonly Group[]): string {
  const used = all.filter(({ args }) => args.every((one) => sameIn(op, one)))
  const own = Object.entries(op.args).filter(
    ([name, { ignored }]) => !ignored && !used.some(({ args }) => args.some(([known]) => known === name)),
  )
  const args = [...own.map(argText), ...used.map(({ name }) => `...${name}`), ...(op.random ? ['seed'] : [])]
  const options = args.length ? [`{ ${args.join(', ')} }`] : []
  const call = byHand[op.name] ?? [...(op.fed ? [] : op.inputs.map(inputText)), ...options].join(', ')
  const outputs = op.outputs.map((port) => outputText(op, port))
  const result = outputs.length === 1 ? outputs[0] : `[${outputs.join(', ')}]`
  const devices = op.devices.join(', ')
  return `- \`fn.${op.name}(${call}): ${result}\`${devices === 'cpu, gpu' ? '' : ` ${devices}.`} ${brief(op.doc)}`
}

const nameOf = ({ signature }: Member) => /^(?:static )?\w+/.exec(signature)?.[0] ?? signature
/** Where a node stands in the graph: programs have no use for it. */
const internal = new Set(['node', 'output', 'ref'])
/** Methods that are functions of math on the node itself. */
const asMath = /math\.(\w+)\(/

function memberLines([mark, name, file, base]: (typeof listed)[number]): string[] {
  const own = membersOf(read(file), name)
  const ownNames = new Set(own.map(nameOf))
  // What the class says of a member itself holds, in place of what its base says.
  const inherited = base ? membersOf(read(base[1]), base[0]).filter((one) => !ownNames.has(nameOf(one))) : []
  const all = [...own, ...inherited.map((one) => ({ ...one, signature: one.signature.replace(/\bSelf\b/, name) }))]
  // A batch has what its samples have.
  const known = new Set(mark === 'nd.Batch' ? membersOf(read(file), 'Tensor').map(nameOf) : [])
  const short = all.flatMap(({ signature, text }) => (asMath.test(text) ? [`\`${nameOf({ signature, text })}\``] : []))
  return [
    ...all
      .filter(
        (one) =>
          !asMath.test(one.text) &&
          !internal.has(nameOf(one)) &&
          !one.text.startsWith('Accepted without effect') &&
          (one.signature.startsWith('shape') || !known.has(nameOf(one))),
      )
      .map(({ signature, text }) => `- \`${signature}\`: ${text}`),
    ...(short.length ? [`- ${short.join(' ')}: as the functions of math.`] : []),
  ]
}

/** Files of the options of functions on whole batches. */
const optionFiles = ['auto-aug', 'boxes', 'copy-paste', 'fields', 'mixing', 'mosaic'].map(
  (name) => `src/augment/${name}.ts`,
)

/** The options of an interface, and the interface that has the others. */
function optionsOf(name: string): { own: string[]; parent: string | undefined } {
  const head = (text: string) =>
    new RegExp(`^export interface ${name}\\b(?:<[^>]*>)?(?: extends (\\w+))?`, 'm').exec(text)
  const text = optionFiles.map(read).find(head)
  if (!text) throw new Error(`there is no interface ${name} in ${optionFiles.join(', ')}`)
  const own = membersOf(text, name).map(({ signature, text: said }) => {
    const [, option, type] = /^(\w+)\?: (.*)$/.exec(signature)!
    const given = /Default: ('[^']*'|\[[^\]]*\]|[\d.]*\d|true)/.exec(said)?.[1]
    const short = type!
      .replace(/readonly /g, '')
      .replace(/: number(?=[,\]])/g, '')
      .replace(/\bV\b/g, 'node')
      .replace(/ \| /g, '|')
      .replace(/boolean/, 'bool')
      .replace(/\bnumber\b/g, 'float')
      .replace(/<node>/, '')
    const plain = given && /^(?:float|bool)$/.test(short)
    return `${option}${plain ? '' : `: ${short}`}${given ? ` = ${given}` : ''}`
  })
  const parent = head(text)![1]
  // An interface without options of its own stands for the one that it extends.
  return { own, parent: parent && !optionsOf(parent).own.length ? optionsOf(parent).parent : parent }
}

const groupOf = (name: string) => name.replace(/Options$/, '')

/** The functions of autoAug, augment and geometry, and the options that several of them share. */
function augmentLines(): string[] {
  const functions = ['autoAug', 'augment', 'geometry'].flatMap((space) =>
    membersOf(read('src/augment/definition.ts'), space)
      .filter(({ signature }) => signature.includes('('))
      .map(({ signature }) => {
        const [, name, params] = /^(\w+)(?:<.*?>+)?\((.*)\):/.exec(signature)!
        const names = [...params!.matchAll(/(\w+)\??: /g)].map(([, one]) => one!).filter((one) => one !== 'options')
        return { call: `${space}.${name}(${names.join(', ')}`, options: /(\w+Options)\b/.exec(params!)![1]! }
      }),
  )
  const shared = new Set<string>()
  const listed = (name: string): string => {
    const { own, parent } = optionsOf(name)
    if (parent) shared.add(parent)
    return [...own, ...(parent ? [`...${groupOf(parent)}`] : [])].join(', ')
  }
  for (const { options } of functions) listed(options)
  const lines = functions.map(({ call, options }) => {
    // FieldOptions has no options of its own.
    const name = optionsOf(options).own.length ? options : optionsOf(options).parent!
    return `- \`${call}, { ${shared.has(name) ? `...${groupOf(name)}` : listed(name)}, seed })\``
  })
  // A group may name another one, which is added while this goes on.
  const groups: string[] = []
  for (const name of shared) groups.push(`- \`${groupOf(name)} = { ${listed(name)} }\``)
  return [...lines, ...groups]
}

function errorLines(): string[] {
  const { errorCodes } = JSON.parse(read('native/abi.json')) as { errorCodes: { name: string; doc: string }[] }
  return errorCodes.map(({ name, doc }) => `- \`${name}\`: ${brief(doc)}`)
}

export function compactFiles(schemas: readonly OpSchema[]): Files {
  const shown = schemas.filter((op) => !op.internal)
  const shared = groupsOf(shown)
  const parts: [string, string[]][] = [
    ['groups', shared.map(({ name, args }) => `- \`${name} = { ${args.map(argText).join(', ')} }\``)],
    ['operators', shown.map((op) => operatorLine(op, shared))],
    ['augment', augmentLines()],
    ['errors', errorLines()],
    ...listed.map((one): [string, string[]] => [one[0], memberLines(one)]),
  ]
  return { [compactPage]: parts.reduce((text, [mark, lines]) => between(text, mark, lines), read(compactPage)) }
}
