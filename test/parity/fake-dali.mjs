// Stands for tools/parity/dali.py in the tests: gives a case's inputs back, and crashes, hangs or refuses as the case says.
import { existsSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'

function readExactly(size) {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; ) {
    const count = readSync(0, bytes, at, size - at, null)
    if (!count) process.exit(0)
    at += count
  }
  return bytes
}

function write(header, payload = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(header))
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(text.length, 0)
  sizes.writeUInt32LE(payload.length, 4)
  const frame = Buffer.concat([sizes, text, payload])
  for (let at = 0; at < frame.length; ) at += writeSync(1, frame, at)
}

if (process.argv.includes('broken')) {
  console.error('no module named dali')
  process.exit(1)
}
// Does not start once after a crash.
const late = process.argv.includes('late')
if (late && existsSync('crashed')) {
  rmSync('crashed')
  process.exit(1)
}
write({ version: 'fake' })
for (;;) {
  const sizes = readExactly(8)
  const header = JSON.parse(readExactly(sizes.readUInt32LE(0)).toString())
  const payload = readExactly(sizes.readUInt32LE(4))
  const given = Object.fromEntries(header.args.map(([name, , value]) => [name, value]))
  if (given.mode === 'crash') {
    console.error('dies now')
    if (late) writeFileSync('crashed', '')
    process.kill(process.pid, 'SIGSEGV')
  }
  if (given.mode === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (given.mode === 'pid') write({ error: `process ${process.pid}` })
  else if (given.mode === 'cwd') write({ error: process.cwd() })
  else if (given.mode === 'refuse') write({ error: `refuses ${JSON.stringify(header.args)}` })
  else write({ outputs: header.inputs }, payload)
}
