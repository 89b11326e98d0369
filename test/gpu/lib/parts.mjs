// Chooses the parts of test/gpu/kernels.mjs from its command line: operators, in the order of their names, then
// `decoding`. A run under compute-sanitizer that must be short takes some of them: `PART...`, or `--from PART` for it
// and those after it.
import { parseArgs } from 'node:util'

export const last = 'decoding'

/** The chosen parts in their order. Throws an Error for a name that is no part, and where none is left. */
export function partsOf(args, operators) {
  const all = [...operators, last]
  const options = { from: { type: 'string' }, list: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const { from = all[0], list = false } = values
  const unknown = [from, ...positionals].filter((name) => !all.includes(name))
  if (unknown.length)
    throw new Error(`Expected an operator with kernels, or ${last}, but received ${unknown.join(', ')}: see --list`)
  const parts = all.slice(all.indexOf(from)).filter((name) => !positionals.length || positionals.includes(name))
  if (!parts.length)
    throw new Error(`Expected parts from ${from} on but received ${positionals.join(', ')}, which come before it`)
  return { parts, list }
}

/** As partsOf(); ends the process for an error, with its message, and for --list, which prints the parts. */
export function chosenParts(args, operators) {
  try {
    const { parts, list } = partsOf(args, operators)
    if (!list) return parts
    for (const name of parts) console.log(name)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
  process.exit(0)
}
