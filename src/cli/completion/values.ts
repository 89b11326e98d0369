// Names the values that a shell offers for an option or argument, beside the choices that the definition has.
import type { Argument, Option } from 'commander'

/** The shell's own completion of files. */
export const files = 'files'
/** Files, or a function that gives the words. */
export type Values = typeof files | (() => Promise<readonly string[]>)

const values = new WeakMap<Option | Argument, Values>()

/** Says what is offered for the option or argument, and returns it. */
export function completes<T extends Option | Argument>(of: T, offered: Values): T {
  values.set(of, offered)
  return of
}

/** The words that are offered, or files; no words where nothing is known, as for numbers. */
export async function valuesOf(of: Option | Argument): Promise<typeof files | readonly string[]> {
  if (of.argChoices?.length) return of.argChoices
  const offered = values.get(of)
  return typeof offered === 'function' ? offered() : (offered ?? [])
}
