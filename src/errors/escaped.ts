// Escapes characters in text from outside, such as names of files and answers of servers. They could steer a terminal,
// begin a new line or turn the direction of writing, so that a report shows what was not reported.

// C0 with LF, CR and backspace, DEL, C1, the separators of lines and paragraphs, and what changes the direction.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const steering = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b' }

/**
 * The text with each such character as an escape sequence of JavaScript: `\n`, `\x1b`, `\u202e`. What is escaped already
 * stays as it is, so a text may pass here twice.
 */
export const escaped = (text: string): string => text.replace(steering, escapeOf)

/** As escaped(), for texts of several lines. */
export const escapedLines = (text: string): string =>
  text.replace(steering, (character) => (character === '\n' ? '\n' : escapeOf(character)))

/** A value as indented JSON for people and programs, in which such characters are escaped as JSON has it. */
export const escapedJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(steering, (character) =>
    character === '\n' ? '\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function escapeOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  return named[character] ?? (code < 256 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`)
}
