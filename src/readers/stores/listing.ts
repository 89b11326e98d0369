// The answer of S3's ListObjectsV2: its names, and where the next page begins. Time is linear in the text.
import { StoreFailure, said } from './failure.js'

/** A name in a folder as its line is given: "d NAME" for a folder, "f NAME" for an object. */
export interface Page {
  lines: string[]
  /** Whether there is an object with the folder's own name, which marks a folder that may have nothing else. */
  marked: boolean
  /** The token that asks for the next page. */
  token: string | undefined
}

const tag = /<(\/?)([A-Za-z]+)[^<>]*>([^<]*)/g
const named: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  Contents: ['f', 'Key'],
  CommonPrefixes: ['d', 'Prefix'],
}

/** `prefix`: the folder that was asked for, which all names in it begin with. */
export function parsePage(text: string, prefix: string): Page {
  // A name that is given twice is one: a folder is listed once.
  const page = { lines: new Set<string>(), marked: false, token: undefined as string | undefined }
  let entry: readonly [kind: string, name: string] | undefined
  for (const [, end, name, value] of text.matchAll(tag)) {
    const own = named[name!]
    if (own) entry = end ? undefined : own
    else if (end) continue
    else if (name === 'NextContinuationToken') page.token = unescapeXml(value!) || undefined
    else if (entry && entry[1] === name) addName(page, entry[0], value!, prefix)
  }
  return { ...page, lines: [...page.lines] }
}

const addName = (page: Names, kind: string, value: string, prefix: string): void =>
  addKey(page, kind, decoded(unescapeXml(value).replace(/\+/g, ' ')), prefix)

/** The names of a page while it is read: one that is given twice is one. */
export interface Names {
  lines: Set<string>
  marked: boolean
}

/** Adds what a store calls `key` to the names in the folder `prefix`. */
export function addKey(page: Names, kind: string, key: string, prefix: string): void {
  // A server may name what lies in a folder without the folder.
  const own = (key.startsWith(prefix) ? key.slice(prefix.length) : key).replace(/\/$/, '')
  if (own.includes('/')) {
    throw new StoreFailure(`the store lists '${said(key)}', which does not lie in the folder`)
  }
  page.marked ||= !own
  // A line feed would end a name.
  if (own && !own.includes('\n')) page.lines.add(`${kind} ${own}\n`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new StoreFailure(`the store lists '${said(text)}', which is no name`)
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (all, decimal, hex, name) => {
    if (name) return Object.hasOwn(entities, name) ? entities[name]! : all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
