// How a failure looks to a person: what, where, what to do; no stack unless asked for.
import { styleText } from 'node:util'
import { userFrame } from '../errors/call-site.js'
import { PipelineError } from '../errors.js'
import { sentence } from '../statistics/table.js'
import { inPackage } from './package.js'

/** Where a line tells nothing to whoever runs a command. */
const ownCode = inPackage('dist/')

const styled = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text

const wrapped = (line: string) => sentence(line, process.stderr)

/** The lines that describe an error. */
export function describe(error: unknown, verbose: boolean): string {
  const lines: string[] = []
  if (error instanceof PipelineError) {
    lines.push(`${styled('red', `error ${error.code}:`)} ${error.op ? `[${error.op}] ` : ''}${error.detail}`)
    const { sample, stage, hint, callSite } = error
    if (sample) lines.push(`  sample ${sample.index}${sample.source ? `: ${sample.source}` : ''}`)
    if (stage) lines.push(`  in stage ${stage}`)
    if (callSite && (verbose || !callSite.startsWith(ownCode))) lines.push(`  at ${callSite}`)
    if (hint) lines.push(`  ${styled('bold', 'hint:')} ${hint}`)
  } else {
    lines.push(`${styled('red', 'error:')} ${error instanceof Error ? error.message : String(error)}`)
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

/** A command's way to end with a code of its own; thrown, so that everything open is closed on the way. */
export class Exit {
  constructor(readonly code: number) {}
}
