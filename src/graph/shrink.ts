// Explains which decoders with shrink: 'fast' may decode smaller images, for the text of a plan. Native code decides by
// the same rules when it makes a program (native/program/shrink.cc), and chooses the size of each image.
import type { Schemas } from './schema.js'
import type { ProgramOp, ProgramPlan } from './types.js'

/** What a decoder does with shrink: 'fast', as a plan's text says it; undefined for any other operator. */
export function decodedSize(op: ProgramOp, program: ProgramPlan, schemas: Schemas): string | undefined {
  if (op.args.shrink !== 'fast') return undefined
  const why = whyWhole(op, program, schemas)
  return why ? `decodes whole images: ${why}` : 'decodes no more pixels than the resize needs'
}

function whyWhole(op: ProgramOp, { ops, outputs }: ProgramPlan, schemas: Schemas): string | undefined {
  if (op.device) return "there are no smaller ones on 'mixed'"
  const image = op.outputs[0]!
  if (outputs.includes(image)) return 'they leave the stage as they are'
  if (op.args.outputType === 'index') return 'numbers of a palette have no mean'
  const reads = (reader: ProgramOp) =>
    [...reader.inputs, ...Object.values(reader.argInputs), ...(reader.guards ?? []).map((g) => g.value)].filter(
      (value) => value === image,
    ).length
  const readers = ops.filter((other) => reads(other) > 0)
  const [reader] = readers
  if (readers.length > 1) return `${readers.map(({ op }) => op).join(' and ')} read them`
  if (!reader || reader.inputs[0] !== image || !schemas[reader.op]?.inputs[0]?.shrinks || reads(reader) > 1)
    return `${reader?.op ?? 'nothing'}, which reads them, is no resize`
  const { antialias, interpType, minFilter = interpType } = reader.args
  if (antialias === false || minFilter === 'nn') return `${reader.op} takes single pixels of them`
  return undefined
}
