// Runs clients that send uploads to a server on this machine, good ones and bad ones. Each client sends its next
// upload when the last one is answered. Their work is bounded by a number of uploads and by time.
import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The behaviour of a client. `slow` sends in pieces, `left` goes before its upload is complete, `gone` before the answer comes. */
export type Manner = 'whole' | 'slow' | 'left' | 'gone'

export interface Upload {
  kind: string
  body: Uint8Array
  manner?: Manner
}

export interface Answer {
  kind: string
  /** 0: the client left, or the connection was lost. */
  status: number
  text: string
  /** From the beginning of the request to the end of the answer. */
  milliseconds: number
}

export interface Load {
  port: number
  clients: number
  /** The i-th upload. */
  upload(i: number): Upload
  /** Ends when as many have been sent, or after `seconds`. */
  most: number
  seconds: number
}

async function send(call: ClientRequest, { body, manner = 'whole' }: Upload): Promise<void> {
  if (manner === 'whole') return void call.end(body)
  const piece = Math.ceil(body.length / 4)
  for (let i = 0; i < 4; i++) {
    if (manner === 'left' && i === 2) return void call.destroy()
    call.write(body.subarray(i * piece, (i + 1) * piece))
    if (manner !== 'gone') await sleep(25)
  }
  call.end()
  if (manner !== 'gone') return
  await sleep(2)
  call.destroy()
}

/** Sends one upload, and resolves when it is answered or given up. */
export function post(port: number, upload: Upload, agent?: Agent): Promise<Answer> {
  const begin = performance.now()
  return new Promise((resolve) => {
    const ended = (status: number, text: string) =>
      resolve({ kind: upload.kind, status, text, milliseconds: performance.now() - begin })
    const headers = { 'content-length': upload.body.length }
    let answered = false
    const call = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
      answered = true
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('end', () => ended(response.statusCode!, Buffer.concat(parts).toString()))
      response.on('error', (error) => ended(0, error.message))
    })
    call.on('error', (error) => ended(0, error.message))
    call.on('close', () => !answered && ended(0, 'closed'))
    void send(call, upload)
  })
}

/** Puts load on a server, and returns all answers. */
export async function load({ port, clients, upload, most, seconds }: Load): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const end = performance.now() + 1000 * seconds
  const answers: Answer[] = []
  let next = 0
  const client = async () => {
    while (next < most && performance.now() < end) answers.push(await post(port, upload(next++), agent))
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return answers
}

/** The value below which this share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}
