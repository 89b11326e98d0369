// A hub of data sets for tests, as the hub's documents describe it: branches that name commits, trees in pages with links, files
// that it sends itself, and large ones that it redirects to a server of another origin by a URL that is signed for a while.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const etagOf = (data) => createHash('sha256').update(data).digest('hex')
const listening = async (server) => {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${server.address().port}`
}

export class HubServer {
  ways = {}
  asked = []
  /** By repository and branch. */
  branches = {}
  url = ''
  #commits = {}
  #signed = new Map()
  #hub = createServer((request, response) => this.#answerHub(request, response))
  #storage = createServer((request, response) => this.#answerStorage(request, response))
  #storageUrl = ''

  static async open() {
    const server = new HubServer()
    server.url = await listening(server.#hub)
    server.#storageUrl = await listening(server.#storage)
    return server
  }

  close() {
    for (const server of [this.#hub, this.#storage]) {
      server.close()
      server.closeAllConnections()
    }
  }

  /** Lets a branch name a commit of these files, and returns the commit. */
  push(repository, files, branch = 'main') {
    const commit = createHash('sha1')
      .update(JSON.stringify([repository, branch, files]))
      .digest('hex')
    this.#commits[`${repository}@${commit}`] = files
    this.branches[repository] = { ...this.branches[repository], [branch]: commit }
    return commit
  }

  #note(hub, { url, headers }) {
    this.asked.push({ hub, url, range: headers.range, authorization: headers.authorization })
  }

  #answerHub(request, response) {
    this.#note(true, request)
    const { token, refuse } = this.ways
    const fail = (status, code) => response.writeHead(status, { 'x-error-code': code }).end()
    if (refuse) {
      const code = refuse.code === undefined ? {} : { 'x-error-code': refuse.code }
      response.writeHead(refuse.status, { ...code, ...refuse.headers }).end()
      return
    }
    if (token && request.headers.authorization !== `Bearer ${token}`) {
      fail(401, 'RepoNotFound')
      return
    }
    const url = new URL(request.url, this.url)
    const [, api, kind = 'models/', name, what, revision, rest = ''] =
      /^\/(api\/)?(models\/|datasets\/|spaces\/)?([^/]+\/[^/]+)\/(revision|tree|resolve)\/([^/]+)\/?(.*)$/.exec(
        url.pathname,
      ) ?? []
    const repository = `${kind}${name}`
    const branches = this.branches[repository]
    if (!branches || !revision || (api === undefined) !== (what === 'resolve')) {
      fail(404, 'RepoNotFound')
      return
    }
    const wanted = decodeURIComponent(revision)
    const commit = branches[wanted] ?? wanted
    const files = this.#commits[`${repository}@${commit}`]
    if (!files) {
      fail(404, 'RevisionNotFound')
      return
    }
    const path = decodeURIComponent(rest)
    if (what === 'revision') response.end(this.ways.revision ?? JSON.stringify({ id: name, sha: commit }))
    else if (what === 'tree') this.#answerTree(url, response, files, path)
    else if (files[path] === undefined) fail(404, 'EntryNotFound')
    else this.#answerFile(request, response, Buffer.from(files[path]), commit)
  }

  #answerTree(url, response, files, path) {
    const prefix = path && `${path}/`
    const names = new Map()
    for (const file of Object.keys(files)) {
      if (!file.startsWith(prefix)) continue
      const [own = '', ...deeper] = file.slice(prefix.length).split('/')
      names.set(prefix + own, deeper.length ? 'directory' : 'file')
    }
    if (!names.size) {
      response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end()
      return
    }
    const { pageSize = 1000, link = `${this.url}${url.pathname}`, tree } = this.ways
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const entries = [...names].sort().map(([path, type]) => ({ type, oid: '0', size: 0, path }))
    const next = `${link}?recursive=false&expand=false&cursor=${from + pageSize}`
    if (from + pageSize < entries.length) response.setHeader('link', `<${next}>; rel="next"`)
    response.end(tree ?? JSON.stringify(entries.slice(from, from + pageSize)))
  }

  #answerFile(request, response, data, commit) {
    const { small = 10, uses = Number.POSITIVE_INFINITY, headers } = this.ways
    const etag = etagOf(data)
    if (data.length <= small) {
      sendRange(request, response, data, { etag: `"${etag}"`, 'x-repo-commit': commit, ...headers })
      return
    }
    const key = `${etag}-${this.#signed.size}`
    this.#signed.set(key, { data, uses })
    const linked = { 'x-linked-etag': `"${etag}"`, 'x-linked-size': `${data.length}`, 'x-repo-commit': commit }
    response.writeHead(302, { ...linked, location: `${this.#storageUrl}/${key}?Signature=SECRET`, ...headers }).end()
  }

  #answerStorage(request, response) {
    this.#note(false, request)
    const found = this.#signed.get(new URL(request.url, this.#storageUrl).pathname.slice(1))
    // A storage does not know the hub's tokens, and refuses them as S3 does.
    if (!found || found.uses-- <= 0 || request.headers.authorization) {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
      return
    }
    const { storageTag } = this.ways
    if (request.headers['if-match'] && request.headers['if-match'] !== storageTag) response.writeHead(412).end()
    else sendRange(request, response, found.data, storageTag ? { etag: storageTag } : {})
  }
}

function sendRange({ headers }, response, data, own) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (first === undefined) {
    response.writeHead(200, { ...own, 'content-length': data.length }).end(data)
    return
  }
  const [from, to] = [Number(first), last ? Math.min(Number(last) + 1, data.length) : data.length]
  if (from >= data.length) response.writeHead(416, { 'content-range': `bytes */${data.length}` }).end()
  else {
    const range = { 'content-range': `bytes ${from}-${to - 1}/${data.length}`, 'content-length': to - from }
    response.writeHead(206, { ...own, ...range }).end(data.subarray(from, to))
  }
}
