// Serves an object store behind a link, for the suite `stores`: it answers range requests for the files of a folder,
// held in memory, after a latency and no faster than the link's rate, which all requests share. Prints its port.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [folder, latencyMs, megabits] = process.argv.slice(2)
const bytesPerMs = (Number(megabits) * 1e6) / 8 / 1000
const files = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.tar'))
    .map((name) => [`/bucket/${name}`, readFileSync(join(folder, name))]),
)

/** When the link has sent what it has been given. */
let free = 0

const server = createServer((request, response) => {
  const file = files.get(new URL(request.url, 'http://localhost').pathname)
  const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
  if (!file || from === undefined) return response.writeHead(404).end()
  const part = file.subarray(Number(from), Math.min(file.length, Number(to) + 1))
  const now = performance.now()
  // The bytes of one answer follow those of the others.
  free = Math.max(now + Number(latencyMs), free) + part.length / bytesPerMs
  setTimeout(() => {
    response.writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${file.length}`,
      etag: '"1"',
    })
    response.end(part)
  }, free - now)
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
// It ends with the suite.
process.stdin.resume().on('end', () => process.exit())
