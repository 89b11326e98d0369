// Prints a failure for the user: what failed, where, and what to do about it; the stack only on request.
import { userFrame } from '../errors/call-site.js'
import { PipelineError } from '../errors.js'
import { sentence } from '../statistics/table.js'
import { styled } from '../statistics/terminal.js'
import { inPackage } from './package.js'

/** Files of the package: their lines in a stack do not help the user of a command. */
const ownCode = inPackage('dist/')

const wrapped = (line: string) => sentence(line, process.stderr)

/** The lines that describe an error, as one text. */
export function describe(error: unknown, verbose: boolean): string {
  const lines: string[] = []
  if (error instanceof PipelineError) {
    lines.push(
      `${styled('red', `error ${error.code}:`, process.stderr)} ${error.op ? `[${error.op}] ` : ''}${error.detail}`,
    )
    const { sample, stage, hint, callSite } = error
    if (sample) lines.push(`  sample ${sample.index}${sample.source ? `: ${sample.source}` : ''}`)
    if (stage) lines.push(`  in stage ${stage}`)
    if (callSite && (verbose || !callSite.startsWith(ownCode))) lines.push(`  at ${callSite}`)
    if (hint) lines.push(`  ${styled('bold', 'hint:', process.stderr)} ${hint}`)
  } else {
    lines.push(`${styled('red', 'error:', process.stderr)} ${error instanceof Error ? error.message : String(error)}`)
    const at = error instanceof Error && !verbose ? userFrame(error.stack ?? '') : ''
    if (at) lines.push(`  at ${at}`)
  }
  const shown = lines.map((line) => wrapped(line))
  if (verbose && error instanceof Error) {
    shown.push('', error.stack ?? '')
    if (error.cause) shown.push(`caused by: ${error.cause instanceof Error ? error.cause.stack : String(error.cause)}`)
  }
  return `${shown.join('\n')}\n`
}

/** Thrown by a command to end with an exit code of its own; `finally` and `using` close everything on the way. */
export class Exit {
  constructor(readonly code: number) {}
}
