// The example of an operator's page as code. The page shows it as a program, and the site draws its results.
import type { OpSchema } from './op-schema.js'

/** The longest line of code in documents. */
const width = 80

/** A value as users write it in TypeScript. */
export const literal = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value).replace(/"/g, "'")
  const fields = Object.entries(value).map(([key, one]) => written(key, one))
  return `{ ${fields.join(', ')} }`
}
/** A field of an object. That of null is a variable of its name. */
const written = (key: string, value: unknown) => (value === null ? key : `${keyOf(key)}: ${literal(value)}`)
const keyOf = (key: string) => (/^\w+$/.test(key) ? key : `'${key}'`)

/** `key: value,` in as many lines as it needs. */
function field(indent: string, key: string, value: unknown): string[] {
  const line = `${indent}${written(key, value)},`
  if (line.length <= width || typeof value !== 'object' || value === null) return [line]
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).flatMap(([name, one]) => field(`${indent}  `, name, one))
    return [`${indent}${keyOf(key)}: {`, ...fields, `${indent}},`]
  }
  const lines: string[] = []
  for (const item of value.map((one) => `${literal(one)},`)) {
    const last = lines.at(-1)
    if (last && last.length + item.length < width) lines[lines.length - 1] = `${last} ${item}`
    else lines.push(`${indent}  ${item}`)
  }
  return [`${indent}${keyOf(key)}: [`, ...lines, `${indent}],`]
}

/** A call as lines of code: `before` stands in front of it. */
export function callLines(before: string, name: string, inputs: readonly string[], args: object): string[] {
  const options = Object.keys(args).length ? [literal(args)] : []
  const line = `${before}fn.${name}(${[...inputs, ...options].join(', ')})`
  if (line.length <= width || !options.length) return [line]
  const indent = /^ */.exec(before)![0]
  const fields = Object.entries(args).flatMap(([key, value]) => field(`${indent}  `, key, value))
  return [`${before}fn.${name}(${[...inputs, '{'].join(', ')}`, ...fields, `${indent}})`]
}

/** An example in parts: lines that make the inputs, the inputs, and the arguments. */
export interface ExampleCode {
  given: string[]
  inputs: readonly string[]
  args: Record<string, unknown>
}

/** `folder`: where the folders of photos and sounds are. `drawn`: with the decoded photo in any case. */
export function exampleCode(op: OpSchema, folder: string, drawn = false): ExampleCode {
  if (typeof op.example !== 'object') throw new Error(`${op.name} has no example`)
  const { photo, sound, given = [], inputs, args = {} } = op.example
  const lines: string[] = []
  if (photo || sound) {
    const [root, file] = photo ? ['photos', photo] : ['sounds', sound]
    lines.push(...callLines('  const [file] = ', 'readers.file', [], { fileRoot: `${folder}/${root}`, files: [file] }))
  }
  const takesFile = op.inputs[0]?.host === true || /^decoders\.|^peek/.test(op.name)
  const decoded = photo ? 'image' : 'sound'
  const first = op.inputs[0] && !op.inputs[0].optional ? [takesFile ? 'file' : decoded] : []
  const uses = [...given, ...(inputs ?? first)].join('\n')
  if (photo && (drawn || /\bimage\b/.test(uses))) lines.push('  const image = fn.decoders.image(file)')
  if (sound && /\bsound\b/.test(uses)) lines.push('  const [sound] = fn.decoders.audio(file, { downmix: true })')
  return { given: [...lines, ...given.map((line) => `  ${line}`)], inputs: inputs ?? first, args }
}
