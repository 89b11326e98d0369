// Resizes raw tensors with penstock, for tools/compare/match.py. argv[2] is a file with the jobs as JSON.
import { readFileSync, writeFileSync } from 'node:fs'
import * as nd from '../../dist/dynamic.js'

const arrays = { uint8: Uint8Array, uint16: Uint16Array, int16: Int16Array, float32: Float32Array }
const { input, output, jobs } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const bytes = readFileSync(input)
const parts = []
for (const { at, dtype, shape, layout, args } of jobs) {
  const type = arrays[dtype]
  const count = shape.reduce((a, b) => a * b, 1)
  const data = new type(
    bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + count * type.BYTES_PER_ELEMENT),
  )
  const made = nd.resize(nd.tensor({ data, shape, layout }), args)
  const result = await made.data()
  parts.push(Buffer.from(result.buffer, result.byteOffset, result.byteLength).subarray())
}
writeFileSync(output, Buffer.concat(parts))
