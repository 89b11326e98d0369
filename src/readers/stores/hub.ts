// Files of repositories of the Hugging Face hub: which HTTP requests read them, and what lies in a folder. A branch is looked
// up once for each data set: all that is listed and read is of the commit that it named then.
import type { IncomingMessage } from 'node:http'
import type { Environment } from './credentials.js'
import { failureOf, StoreFailure, said } from './failure.js'
import { parseUrl } from './http.js'
import { HubToken } from './hub-token.js'
import { encodedPath, type HubPlace, hubPlace } from './hub-url.js'
import { Known } from './known.js'
import { addKey, type Page } from './listing.js'
import type { Named, Prepared, ReadOptions, Refusal, Target } from './object.js'
import { givePages, pageText } from './pages.js'
import type { Give, StoreEnd } from './protocol.js'

/** A place outside of the hub that the hub has redirected to, with what it says of the object. */
interface Elsewhere {
  url: URL
  named: Named
  until: number
}

/** Milliseconds for which such a place is asked without asking the hub: its signature holds for an hour. */
const elsewhereMs = 10 * 60_000
const commitName = /^[0-9a-f]{40,64}$/
const cures: Readonly<Record<string, string>> = {
  GatedRepo: "Accept its terms on the repository's page, and set HF_TOKEN to a token of the account that has done so",
  RevisionNotFound: 'Check what stands after the @, which is a branch, a tag or a commit',
  EntryNotFound: 'Check the path in the repository',
}
const login = 'set HF_TOKEN to a token that may read it, or log in with `hf auth login`'

/** The commits of branches, by data set. They outlive a change of the environment. */
export type Pins = Known<Promise<string>>

export class HubStore {
  private readonly token: HubToken
  private base: URL | undefined
  /** By the URL of the hub that was asked. */
  private readonly elsewhere = new Known<Elsewhere>()

  constructor(
    private readonly env: Environment,
    private readonly pins: Pins,
  ) {
    this.token = new HubToken(env)
  }

  /** The file that a URL names, as the data set of this number reads it. It serves one read at a time. */
  target(url: string, set: number): Target {
    const place = hubPlace(url)
    if (!place.path) throw new StoreFailure('this names no file', { hint: 'Name a file of the repository' })
    const folder = `${place.type === 'models' ? '' : `${place.type}/`}${place.repository}`
    const name = encodedPath(place.path)
    let commit = ''
    const pathOf = async () => {
      commit = await this.commit(place, set)
      return `${folder}/resolve/${commit}/${name}`
    }
    return this.request(place, pathOf, ({ headers }) => {
      const other = headers['x-repo-commit']
      if (other !== undefined && other !== commit) {
        throw new StoreFailure(`the hub answers with commit ${said(String(other))} for ${commit}`)
      }
    })
  }

  /** Gives the names in a folder, a line each: all of them, or those of the first page that has any. */
  list(url: string, set: number, all: boolean, give: Give, options: ReadOptions): Promise<StoreEnd> {
    const place = hubPlace(url)
    const prefix = place.path && `${place.path}/`
    const pageAt = async (token = '?recursive=false&expand=false'): Promise<Page> => {
      let next: string | undefined
      const pathOf = async () => {
        const commit = await this.commit(place, set)
        const folder = place.path && `/${encodedPath(place.path)}`
        return `api/${place.type}/${place.repository}/tree/${commit}${folder}${token}`
      }
      const target = this.request(place, pathOf, (response) => {
        next = nextOf(response)
      })
      return { ...parseTree(await pageText(target, options), prefix), token: next }
    }
    return givePages(pageAt, all, give, options)
  }

  /** The commit that a revision names, which is looked up once for each data set. */
  private commit(place: HubPlace, set: number): Promise<string> {
    const { type, repository, revision } = place
    if (commitName.test(revision)) return Promise.resolve(revision)
    const key = JSON.stringify([set, this.endpoint().href, type, repository, revision])
    const known = this.pins.get(key)
    if (known) return known
    const path = `api/${type}/${repository}/revision/${encodeURIComponent(revision)}?expand%5B%5D=sha`
    // Other reads wait for it too, so the end of one does not end it.
    const { signal } = new AbortController()
    const target = this.request(place, async () => path)
    const found = pageText(target, { signal }).then(commitOf, (error) => {
      const { message, facts } = failureOf(error)
      // It was tried again already.
      throw new StoreFailure(message, { ...facts, passing: false })
    })
    this.pins.set(key, found)
    found.catch(() => this.pins.delete(key))
    return found
  }

  /** The address under which everything of the hub lies. */
  private endpoint(): URL {
    if (this.base) return this.base
    const given = this.env.HF_ENDPOINT || 'https://huggingface.co'
    const hint = 'Write HF_ENDPOINT as https://HOST'
    if (!/^https?:\/\/./i.test(given)) throw new StoreFailure("the hub's endpoint is no URL", { hint })
    this.base = parseUrl(given.replace(/\/*$/, '/'))
    if (this.base.username || this.base.search || this.base.hash)
      throw new StoreFailure("the hub's endpoint has more than a host and a path", { hint })
    return this.base
  }

  /** A request for what lies at a path of the hub. `heard`: takes note of an answer of the hub. */
  private request(
    place: HubPlace,
    pathOf: () => Promise<string>,
    heard: (response: IncomingMessage) => void = () => {},
  ): Target {
    let asked = ''
    let away = false
    // What the hub has said, if it was asked.
    let named: Named | undefined
    return {
      pinned: true,
      prepare: async (headers): Promise<Prepared> => {
        const url = new URL(await pathOf(), this.endpoint())
        asked = url.href
        named = undefined
        const known = this.elsewhere.get(asked)
        away = known !== undefined && Date.now() < known.until
        if (known && away) return { url: known.url, headers, named: known.named }
        const token = await this.token.get()
        return { url, headers: token ? { ...headers, authorization: `Bearer ${token}` } : headers }
      },
      moved: () => {
        if (!away) return undefined
        this.elsewhere.delete(asked)
        return 'the file has another address now'
      },
      refused: (response) => this.refusal(response, place),
      seen: (response, from, to) => {
        if (from.origin === this.endpoint().origin) {
          heard(response)
          named = { ...namedBy(response, !to), ...named }
          return named
        }
        if (named && !to && (response.statusCode === 200 || response.statusCode === 206)) {
          this.elsewhere.set(asked, { url: from, named, until: Date.now() + elsewhereMs })
        }
        return undefined
      },
    }
  }

  private async refusal({ statusCode, headers }: IncomingMessage, place: HubPlace): Promise<Refusal> {
    const given = String(headers['x-error-code'] ?? '')
    const code = /^\w{1,40}$/.test(given) ? given : undefined
    const missing = /^(Repo|Revision|Entry)NotFound$/.test(given)
    return { code, hint: await this.cure(statusCode!, code, place), ...(missing && { missing }) }
  }

  private async cure(status: number, code: string | undefined, place: HubPlace): Promise<string | undefined> {
    if (code !== undefined && Object.hasOwn(cures, code)) return cures[code]
    const known = await this.token.get().catch(() => undefined)
    if (code === 'RepoNotFound') {
      const typed = place.untyped ? ` (of a data set the URL is hf://datasets/${place.repository}/...)` : ''
      return `Check the name of the repository${typed}; if it is private, ${known ? 'check what the token may read' : login}`
    }
    if (status === 429) return known ? undefined : `The hub allows more requests with a token: ${login}`
    if (status !== 401 && status !== 403) return undefined
    return known
      ? 'Check what the token of HF_TOKEN or of the last login may read'
      : `Not everybody may read it: ${login}`
  }
}

/** The version and the size of a file, as the hub names them. `last`: the answer is no redirect. */
function namedBy({ headers }: IncomingMessage, last: boolean): Named {
  const tag = headers['x-linked-etag'] ?? (last ? headers.etag : undefined)
  // The hub and the servers before it name a version with and without quotes, weak and strong.
  const [, word] = /^(?:W\/)?"?([\x21\x23-\x7e]{1,256})"?$/.exec(String(tag ?? '')) ?? []
  const size = Number(/^\d{1,15}$/.exec(String(headers['x-linked-size'] ?? ''))?.[0] ?? Number.NaN)
  return { ...(word && { tag: `"${word}"` }), ...(size >= 0 && { total: size }) }
}

/** What asks for the next page of a list: the query of the answer's link. Its address is the hub's own, wherever it leads. */
function nextOf({ headers }: IncomingMessage): string | undefined {
  const [, link] = /<([^<>]{1,8192})>\s*;\s*rel="?next"?/.exec(String(headers.link ?? '')) ?? []
  return link === undefined ? undefined : parseUrl(link, new URL('https://hub')).search || undefined
}

function commitOf(text: string): string {
  const { sha } = (parsed(text) ?? {}) as { sha?: unknown }
  if (typeof sha === 'string' && commitName.test(sha)) return sha
  throw new StoreFailure('the hub names no commit for the revision', { hint: 'Check HF_ENDPOINT' })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreFailure('the hub gives no JSON', { hint: 'Check HF_ENDPOINT' })
  }
}

/** The entries of a folder, which the hub names by their paths in the repository. */
function parseTree(text: string, prefix: string): { lines: string[]; marked: boolean } {
  const entries = parsed(text)
  if (!Array.isArray(entries))
    throw new StoreFailure('the hub gives no list of the folder', { hint: 'Check HF_ENDPOINT' })
  const names = { lines: new Set<string>(), marked: false }
  for (const entry of entries as unknown[]) {
    const { type, path } = (entry ?? {}) as { type?: unknown; path?: unknown }
    if (typeof path !== 'string') throw new StoreFailure('the hub lists an entry without a path')
    if (type === 'file' || type === 'directory') addKey(names, type === 'file' ? 'f' : 'd', path, prefix)
  }
  return { ...names, lines: [...names.lines] }
}
