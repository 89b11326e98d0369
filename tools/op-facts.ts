// What `npm run check` compares between op.json and the code: that each argument is read, and that each operator says which
// errors it throws and where its formula comes from.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpSchema } from './gen/schema.js'

const cap = (s: string) => s[0]!.toUpperCase() + s.slice(1)
const snake = (name: string) => name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)

/** The texts of an operator's own files, and of what they include of native/ops and the folders of shared arithmetic. */
function nativeTexts(root: string, op: OpSchema): string[] {
  const native = join(root, 'native')
  const folder = join(native, 'ops', op.symbol)
  const seen = new Map<string, string>()
  const read = (path: string): void => {
    if (seen.has(path) || !existsSync(path) || path.startsWith(join(native, 'generated'))) return
    const text = readFileSync(path, 'utf8')
    seen.set(path, text)
    for (const [, name] of text.matchAll(/^#include "([^"]+)"/gm)) {
      // What core knows of arguments is said of all operators alike.
      if (name!.startsWith('core/')) continue
      for (const file of [name!, name!.replace(/\.h$/, '.cc')]) read(join(native, file))
    }
  }
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (/\.(cc|h|cu)$/.test(file)) read(join(folder, file))
  }
  return [...seen.values()]
}

/** The generated field is used, or the argument asked for by its name or number. */
const readInNative = (name: string) =>
  new RegExp(`(?:\\.|->)${snake(name)}\\b|\\bk${cap(name)}\\b|"${name}"|PENSTOCK_SAME\\(${snake(name)}\\b`)

/** `src`: what TypeScript says of operators that have no native side, all texts in one. */
function isRead(op: OpSchema, name: string, native: readonly string[], src: string): boolean {
  if (op.outputs.some((port) => port.when === name || port.sizeHint?.extents.includes(name))) return true
  if (native.some((text) => readInNative(name).test(text))) return true
  return op.kind !== 'op' && new RegExp(`\\b${name}\\b`).test(src)
}

/** Arguments that no code reads and that do not say so, and those that say so and are read. `src`: texts of src. */
export function unreadArguments(root: string, schemas: readonly OpSchema[], src: readonly string[]): string[] {
  const all = src.join('\n')
  return schemas.flatMap((op) => {
    const native = nativeTexts(root, op)
    return Object.entries(op.args).flatMap(([name, arg]) => {
      const where = `native/ops/${op.symbol}/op.json`
      const read = isRead(op, name, native, all)
      if (!read && !arg.ignored)
        return [`${where}: no code reads ${name}; implement it, or say in "ignored" why it has no effect`]
      // Names of a source's arguments are words of other code too.
      if (read && arg.ignored && op.kind === 'op') return [`${where}: ${name} is "ignored", but the operator reads it`]
      return []
    })
  })
}

/** Errors that every operator may have, wherever it runs, and defects of penstock itself. */
const common = new Set(['INVALID_ARGUMENT', 'INTERNAL'])

/** Operators that throw what their op.json does not say. */
export function untoldErrors(root: string, schemas: readonly OpSchema[]): string[] {
  return schemas.flatMap((op) => {
    const folder = join(root, 'native/ops', op.symbol)
    const own = readdirSync(folder).filter((file) => /\.(cc|h|cu)$/.test(file))
    const thrown = own.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/ErrorCode::([A-Z_]+)/g)].map(([, code]) => code!),
    )
    const missing = [...new Set(thrown)].filter((code) => !common.has(code) && !op.errors?.[code])
    return missing.map((code) => `native/ops/${op.symbol}/op.json: "errors" does not say when ${code} comes`)
  })
}

/** Public operators that say neither where their formula comes from nor that they have none. */
export const unsourcedFormulas = (schemas: readonly OpSchema[]): string[] =>
  schemas
    .filter((op) => op.kind === 'op' && !op.internal && !op.source && !op.noFormula)
    .map((op) => `native/ops/${op.symbol}/op.json: "source" is missing; "noFormula": true where nothing is computed`)
