// Reads the value of --out: its ending is the format, and {batch}, {output} and {sample} in its name are replaced.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { invalidArgument } from '../../errors/factories.js'
import { suggestion } from '../../errors/words.js'
import { checkWritable } from './file.js'

/** A file for each picture. */
export type ImageFormat = 'jpeg' | 'png' | 'webp'
/** A picture of the first batch (sheet), a file for each picture, or the outputs themselves. */
export type OutFormat = 'sheet' | ImageFormat | 'npy' | 'safetensors'
export type Field = 'batch' | 'output' | 'sample'

export interface OutTarget {
  readonly path: string
  readonly format: OutFormat
  /** The fields that the name has. */
  readonly fields: ReadonlySet<Field>
}

const formats: Readonly<Record<string, Exclude<OutFormat, 'sheet'>>> = {
  ...{ '.jpg': 'jpeg', '.jpeg': 'jpeg', '.png': 'png', '.webp': 'webp' },
  ...{ '.npy': 'npy', '.safetensors': 'safetensors' },
}
export const isImageFormat = (format: OutFormat): format is ImageFormat => /^(jpeg|png|webp)$/.test(format)
const fieldNames: readonly Field[] = ['batch', 'output', 'sample']
/** Digits of a number in a name, so that names sort as numbers do. */
const digits = { batch: 6, sample: 5 }
const field = /\{(\w*)\}/g

/** Throws an error that names --out for a value that means nothing, and for a place where no file can be written. */
export function outTarget(path: string): OutTarget {
  if (existsSync(path) && statSync(path).isDirectory()) {
    throw invalidArgument(
      `Expected a file for --out but '${path}' is a folder`,
      `Name the files in it: --out '${join(path, 'batch-{batch}.safetensors')}'`,
    )
  }
  const ending = formats[extname(path).toLowerCase()]
  if (!ending) {
    throw invalidArgument(
      `Expected a name that ends in ${Object.keys(formats).slice(0, -1).join(', ')} or .safetensors for --out but received '${path}'`,
      '.png is a picture of the first batch, or with {sample} in the name of each sample, as .jpg and .webp; .npy and .safetensors hold the outputs',
    )
  }
  const fields = fieldsOf(path)
  const format = ending === 'png' && !fields.size ? 'sheet' : ending
  const target: OutTarget = { path, format, fields }
  checkFields(target)
  checkWritable(fileName(target, { batch: 0, output: 'output', sample: 0 }))
  return target
}

function fieldsOf(path: string): Set<Field> {
  const fields = new Set<Field>()
  for (const [text, name] of basename(path).matchAll(field)) {
    const known = fieldNames.find((each) => each === name)
    if (!known) {
      throw invalidArgument(
        `Expected {batch}, {output} or {sample} in the name for --out but received '${text}'`,
        suggestion(name!, fieldNames),
      )
    }
    fields.add(known)
  }
  return fields
}

/** Throws an error where the format does not go with the fields of the name. */
function checkFields({ path, format, fields }: OutTarget): void {
  if (isImageFormat(format) && !fields.has('sample')) {
    throw invalidArgument(
      `Expected {sample} in the name for --out but received '${path}': a file holds one picture`,
      `--out '${path.replace(/(\.\w+)$/, '-{sample}$1')}'; a name without fields that ends in .png is a picture of the first batch`,
    )
  }
  if (format === 'safetensors' && fields.has('output')) {
    throw invalidArgument(
      `Expected a name without {output} for --out but received '${path}': a .safetensors file holds all outputs`,
      'Leave {output} out',
    )
  }
}

/** The path of one file. */
export function fileName({ path }: OutTarget, at: { batch: number; output: string; sample: number }): string {
  const values = {
    batch: String(at.batch).padStart(digits.batch, '0'),
    output: at.output,
    sample: String(at.sample).padStart(digits.sample, '0'),
  }
  return join(
    dirname(path),
    basename(path).replace(field, (_, name: Field) => values[name]),
  )
}
