// Explains which decoders with shrink: 'fast' may decode smaller images, for the text of a plan. Native code decides by
// the same rules when it makes a program (native/program/shrink.cc), and chooses the size of each image.
import type { Schemas } from './schema.js'
import type { ProgramOp, ProgramPlan } from './types.js'

/** The note of a decoder with shrink: 'fast' in a plan's text; undefined for any other operator. */
export function decodedSize(op: ProgramOp, program: ProgramPlan, schemas: Schemas): string | undefined {
  if (op.args.shrink !== 'fast') return undefined
  const why = whyWhole(op, program, schemas)
  if (why) return `decodes whole images: ${why}`
  const several = readersOf(op, program).length > 1
  return `decodes no more pixels than ${several ? 'each of the resizes needs' : 'the resize needs'}`
}

function whyWhole(op: ProgramOp, program: ProgramPlan, schemas: Schemas): string | undefined {
  if (op.device) return "there are no smaller ones on 'mixed'"
  const image = op.outputs[0]!
  if (program.outputs.includes(image)) return 'they leave the stage as they are'
  if (op.args.outputType === 'index') return 'numbers of a palette have no mean'
  const readers = readersOf(op, program)
  if (!readers.length) return 'nothing reads them'
  for (const reader of readers) {
    const resizes = reader.inputs[0] === image && schemas[reader.op]?.inputs[0]?.shrinks
    if (!resizes || readsOf(reader, image) > 1) return `${reader.op}, which reads them, is no resize`
  }
  for (const { op, args } of readers) {
    const { antialias, interpType, match = 'dali', minFilter = interpType } = args
    if (match !== 'dali') return `${op} gives the pixels that another library makes of whole ones`
    if (antialias === false || minFilter === 'nn') return `${op} takes single pixels of them`
  }
  return undefined
}

/** How often the operator reads the value. */
const readsOf = ({ inputs, argInputs, guards = [] }: ProgramOp, value: number): number =>
  [...inputs, ...Object.values(argInputs), ...guards.map((guard) => guard.value)].filter((read) => read === value)
    .length

const readersOf = (op: ProgramOp, { ops }: ProgramPlan): ProgramOp[] =>
  ops.filter((other) => readsOf(other, op.outputs[0]!) > 0)
