// A program of a user that opens a dashboard and ends, with a client that stays connected.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { events } from './client.js'

const dist = new URL('../../dist/index.js', import.meta.url).href

const program = (options: string) => `
  import { fn, pipelineDef } from '${dist}'
  const pipe = pipelineDef({ batchSize: 1 }, () => fn.random.uniform({ shape: [4] }))()
  const { url } = await pipe.dashboard({ ${options} })
  await pipe.run()
  console.error(url)
  // The program goes on until its client is there.
  process.stdin.once('data', () => {
    console.log('open')
    process.stdin.destroy()
  })`

/** Runs it and connects. `code` is null for a program that did not end by itself; it was still running a second later. */
export async function runProgram(options: string): Promise<{ code: number | null; stdout: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(options)], { stdio: 'pipe' })
  let stdout = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  const [text] = (await once(child.stderr, 'data')) as [Buffer]
  const exited = once(child, 'exit')
  const stream = events(text.toString().trim())
  await stream.next()
  child.stdin.write('go\n')
  const reading = (async () => {
    for await (const _ of stream);
  })().catch(() => {})
  const running = new Promise<'running'>((resolve) => {
    child.stdout.once('data', () => setTimeout(resolve, 1000, 'running'))
  })
  // A program that ends does so at once, however slow the machine is: then `exited` is what is waited for.
  const result = options ? await Promise.race([exited, running]) : await exited
  if (result === 'running') child.kill('SIGKILL')
  await reading
  return { code: result === 'running' ? null : (result[0] as number), stdout }
}
