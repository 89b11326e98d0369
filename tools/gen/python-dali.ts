// op.json > python/penstock/dali/_schemas.json: the operators as penstock.dali offers them, by DALI's names, a line each.
import type { ArgSchema, OpSchema, PortSchema } from '../schemas/op-json.js'
import { daliName, daliTitle } from './dali.js'
import type { Files } from './files.js'

const path = 'python/penstock/dali/_schemas.json'

/** Those of the fields that say something. */
const some = (from: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== false))

const portOf = ({ name, doc, optional, many, constant, when, each, dtype, host }: PortSchema) =>
  some({ name, doc, optional, many, constant, when, each, dtype, host })

const argOf = (
  name: string,
  { type, doc, default: fallback, required, perSample, values, ignored, max, nonFinite }: ArgSchema,
) =>
  some({ own: name, type, doc, default: fallback ?? undefined, required, perSample, values, ignored, max, nonFinite })

function schemaOf(op: OpSchema) {
  const { name, doc, kind, devices, inputs, outputs, args, random, onError, reader, internal } = op
  return some({
    op: name,
    title: daliTitle(name),
    kind: kind === 'op' ? undefined : kind,
    reader,
    internal,
    doc,
    devices,
    inputs: inputs.map(portOf),
    outputs: outputs.map(portOf),
    args: Object.fromEntries(Object.entries(args).map(([own, arg]) => [daliName(own), argOf(own, arg)])),
    random,
    onError,
  })
}

export function pythonDaliFiles(schemas: readonly OpSchema[]): Files {
  const lines = schemas.map((op) => `${JSON.stringify(daliName(op.name))}: ${JSON.stringify(schemaOf(op))}`)
  return { [path]: `{\n${lines.join(',\n')}\n}\n` }
}
