// Consumers of a server over a socket, which send anything: true requests, changed ones and raw bytes. Whatever they do, the
// server tells them why it cuts them off, and a good consumer beside them gets a whole epoch.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { found, within } from '../engine/finding.mjs'

const batches = 6
const counts = [0, 1, 2, 5, 99, -1, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e300, null, '1', [1], {}, true]
const kinds = ['begin', 'take', 'free', 'closed', 'leave', 'call', 'hello', 'batch', '__proto__', 'toString', '']
const names = ['statistics', 'checkpoint', 'facts', 'close', 'constructor', 7]
const limits = [{}, { maxHeld: 2 }, { maxConsumers: 2 }, { maxRequests: 1 }, { maxUnread: 2 ** 16 }]
const executors = [{}, { execDynamic: false }, { execPipelined: false, execAsync: false }]

export function make({ penstock }) {
  const { emitWarning } = process
  // Each consumer that is cut off is one.
  process.emitWarning = (text, options) => {
    if (options?.code !== 'CONSUMER_REFUSED') emitWarning.call(process, text, options)
  }
  return {
    draw(random) {
      const consumers = 1 + random.below(3)
      const steps = Array.from({ length: 2 + random.below(25) }, () => [random.below(consumers), drawStep(random)])
      return { limits: random.pick(limits), executor: random.pick(executors), consumers, steps }
    },
    run: (c) => within(run(c, penstock), 'a server'),
  }
}

// --- drawing ---

function drawStep(random) {
  if (random.oneIn(12)) return { do: 'die' }
  if (random.oneIn(8)) return { do: 'read' }
  if (random.oneIn(12)) return { do: 'deaf' }
  if (random.oneIn(random.wild ? 3 : 12)) return { do: 'bytes', hex: drawBytes(random) }
  if (random.oneIn(10)) return { do: 'flood', times: 1 + random.below(2000), hex: framed(drawMessage(random)) }
  // Batches that it really has.
  if (random.oneIn(2)) return { do: random.pick(['begin', 'take', 'take', 'free', 'free', 'again']) }
  return { do: 'bytes', hex: framed(drawMessage(random)) }
}

function drawMessage(random) {
  const count = () => random.pick(random.wild ? counts : counts.slice(0, 5))
  const list = () => Array.from({ length: random.below(4) }, count)
  const message = { t: random.oneIn(random.wild ? 3 : 20) ? random.pick(counts) : random.pick(kinds) }
  Object.assign(message, {
    iteration: count(),
    b: random.oneIn(2) ? list() : count(),
    x: list(),
    id: count(),
    name: random.pick(names),
  })
  if (random.oneIn(3)) message.e = list()
  for (const name of Object.keys(message)) if (random.oneIn(15)) delete message[name]
  return Buffer.from(JSON.stringify(message))
}

function framed(body) {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([length, body]).toString('hex')
}

function drawBytes(random) {
  const bytes = random.oneIn(2)
    ? Buffer.from(framed(drawMessage(random)), 'hex')
    : Buffer.from(Array.from({ length: random.below(40) }, () => random.below(256)))
  if (bytes.length && random.oneIn(2)) bytes[random.below(bytes.length)] = random.below(256)
  return bytes.subarray(0, random.oneIn(3) ? random.below(bytes.length + 1) : bytes.length).toString('hex')
}

// --- running ---

class Consumer {
  messages = []
  held = []
  untaken = []
  ended = false
  iteration = 0
  #rest = Buffer.alloc(0)
  #news = () => {}

  constructor(socket) {
    this.socket = socket
    socket.on('data', (bytes) => this.#add(bytes))
    socket.on('error', () => {})
    socket.on('close', () => {
      this.ended = true
      this.#news()
    })
  }

  #add(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes])
    while (this.#rest.length >= 4 && this.#rest.length >= 4 + this.#rest.readUInt32LE(0)) {
      const end = 4 + this.#rest.readUInt32LE(0)
      const message = JSON.parse(this.#rest.toString('utf8', 4, end))
      this.#rest = this.#rest.subarray(end)
      this.messages.push(message)
      if (message.t !== 'batch') continue
      this.held.push(message.b)
      this.untaken.push(message.b)
    }
    this.#news()
  }

  write(bytes) {
    if (!this.ended && !this.socket.destroyed) this.socket.write(bytes)
  }

  send(message) {
    this.write(Buffer.from(framed(Buffer.from(JSON.stringify(message))), 'hex'))
  }

  async until(condition) {
    while (!condition() && !this.ended) {
      await new Promise((resolve) => {
        this.#news = resolve
      })
    }
  }
}

async function consumerAt(path) {
  const socket = connect(path)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return new Consumer(socket)
}

async function run({ limits, executor, consumers, steps }, { fn, math, pipelineDef }) {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-bridge-'))
  const define = pipelineDef({ batchSize: 2, numThreads: 1, ...executor }, () => {
    const source = ({ idxInEpoch }) => (idxInEpoch < 2 * batches ? Int32Array.of(idxInEpoch) : null)
    return [math.add(fn.externalSource({ name: 'numbers', dtype: 'int32', ndim: 1, batch: false, source }), 0)]
  })
  try {
    const server = await define().serve(join(folder, 's'), limits)
    let failure
    server.run().catch((error) => {
      failure = error
    })
    const all = []
    for (let i = 0; i < consumers; i++) all.push(await consumerAt(server.path))
    for (const [who, step] of steps) await act(all[who], step)
    await look(all)
    for (const one of all) one.socket.destroy()
    while (server.consumers) await new Promise((resolve) => setTimeout(resolve, 1))
    await good(server.path)
    if (failure) throw found('failure', `the pipeline has failed: ${failure.message}`)
    await server.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function act(one, step) {
  if (step.do === 'die') one.socket.destroy()
  else if (step.do === 'deaf') one.socket.pause()
  else if (step.do === 'read') one.socket.resume()
  else if (step.do === 'begin') one.send({ t: 'begin', iteration: ++one.iteration })
  else if (step.do === 'take' && one.untaken.length) one.send({ t: 'take', b: one.untaken.shift() })
  else if (step.do === 'free' && one.held.length) one.send({ t: 'free', b: [one.held.shift()] })
  else if (step.do === 'again' && one.held.length) one.send({ t: 'free', b: [one.held[0], one.held[0]] })
  else if (step.do === 'bytes') one.write(Buffer.from(step.hex, 'hex'))
  else if (step.do === 'flood')
    one.write(Buffer.concat(Array.from({ length: step.times }, () => Buffer.from(step.hex, 'hex'))))
  await new Promise((resolve) => setImmediate(resolve))
}

/** Those that were told why have a typed error that is no defect of the server's. */
async function look(all) {
  await new Promise((resolve) => setTimeout(resolve, 1))
  for (const { messages } of all) {
    for (const { t, error } of messages) {
      if (t !== 'error' && t !== 'refusal') continue
      if (!['INVALID_INPUT', 'STALLED', 'BUDGET_EXCEEDED'].includes(error.code))
        throw found('error', `${error.code}: ${error.message}`)
    }
  }
}

/** A consumer that does all as it should gets each batch of an epoch. */
async function good(path) {
  const one = await consumerAt(path)
  try {
    one.send({ t: 'begin', iteration: 1 })
    let [seen, got] = [0, 0]
    for (;;) {
      await one.until(() => one.messages.length > seen)
      if (one.messages.length === seen) throw found('cut off', 'a good consumer was cut off')
      const message = one.messages[seen++]
      if (message.t === 'error')
        throw found('error', `a good consumer got ${message.error.code}: ${message.error.message}`)
      if (message.t === 'end') break
      if (message.t !== 'batch') continue
      got++
      one.send({ t: 'take', b: message.b })
      one.send({ t: 'free', b: [message.b] })
    }
    if (got !== batches) throw found('batches', `${got} batches of ${batches}`)
  } finally {
    one.socket.destroy()
  }
}
