// Reads the value of --out: its ending is the format, and {batch}, {output} and {sample} in its name are replaced.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { invalidArgument } from '../../errors/factories.js'
import { suggestion } from '../../errors/words.js'
import { checkWritable } from './file.js'

/** A picture of the first batch (png), or the outputs themselves. */
export type OutFormat = 'png' | 'npy' | 'safetensors'
export type Field = 'batch' | 'output' | 'sample'

export interface OutTarget {
  readonly path: string
  readonly format: OutFormat
  /** The fields that the name has. */
  readonly fields: ReadonlySet<Field>
}

const formats = ['png', 'npy', 'safetensors'] as const
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
  const format = formats.find((name) => extname(path).toLowerCase() === `.${name}`)
  if (!format) {
    throw invalidArgument(
      `Expected a name that ends in .png, .npy or .safetensors for --out but received '${path}'`,
      '.png is a picture of the first batch, .npy and .safetensors hold the outputs',
    )
  }
  const fields = fieldsOf(path, format)
  const target = { path, format, fields }
  checkWritable(fileName(target, { batch: 0, output: 'output', sample: 0 }))
  return target
}

function fieldsOf(path: string, format: OutFormat): Set<Field> {
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
  const [unwanted] = format === 'png' ? fields : format === 'safetensors' && fields.has('output') ? ['output'] : []
  if (unwanted !== undefined) {
    const reason = format === 'png' ? 'the picture is of the first batch' : 'a .safetensors file holds all outputs'
    throw invalidArgument(
      `Expected a name without {${unwanted}} for --out but received '${path}': ${reason}`,
      format === 'png' ? '.npy and .safetensors write batches' : `Leave {${unwanted}} out`,
    )
  }
  return fields
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
