// Turns URLs into text without what may be secret: user, password and query (a signature, a token).
// native/dataset/stores/signed_url.cc has the same function for texts that native code makes; test/stores/secrets.test.ts
// gives both the same cases.

const scheme = /^(?:[a-z][a-z0-9+.-]{0,20}:\/\/|(?:https?|s3|gs|hf):[/\\]+)/i

/** A path or URL as messages show it: a URL without its user and its query. Other texts are returned as they are. */
export function shownUrl(path: string): string {
  const head = scheme.exec(path)?.[0]
  if (!head) return path
  return head + withoutQuery(withoutUser(path.slice(head.length)), /^http/i.test(head))
}

function withoutUser(rest: string): string {
  const end = rest.search(/[/?#\\]/)
  const authority = end < 0 ? rest : rest.slice(0, end)
  const at = authority.lastIndexOf('@')
  if (at >= 0) return rest.slice(at + 1)
  // A password that is not escaped may have the characters that end the authority.
  const colon = authority.indexOf(':')
  if (colon < 0 || authority.startsWith('[') || /^\d*$/.test(authority.slice(colon + 1))) return rest
  const last = rest.lastIndexOf('@')
  return last >= 0 ? rest.slice(last + 1) : authority.slice(0, colon) + rest.slice(authority.length)
}

/** In a key of s3://, gs:// and hf:// a question mark is a letter, unless a query follows it. */
function withoutQuery(rest: string, web: boolean): string {
  if (web) return rest.replace(/[?#].*$/s, '')
  const mark = rest.indexOf('?')
  return mark >= 0 && rest.lastIndexOf('=') > mark ? rest.slice(0, mark) : rest
}

const urls = /\b(?:[a-z][a-z0-9+.-]{0,20}:\/\/|(?:https?|s3|gs|hf):[/\\])[^\s'"`<>]+/gi

/** A text, each of whose URLs is shown as shownUrl() does. */
export const withoutSecrets = (text: string): string =>
  text.replace(urls, (url) => {
    const [end] = /[:.,;)\]}]*$/.exec(url)!
    return shownUrl(url.slice(0, url.length - end.length)) + end
  })
