// Tests the dashboard's server without a browser: which requests it answers, its answers, its events, and that neither
// it nor its clients hold up the pipeline or the process.
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { type DataNode, fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { describe, expect, it, vi } from 'vitest'
import { compose } from '../../src/dashboard/assets.js'
import type { Hello, OutputView, SampleView, Sheet, Update } from '../../src/dashboard/messages.js'
import { Stream } from '../../src/dashboard/stream.js'
import { photos } from '../cli/cli.js'
import { failure } from '../util/collect.js'
import { ask, type Event, events } from './client.js'
import { runProgram } from './program.js'

function pipeline(options: PipelineOptions = {}) {
  return pipelineDef({ batchSize: 4, numThreads: 2, seed: 1, ...options }, () => {
    const [files, labels] = fn.readers.file({ fileRoot: photos, name: 'train' })
    return { images: fn.resize(fn.decoders.image(files), { size: [32, 48] }), labels }
  })()
}

/** Collects events until `enough` says so. */
async function collected(url: string, enough: (event: Event) => boolean): Promise<Event[]> {
  const all: Event[] = []
  for await (const event of events(url)) {
    all.push(event)
    if (enough(event)) break
  }
  return all
}

describe('access', () => {
  const paths = ['/', '/events', '/statistics.json', '/trace.json', '/sheet', '/nothing']

  it('every path needs the token', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const { token } = Object.fromEntries(new URL(url).searchParams)
    expect(token!.length).toBeGreaterThanOrEqual(32)
    for (const path of paths) {
      for (const wrong of [null, '', token!.slice(1), `${token}x`, token!.toLowerCase()]) {
        const { status, text } = await ask(url, path, { token: wrong })
        expect([path, wrong, status]).toEqual([path, wrong, 403])
        expect(text).toContain('token')
      }
    }
    expect((await ask(url, '/replay', { method: 'POST', token: 'x' })).status).toBe(403)
  })

  it('names of other sites in the Host header are refused, addresses and localhost are not', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard({ allowedHosts: ['train.example'] })
    for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:80', ':80', '127.0.0.1.evil.example']) {
      expect([host, (await ask(url, '/', { headers: { host } })).status]).toEqual([host, 421])
    }
    for (const host of ['localhost:9', '127.0.0.1', '[::1]:80', '192.168.1.2:8080', 'TRAIN.example', 'LocalHost']) {
      expect([host, (await ask(url, '/', { headers: { host } })).status]).toEqual([host, 200])
    }
  })

  it('a page of another origin cannot act, and nothing is shared with one', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    await pipe.run()
    const path = '/replay?index=0&epoch=0'
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const { status } = await ask(url, path, { method: 'POST', headers: { origin } })
      expect([origin, status]).toEqual([origin, 403])
    }
    const own = await ask(url, path, { method: 'POST', headers: { origin: new URL(url).origin } })
    expect(own.status).toBe(200)
    expect(own.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('other methods and paths are refused', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const statusOf = async (method: string, path: string) => (await ask(url, path, { method })).status
    expect(await statusOf('POST', '/statistics.json')).toBe(405)
    expect(await statusOf('DELETE', '/')).toBe(405)
    expect(await statusOf('GET', '/replay')).toBe(405)
    for (const path of ['/constructor', '/__proto__', '/../package.json', '/page.js']) {
      expect([path, await statusOf('GET', path)]).toEqual([path, 404])
    }
    // No token can be read from an address that is none.
    expect(await statusOf('GET', '//')).toBe(403)
  })
})

describe('the page', () => {
  it('has all of its code and style inside, and a policy that allows nothing else', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=/)
    const { headers, text } = await ask(url, '/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' })
    expect(text).not.toMatch(/<script[^>]+src|<link[^>]+href="(?!data:)|@import|url\(/)
    expect(text).toContain('Leon Sorokin')
  })

  it('keeps text in code that replacing would take for a pattern', () => {
    const { html } = compose('<!-- style --> <!-- script -->', '$& {}', "'$1$`'")
    expect(html.toString()).toBe('<style>$& {}</style> <script type="module">\'$1$`\'</script>')
  })
})

describe('the stream', () => {
  it('tells the graph, then the state of the run, and last exactly what statistics() has', async () => {
    await using pipe = pipeline({ onError: 'skip', memoryBudget: { host: 2 ** 28 } })
    const { url } = await pipe.dashboard()
    const reading = collected(url, ({ name, data }) => name === 'update' && (data as Update).last)
    for (let epoch = 0; epoch < 2; epoch++) for await (const { images } of pipe) images.release()
    await expect.poll(async () => (await ask(url, '/statistics.json')).status).toBe(200)
    await pipe.close()
    const all = await reading
    expect(all[0]!.name).toBe('hello')
    const hello = all[0]!.data as Hello
    expect(hello.stages.map(({ kind }) => kind)).toEqual(['reader', 'cpu', 'sink'])
    expect(hello.mailboxes).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ])
    expect(hello.budget).toEqual({ host: 2 ** 28 })
    const last = all.at(-1)!.data as Update
    expect(last).toMatchObject({ state: 'ended', last: true })
    expect(last.statistics).toEqual(JSON.parse(JSON.stringify(pipe.statistics())))
    await expect(ask(url, '/')).rejects.toThrow()
  })

  it('has thumbnails of a batch, with labels and sources', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const reading = collected(url, ({ name }) => name === 'sheet')
    let last: TensorList | undefined
    void (async () => {
      for (;;) {
        last?.release()
        last = (await pipe.run()).images
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })().catch(() => {})
    const sheet = (await reading).at(-1)!.data as Sheet
    expect(sheet).toMatchObject({ output: 'images', batch: { length: 4 } })
    expect(sheet.thumbs).toHaveLength(4)
    const [first] = sheet.thumbs
    expect(first).toMatchObject({
      epoch: expect.any(Number),
      valid: true,
      facts: [{ name: 'labels', text: expect.stringMatching(/^(animals|objects|people|space)$/) }],
    })
    expect(first!.source).toMatch(/\.jpg$/)
    expect((await ask(url, '/sheet?number=0')).status).toBe(204)
    const { body } = await ask(url, `/sheet?number=${sheet.number}`)
    const width = sheet.columns * sheet.cell.width
    expect(body.length).toBe(3 * width * sheet.cell.height)
    // The middle of the first cell has a picture, its corner has none: images of 48 x 32 are not enlarged.
    const pixel = (x: number, y: number) => String([...body.subarray(3 * (y * width + x)).subarray(0, 3)])
    expect(pixel(1, 1)).toBe('32,32,32')
    expect(new Set(Array.from({ length: 20 }, (_, i) => pixel(38 + i, 48))).size).toBeGreaterThan(2)
  })

  it('drops what a slow client cannot take, and disconnects a dead one', () => {
    const client = { writableNeedDrain: false, written: [] as string[], destroyed: false, on() {}, end() {} }
    const response = Object.assign(client, {
      write: (text: string) => client.written.push(text),
      destroy: () => (client.destroyed = true),
    })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    try {
      const stream = new Stream()
      stream.add(response as never, 'first')
      const send = (at: number) => {
        clock.mockReturnValue(at)
        stream.send(1, (withBad) => `${at} ${withBad}`)
      }
      send(500)
      send(1000)
      client.writableNeedDrain = true
      for (let at = 1500; at <= 15_000; at += 500) send(at)
      expect([client.destroyed, stream.dropped]).toEqual([false, 28])
      client.writableNeedDrain = false
      send(15_500)
      expect(client.written).toEqual(['first', '500 true', '1000 false', '15500 false'])
      client.writableNeedDrain = true
      send(36_000)
      expect(client.destroyed).toBe(true)
    } finally {
      clock.mockRestore()
    }
  })

  it('holds at most one message for a socket that is full', async () => {
    const stream = new Stream()
    let response: ServerResponse | undefined
    const server = createServer((_, given) => {
      response = given
      stream.add(given, 'first')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const client = connect(port, '127.0.0.1')
    client.on('error', () => {})
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => client.once('readable', resolve))
    const message = 'x'.repeat(2 ** 20)
    for (let i = 0; i < 200; i++) {
      stream.send(0, () => message)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(stream.dropped).toBeGreaterThan(100)
    expect(response!.writableLength).toBeLessThan(3 * message.length)
    stream.end()
    client.destroy()
    server.closeAllConnections()
    server.close()
  })

  it('a client that never reads holds up neither the run nor close()', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const { port, search } = new URL(url)
    const dead = connect(Number(port), '127.0.0.1')
    dead.on('error', () => {})
    dead.write(`GET /events${search} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await new Promise((resolve) => dead.once('readable', resolve))
    for (let epoch = 0; epoch < 3; epoch++) for await (const { images } of pipe) images.release()
    await pipe.close()
    dead.destroy()
  })

  it('goes on beside a loop that never waits', async () => {
    // The stages are faster than the loop, so the loop finds a batch each time and runs without a turn of its own.
    await using pipe = pipelineDef({ batchSize: 1 }, () => fn.random.uniform({ shape: [4] }))()
    const { url } = await pipe.dashboard()
    let stop = false
    const reading = collected(url, ({ data }) => (data as Update).state === 'running').then(() => (stop = true))
    while (!stop) (await pipe.run())[0]!.release()
    await reading
  })
})

describe('answers', () => {
  it('downloads are statistics() and trace() with names of files', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard({ keepOpen: true })
    expect((await ask(url, '/statistics.json')).status).toBe(503)
    await pipe.run()
    await pipe.close()
    for (const [path, made] of [
      ['statistics', pipe.statistics()],
      ['trace', pipe.trace()],
    ] as const) {
      const { headers, text } = await ask(url, `/${path}.json`)
      expect(headers['content-disposition']).toBe(`attachment; filename="penstock-${path}.json"`)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(made)))
    }
  })

  it('a replay gives the sample before and after, with the class of its label', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const { images, labels } = (await pipe.run()) as { images: TensorList; labels: TensorList }
    const { index, epoch, source } = images.sourceInfo(2)
    const { text } = await ask(url, `/replay?index=${index}&epoch=${epoch}`, { method: 'POST' })
    const view = JSON.parse(text) as SampleView
    expect(view).toMatchObject({ index, epoch, source })
    const before = Buffer.from((view.before.picture as { file: string }).file, 'base64')
    expect(before.equals(readFileSync(source))).toBe(true)
    const { outputs } = view.after as { outputs: OutputView[] }
    const label = Number(labels.at(2).dataSync()[0])
    const { classes } = pipe.readerMeta('train')
    expect(outputs.map(({ name }) => name)).toEqual(['images', 'labels'])
    expect(outputs[1]).toMatchObject({ values: [String(label)], className: classes[label] })
    const { width, height, rgb } = outputs[0]!.picture as { width: number; height: number; rgb: string }
    expect([width, height]).toEqual([48, 32])
    // Elements of uint8 are shown as they are. The outputs are not enlarged, so all of them are there.
    expect(Buffer.from(rgb, 'base64').equals(Buffer.from(images.at(2).dataSync() as Uint8Array))).toBe(true)
    const decoded = await ask(url, `/replay?index=${index}&epoch=${epoch}&decode`, { method: 'POST' })
    const pixels = (JSON.parse(decoded.text) as SampleView).before.picture as { width: number; height: number }
    expect(pixels.width * pixels.height).toBeGreaterThan(48 * 32)
  })

  it('rows of four numbers are boxes, on the picture whose pixels they count', async () => {
    const image = {
      data: Uint8Array.from({ length: 20 * 30 * 3 }, (_, i) => i & 255),
      shape: [20, 30, 3],
      layout: 'HWC',
    }
    const boxes = { data: Float32Array.of(2, 3, 10, 12, 0, 0, 5, 5), shape: [2, 4] }
    await using pipe = pipelineDef({ batchSize: 2, numThreads: 1 }, () => {
      const [x, y] = fn.externalSource({
        source: () => [image, boxes] as never,
        batch: false,
        numOutputs: 2,
      }) as never as DataNode[]
      return [x!, y!, fn.cast(y!, { dtype: 'int32' })]
    })()
    const { url } = await pipe.dashboard()
    const { text } = await ask(url, '/replay?index=0&epoch=0', { method: 'POST' })
    const { before, after } = JSON.parse(text) as SampleView
    expect(before.picture).toMatchObject({ width: 30, height: 20, rgb: Buffer.from(image.data).toString('base64') })
    const rows = [
      [2, 3, 10, 12],
      [0, 0, 5, 5],
    ]
    const { outputs } = after as { outputs: OutputView[] }
    expect(outputs.map((output) => output.boxes)).toEqual([
      undefined,
      { rows, ltrb: null, ratio: null, on: 'before' },
      { rows, ltrb: null, ratio: null, on: 'after' },
    ])
  })

  it('a sample that cannot be replayed gives the reason', async () => {
    await using pipe = pipeline()
    const { url } = await pipe.dashboard()
    const post = (query: string) => ask(url, `/replay${query}`, { method: 'POST' })
    for (const query of ['', '?index=1', '?index=-1&epoch=0', '?index=x&epoch=0', '?index=1e99&epoch=0']) {
      expect([query, (await post(query)).status]).toEqual([query, 400])
    }
    const [one, two] = await Promise.all([post('?index=0&epoch=0'), post('?index=0&epoch=0')])
    expect([one.status, two.status].sort()).toEqual([200, 429])
    const view = JSON.parse((await post('?index=100000&epoch=0')).text) as SampleView
    expect((view.after as { reason: string }).reason).toContain('received 100000')
  })
})

describe('opening and closing', () => {
  it('a port that is used, an address of another machine and wrong options are clear errors', async () => {
    await using pipe = pipeline()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const refused = [
      [{ port }, `received ${port}: another program listens on it`],
      [{ host: '192.0.2.1' }, "address of this machine for host but received '192.0.2.1'"],
      [{ port: 70_000 }, 'from 0 to 65535 for port but received 70000'],
      [{ prot: 1 }, "received 'prot'"],
      [{ keepOpen: 1 }, 'true or false for keepOpen but received 1'],
      [{ host: '' }, 'for host but received ""'],
      [{ allowedHosts: 'x' }, 'for allowedHosts but received "x"'],
    ] as const
    for (const [options, words] of refused) {
      const error = await failure(() => pipe.dashboard(options as never))
      expect(error).toMatchObject({
        code: 'INVALID_ARGUMENT',
        op: 'dashboard',
        message: expect.stringContaining(words),
      })
    }
    other.close()
  })

  it('is closed with the pipeline or before it, also twice, and does not open after it', async () => {
    const pipe = pipeline()
    const first = await pipe.dashboard()
    const second = await pipe.dashboard()
    await first.close()
    await first.close()
    await expect(ask(first.url, '/')).rejects.toThrow()
    expect((await ask(second.url, '/')).status).toBe(200)
    await pipe.close()
    await expect(ask(second.url, '/')).rejects.toThrow()
    expect(await failure(() => pipe.dashboard())).toMatchObject({ code: 'PIPELINE_CLOSED' })
  })

  it('a failed run closes it, and keepOpen keeps its last numbers', async () => {
    const broken = pipelineDef({ batchSize: 2 }, () =>
      fn.decoders.image(fn.externalSource({ source: () => [new Uint8Array(9), new Uint8Array(9)] })),
    )
    const pipe = broken()
    const { url } = await pipe.dashboard()
    await using kept = await pipe.dashboard({ keepOpen: true })
    expect(await failure(() => pipe.run())).toMatchObject({ code: 'BAD_SAMPLE' })
    await expect(ask(url, '/')).rejects.toThrow()
    const [, update] = await collected(kept.url, ({ name }) => name === 'update')
    expect(update!.data).toMatchObject({ state: 'ended', last: false, statistics: { badTotal: expect.any(Number) } })
  })

  it('an open dashboard with a client does not keep the process, keepOpen does', async () => {
    const ends = await runProgram('')
    expect(ends).toEqual({ code: 0, stdout: 'open\n' })
    const kept = await runProgram('keepOpen: true')
    expect(kept).toEqual({ code: null, stdout: 'open\n' })
  })
})
