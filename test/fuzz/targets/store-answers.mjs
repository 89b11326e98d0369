// Answers of object stores, web servers and hubs: random status, headers, bodies, cuts, redirects, and lists of folders, also to signed
// requests. Every call ends with a typed error or with the bytes of the object.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostileStore, kinds } from '../../util/hostile-store.mjs'
import { found, within } from '../engine/finding.mjs'
import { Random } from '../engine/random.mjs'

const drawAnswer = (r) => ({
  kind: r.pick(kinds),
  sent: r.oneIn(2) ? 100 : r.below(101),
  reset: r.oneIn(2),
  number: r.oneIn(2) ? r.below(40) : r.below(5000),
})
const drawObject = (r) => ({
  size: r.oneIn(8) ? 0 : r.below(r.oneIn(4) ? 70_000 : 900),
  naming: r.pick(['etag', 'etag', 'weak', 'time', 'none']),
  script: r.many(r.below(7), () => drawAnswer(r)),
})

const parts = [
  ...[
    '<',
    '>',
    '</',
    '/>',
    '&',
    '&amp;',
    '&#65;',
    '&#x110000;',
    '%20',
    '%zz',
    '%',
    '+',
    '\n',
    '\0',
    'é',
    '..',
    '/',
    'x/',
    'a.jpg',
  ],
  ...['<Contents>', '</Contents>', '<Key>', '</Key>', '<CommonPrefixes>', '</CommonPrefixes>', '<Prefix>', '</Prefix>'],
  ...[
    '<Contents><Key>x/a.jpg</Key></Contents>',
    '<CommonPrefixes><Prefix>x/d/</Prefix></CommonPrefixes>',
    '<?xml?>',
    '<![CDATA[',
  ],
  ...['<NextContinuationToken>t</NextContinuationToken>', '<NextContinuationToken>', '<Contents '],
]
const drawList = (r) =>
  r
    .many(r.below(40), () => r.pick(parts))
    .join('')
    .repeat(r.oneIn(10) ? 1 + r.below(2000) : 1)

function draw(r) {
  const how = r.pick(['file', 'file', 'file', 's3', 'list', 'cache', 'hub'])
  return {
    how,
    objects: r.many(1 + r.below(24), () => drawObject(r)),
    ...(how === 'list' && { list: drawList(r), answers: r.many(r.below(4), () => drawAnswer(r)) }),
    onError: r.pick(['skip', 'placeholder', 'throw']),
    batchSize: 1 + r.below(5),
    store: r.oneIn(2) ? { maxSeconds: 1 + r.below(20), maxObjectBytes: r.pick([1, 500, 60_000, 1e9]) } : undefined,
  }
}

const repository = 'datasets/o/n'
const commit = '0123456789'.repeat(4)

/** The object with this number, in each of its versions. */
function versionsOf(number, size) {
  const data = Buffer.alloc(size)
  const r = new Random(number, size)
  for (let i = 0; i < size; i++) data[i] = r.bits()
  return [0, 1].map((version) => Buffer.from(data.map((byte) => byte + version)))
}

export function make({ penstock: { fn, pipelineDef } }) {
  const opened = HostileStore.open()
  const environment = {
    AWS_ACCESS_KEY_ID: 'ID',
    AWS_SECRET_ACCESS_KEY: 'KEY',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_REGION: 'r',
  }

  async function read(c, url, versions, dir) {
    const bucket = c.how === 's3' || c.how === 'list' ? 's3://bucket' : `${url}/bucket`
    const root = c.how === 'hub' ? `hf://${repository}@${commit}/x` : `${bucket}/x`
    const names = versions.map((_, i) => `${i}.jpg`)
    const options = { ...(c.store && { store: c.store }), ...(c.how === 'cache' && { cache: { dir, bytes: 2 ** 24 } }) }
    const { onError, batchSize } = c
    const pipe = pipelineDef({ onError, batchSize, numThreads: 2 }, () =>
      fn.readers.file({ fileRoot: root, ...(c.how !== 'list' && { files: names }), ...options }),
    )()
    try {
      for (let epoch = 0; epoch < (c.how === 'cache' ? 2 : 1); epoch++) {
        const batches = pipe[Symbol.asyncIterator]()
        for (;;) {
          const { value, done } = await within(batches.next(), 'next()')
          if (done) break
          const [contents, labels] = value
          for (let i = 0; i < contents.length; i++) {
            if (!contents.valid[i] || c.how === 'list') continue
            const bytes = contents.at(i).dataSync()
            if (!versions[labels.at(i).dataSync()[0]].some((version) => version.equals(bytes))) {
              throw found(
                'wrong bytes',
                `object ${labels.at(i).dataSync()[0]} has ${bytes.length} bytes, which are not its own`,
              )
            }
          }
        }
      }
      return 'read'
    } finally {
      await within(pipe.close(), 'close()')
    }
  }

  return {
    draw,
    async run(c) {
      const store = await opened
      const versions = c.objects.map(({ size }, i) => versionsOf(i, size))
      const objects = c.objects.map(({ naming, script }, i) => [
        `${c.how === 'hub' ? `/${repository}/resolve/${commit}` : '/bucket'}/x/${i}.jpg`,
        { naming, script, versions: versions[i] },
      ])
      const lists =
        c.list === undefined
          ? []
          : [['/bucket/', { naming: 'none', script: c.answers, versions: [Buffer.from(c.list)] }]]
      store.play(Object.fromEntries([...objects, ...lists]))
      Object.assign(process.env, environment, { AWS_ENDPOINT_URL: store.url, HF_ENDPOINT: store.url })
      const dir = mkdtempSync(join(tmpdir(), 'penstock-fuzz-store-'))
      try {
        return await read(c, store.url, versions, dir)
      } finally {
        rmSync(dir, { recursive: true, force: true })
      }
    },
  }
}
