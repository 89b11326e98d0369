// Checks the length of functions in native, for `npm run check`. Kernels are exempt, because the compiler needs their
// long loops.
const maxLines = 60

interface SourceFile {
  path: string
  text: string
}

interface Brace {
  kind: 'scope' | 'function' | 'other'
  line: number
  head: string
}

const exempt = (path: string) => path.startsWith('native/kernels/') || path.endsWith('.cu')

/** Comments, strings and preprocessor lines without their text, but with their line breaks. */
function stripped(text: string): string {
  const noise =
    /R"(\w*)\([\s\S]*?\)\1"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm
  return text.replace(noise, (found) => found.replace(/[^\n]/g, ''))
}

/** Whether a brace after `head` initialises a member, between a constructor's parameters and its body. */
const initialises = (head: string) => /\)\s*:[^:;][^;]*[\w>]\s*$/.test(head)

/** The kind of block that a brace after these words opens, outside of functions. */
function kindOf(head: string): Brace['kind'] {
  if (/\b(?:namespace|extern)\b[^()]*$/.test(head)) return 'scope'
  if (/\b(?:class|struct|union|enum)\b[^()=]*$/.test(head)) return 'scope'
  return /=\s*$/.test(head) || initialises(head) ? 'other' : 'function'
}

/** The name before the parameters, or a macro with its argument, such as TEST(name). */
function nameOf(head: string): string {
  const found = /([\w~]+(?:::[\w~]+)*)\s*\(([^()]*)/.exec(head)
  if (!found) return head.trim().split(/\s+/).at(-1) ?? 'a function'
  return /^[A-Z_]+$/.test(found[1]!) ? `${found[1]}(${found[2]})` : found[1]!
}

/** Returns the functions of a file with their lines. A lambda counts as part of its function. */
export function functionsOf(text: string): { name: string; line: number; lines: number }[] {
  const open: Brace[] = []
  const found: { name: string; line: number; lines: number }[] = []
  let line = 1
  let head = ''
  for (const c of stripped(text)) {
    if (c === '\n') line++
    if (c === '{') {
      const inside = open.some((brace) => brace.kind !== 'scope')
      open.push({ kind: inside ? 'other' : kindOf(head), line, head })
      head = ''
    } else if (c === '}') {
      const brace = open.pop()
      if (brace?.kind === 'function') {
        found.push({ name: nameOf(brace.head), line: brace.line, lines: line - brace.line + 1 })
      }
      head = brace && initialises(brace.head) ? `${brace.head}{}` : ''
    } else {
      head = c === ';' ? '' : head + c
    }
  }
  return found
}

export function longFunctions(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !exempt(file.path))
    .flatMap(({ path, text }) =>
      functionsOf(text)
        .filter(({ lines }) => lines > maxLines)
        .map(({ name, line, lines }) => `${path}:${line}: ${name} has ${lines} lines, at most ${maxLines}; split it`),
    )
}
