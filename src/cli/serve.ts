// `penstock-data serve`: serves a module's pipeline to other processes, until a signal; or over a descriptor, for the process
// that has started this one, until that process ends. It owns the pipeline, through the server.
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IterateServed } from '../api/served.js'
import { framed } from '../bridge/protocol.js'
import { checkOptions } from '../definition/options.js'
import { escaped } from '../errors/escaped.js'
import { invalidArgument } from '../errors/factories.js'
import { pipelineError } from '../errors/thrown.js'
import { shown } from '../errors/words.js'
import type { PipelineOptions } from '../index.js'
import { Interrupt, signalNumbers } from './interrupt.js'
import { loadPipeline } from './module.js'

export interface ServeOptions {
  socket?: string
  fd?: number
  args?: string
  options?: string
  stdin?: boolean
  maxConsumers?: number
  maxHeld?: number
  maxRequests?: number
  maxUnread?: number
}

export async function serve(module: string, given: readonly string[], options: ServeOptions): Promise<void> {
  if (options.fd !== undefined) return servePrivately(module, given, options, options.fd)
  if (options.socket === undefined) {
    throw invalidArgument(
      'Expected a path for --socket but received none',
      `npx penstock-data serve ${module} --socket PATH`,
    )
  }
  const { pipe } = await load(module, given, options)
  const { maxConsumers, maxHeld, maxRequests, maxUnread } = options
  await using server = await pipe.serve(options.socket, { maxConsumers, maxHeld, maxRequests, maxUnread })
  using interrupt = new Interrupt(server, () => {})
  process.stdout.write(`serving ${escaped(module)} at ${escaped(options.socket)}\n`)
  await server.run()
  await server.close()
  // Timers of the module, such as those of a source, must not keep the process.
  process.exit(interrupt.signal ? 128 + signalNumbers[interrupt.signal] : 0)
}

async function servePrivately(
  module: string,
  given: readonly string[],
  options: ServeOptions,
  fd: number,
): Promise<void> {
  // Ctrl-C goes to all processes of a terminal. The process that has started this one decides when it ends.
  process.on('SIGINT', () => {})
  const socket = new Socket({ fd, readable: true, writable: true })
  // Until the server listens to the socket, only the end of the socket can come.
  const orphaned = () => process.exit(1)
  socket
    .once('close', orphaned)
    .on('error', () => {})
    .resume()
  try {
    const { pipe, iterate } = await load(module, given, options)
    const server = await pipe.serveTo(socket, iterate)
    socket.off('close', orphaned)
    process.on('SIGTERM', () => void server.close())
    await server.run()
    await server.close()
  } catch (error) {
    // The process at the other end shows the error.
    const message = framed({ t: 'error', error: pipelineError(error).toJSON() })
    await new Promise<void>((done) => socket.end(message, () => done()).once('close', done))
    process.exit(1)
  }
  process.exit()
}

async function load(module: string, given: readonly string[], options: ServeOptions) {
  const input = options.stdin ? parsed('--stdin', await text(process.stdin)) : {}
  if (typeof input !== 'object' || input === null) {
    throw invalidArgument(`Expected { args, options } in --stdin but received ${shown(input)}`)
  }
  const {
    args = listOf(options.args) ?? given,
    options: pipelineOptions = objectOf(options.options),
    iterate,
  } = input as { args?: readonly unknown[]; options?: PipelineOptions; iterate?: IterateServed }
  // An object without any known name would be taken for an argument.
  checkOptions(pipelineOptions)
  return { pipe: await loadPipeline(module, pipelineOptions, args), iterate }
}

function parsed(option: string, json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw invalidArgument(`Expected JSON for ${option} but received ${shown(json)}: ${(cause as Error).message}`)
  }
}

function listOf(json: string | undefined): readonly unknown[] | undefined {
  if (json === undefined) return undefined
  const value = parsed('--args', json)
  if (Array.isArray(value)) return value
  throw invalidArgument(`Expected a list for --args but received ${shown(json)}`, `--args '["/data", 224]'`)
}

function objectOf(json: string | undefined): PipelineOptions {
  if (json === undefined) return {}
  const value = parsed('--options', json)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw invalidArgument(
    `Expected an object for --options but received ${shown(json)}`,
    `--options '{ "batchSize": 64 }'`,
  )
}
