// Compares op.json with the code, for `npm run check`: each argument is read, and each operator lists the errors that
// it throws and the source of its formula.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extentHints } from '../../src/graph/hints.js'
import { givenFor } from '../../src/graph/schema.js'
import { cap, snake } from '../schemas/names.js'
import type { OpSchema } from '../schemas/op-json.js'

/** The texts of an operator's files, and of the files of native/ops and native/kernels that they include. */
function nativeTexts(root: string, op: OpSchema): string[] {
  const native = join(root, 'native')
  const folder = join(native, 'ops', op.symbol)
  const seen = new Map<string, string>()
  const read = (path: string): void => {
    if (seen.has(path) || !existsSync(path) || path.startsWith(join(native, 'generated'))) return
    const text = readFileSync(path, 'utf8')
    seen.set(path, text)
    for (const [, name] of text.matchAll(/^#include "([^"]+)"/gm)) {
      // Files of core handle the arguments of all operators alike, so they prove nothing.
      if (name!.startsWith('core/')) continue
      for (const file of [name!, name!.replace(/\.h$/, '.cc')]) read(join(native, file))
    }
  }
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    if (/\.(cc|h|cu)$/.test(file)) read(join(folder, file))
  }
  return [...seen.values()]
}

/** Matches code that uses the generated field, or looks the argument up by its name or number. */
const readInNative = (name: string) =>
  new RegExp(`(?:\\.|->)${snake(name)}\\b|\\bk${cap(name)}\\b|"${name}"|PENSTOCK_SAME\\(${snake(name)}\\b`)

/** Whether any code reads the argument. `src`: all TypeScript sources that implement operators, as one text. */
function isRead(op: OpSchema, name: string, native: readonly string[], src: string): boolean {
  if (op.outputs.some((port) => port.when === name || givenFor(port)?.includes(name))) return true
  if (!op.args[name]!.ignored && extentHints.includes(name)) return true
  if (native.some((text) => readInNative(name).test(text))) return true
  return (op.kind !== 'op' || op.fed === true) && new RegExp(`\\b${name}\\b`).test(src)
}

/**
 * Returns arguments that no code reads and that lack `ignored`, and those that have it and are read. `src`: texts of
 * src.
 */
export function unreadArguments(root: string, schemas: readonly OpSchema[], src: readonly string[]): string[] {
  const all = src.join('\n')
  return schemas.flatMap((op) => {
    const native = nativeTexts(root, op)
    return Object.entries(op.args).flatMap(([name, arg]) => {
      const where = `native/ops/${op.symbol}/op.json`
      const read = isRead(op, name, native, all)
      if (!read && !arg.ignored)
        return [`${where}: no code reads ${name}; implement it, or say in "ignored" why it has no effect`]
      // The names of a source's arguments also occur in unrelated code.
      if (read && arg.ignored && op.kind === 'op' && !op.fed)
        return [`${where}: ${name} is "ignored", but the operator reads it`]
      return []
    })
  })
}

/** Errors that every operator may throw, and the error for defects of penstock itself. */
const common = new Set(['INVALID_ARGUMENT', 'INTERNAL'])

/** Returns operators that throw errors which their op.json does not list. */
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

/** Returns public operators without cases for `npm run parity`, and those that have some and say that they have none. */
export function uncomparedOperators(root: string, schemas: readonly OpSchema[]): string[] {
  return schemas.flatMap((op) => {
    const folder = `native/ops/${op.symbol}`
    const compared = existsSync(join(root, folder, 'parity.ts'))
    if (compared && op.noParity) return [`${folder}/op.json: "noParity", but there is a parity.ts`]
    if (compared || op.noParity || op.internal) return []
    return [
      `${folder}/parity.ts: missing; it compares the operator with DALI, or "noParity" in op.json says why nothing does`,
    ]
  })
}

/** Returns public operators that do not say where their formula is from. */
export const unsourcedFormulas = (schemas: readonly OpSchema[]): string[] =>
  schemas
    .filter((op) => op.kind === 'op' && !op.internal && op.source === undefined)
    .map((op) => `native/ops/${op.symbol}/op.json: "source" is missing; null where nothing is computed`)
