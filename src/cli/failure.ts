// How a failure looks to a person: what, where, what to do; no stack unless asked for.
import { styleText } from 'node:util'
import { PipelineError } from '../errors.js'

const styled = (style: Parameters<typeof styleText>[0], text: string) =>
  process.stderr.isTTY && !process.env.NO_COLOR ? styleText(style, text) : text

/** The lines that describe an error. */
export function describe(error: unknown, verbose: boolean): string {
  const lines: string[] = []
  if (error instanceof PipelineError) {
    lines.push(`${styled('red', `error ${error.code}:`)} ${error.op ? `[${error.op}] ` : ''}${error.detail}`)
    const { sample, stage, hint, callSite } = error
    if (sample) lines.push(`  sample ${sample.index}${sample.source ? `: ${sample.source}` : ''}`)
    if (stage) lines.push(`  in stage ${stage}`)
    if (callSite && verbose) lines.push(`  called at ${callSite}`)
    if (hint) lines.push(`  ${styled('bold', 'hint:')} ${hint}`)
  } else {
    lines.push(`${styled('red', 'error:')} ${error instanceof Error ? error.message : String(error)}`)
  }
  if (verbose && error instanceof Error) {
    lines.push('', error.stack ?? '')
    if (error.cause) lines.push(`caused by: ${error.cause instanceof Error ? error.cause.stack : String(error.cause)}`)
  }
  return `${lines.join('\n')}\n`
}

/** A command's way to end with a code of its own; thrown, so that everything open is closed on the way. */
export class Exit {
  constructor(readonly code: number) {}
}
