// Name filters: glob patterns with the meaning of POSIX fnmatch, which is what DALI's filters have: * ? [set] and backslash
// escapes are special, a leading dot is ordinary, and braces, parentheses, ! and quotes stand for themselves.

import picomatch from 'picomatch'

// Whole tokens that pass through (escapes and sets), then any single character with a meaning outside fnmatch.
const TOKEN = /\\\\|\\.|\[[!^]?\]?(?:\[:\w+:\]|\\.|[^\]])*\]|[^\w*?.-]/gu

// All else that picomatch knows beyond fnmatch needs a character that `protect` escapes.
const OPTIONS: picomatch.PicomatchOptions = { dot: true, posix: true, literalBrackets: false }

/** A test for "the name matches one of the patterns". */
export function nameFilter(patterns: readonly string[], caseSensitive: boolean): (name: string) => boolean {
  const sources = patterns.filter((p) => p !== '').map((p) => picomatch.makeRe(protect(p), OPTIONS).source)
  const any = sources.length > 0 ? new RegExp(sources.join('|'), caseSensitive ? '' : 'i') : /(?!)/
  return (name) => any.test(name)
}

function protect(pattern: string): string {
  return pattern.replace(TOKEN, (token) => {
    // picomatch never returns from a pattern that ends in an escaped backslash; as a set it does.
    if (token === '\\\\') return '[\\\\]'
    return token.length > 1 || token === '\\' ? token : `\\${token}`
  })
}
