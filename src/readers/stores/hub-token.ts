// The token of the Hugging Face hub, from the places where its own programs look. No value of it goes into a message.
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from './credentials.js'
import { StoreFailure } from './failure.js'

const isOn = (value: string | undefined) => /^(1|on|yes|true)$/i.test(value ?? '')

/** A file of a token, which a login may write again, is read again after this time. */
const freshMs = 5 * 60_000

/** Finds the token of the hub. Undefined where there is none, and where it must not be sent unasked. */
export class HubToken {
  private found: Promise<string | undefined> | undefined
  private until = 0

  constructor(private readonly env: Environment) {}

  get(): Promise<string | undefined> {
    if (this.found && Date.now() < this.until) return this.found
    this.until = Date.now() + freshMs
    const found = this.look()
    this.found = found
    found.catch(() => {
      // The next request looks again.
      this.until = 0
    })
    return found
  }

  private async look(): Promise<string | undefined> {
    const { env } = this
    if (isOn(env.HF_HUB_DISABLE_IMPLICIT_TOKEN)) return undefined
    const given = env.HF_TOKEN?.trim() || env.HUGGING_FACE_HUB_TOKEN?.trim()
    const [token, place] = given ? [given, 'HF_TOKEN'] : await this.kept()
    if (token && !/^[\x21-\x7e]{1,4096}$/.test(token)) {
      throw new StoreFailure(`what ${place} has is no token`, { hint: 'A token of the hub is one word: hf_...' })
    }
    return token || undefined
  }

  /** The token that a login has kept. */
  private async kept(): Promise<[token: string, place: string]> {
    const { HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME, HOME } = this.env
    const home = HF_HOME || join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'huggingface')
    const path = HF_TOKEN_PATH || join(home, 'token')
    try {
      return [(await readFile(path, 'utf8')).trim(), path]
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOENT' || code === 'ENOTDIR') return ['', path]
      throw new StoreFailure(`cannot read ${path}: ${message}`, { hint: 'Check its permissions, or set HF_TOKEN' })
    }
  }
}
