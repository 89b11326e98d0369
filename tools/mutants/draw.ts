// Draws mutants: small changes of one line of a source, of which each should make a test fail. TypeScript's parser finds
// the places; a seed decides which of them are drawn, so that a run can be repeated.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'
import { randomNumbers } from '../parity/draw.js'

export interface Mutant {
  /** The source, by its path from the root of the project. */
  file: string
  line: number
  kind: string
  /** Names of the functions, methods, classes and variables that it is in. */
  within: readonly string[]
  /** The text from `start` to `end` is replaced. */
  start: number
  end: number
  text: string
}

type Change = Pick<Mutant, 'start' | 'end' | 'text'>

const operators: Record<string, [kind: string, other: string]> = {
  ...{ '<': ['comparison', '<='], '<=': ['comparison', '<'], '>': ['comparison', '>='], '>=': ['comparison', '>'] },
  ...{ '===': ['comparison', '!=='], '!==': ['comparison', '==='] },
  ...{ '&&': ['logic', '||'], '||': ['logic', '&&'] },
  ...{ '+': ['arithmetic', '-'], '-': ['arithmetic', '+'], '+=': ['arithmetic', '-='], '-=': ['arithmetic', '+='] },
}

const range = (node: Node) => ({ start: node.getStart(), end: node.getEnd() })

/** Whether a `+` joins texts. A minus would make NaN of them, which says nothing of the tests. */
const isText = (node: Node): boolean =>
  is.isStringLiteral(node) ||
  is.isNoSubstitutionTemplateLiteral(node) ||
  is.isTemplateExpression(node) ||
  (is.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

function binary(node: Node): [string, Change][] {
  if (!is.isBinaryExpression(node)) return []
  const [kind, text] = operators[node.operatorToken.getText()] ?? []
  if (!kind || !text || (kind === 'arithmetic' && isText(node))) return []
  return [[kind, { ...range(node.operatorToken), text }]]
}

function offByOne(node: Node): [string, Change][] {
  if (!is.isNumericLiteral(node) || is.isLiteralTypeNode(node.parent) || !/^\d+$/.test(node.getText())) return []
  return [['off by one', { ...range(node), text: String(Number(node.getText()) + 1) }]]
}

function negated(node: Node): [string, Change][] {
  const condition = is.isConditionalExpression(node)
    ? node.condition
    : is.isIfStatement(node) || is.isWhileStatement(node)
      ? node.expression
      : undefined
  return condition ? [['negation', { ...range(condition), text: `!(${condition.getText()})` }]] : []
}

function dropped(node: Node): [string, Change][] {
  // A constructor without super() never works.
  if (!is.isExpressionStatement(node) || node.getText().startsWith('super(')) return []
  return [['dropped statement', { ...range(node), text: ';' }]]
}

function returned(node: Node): [string, Change][] {
  const { body } = node as Node & { body?: Node }
  if (!is.isFunctionLikeDeclaration(node) || is.isConstructorDeclaration(node) || !body || !is.isBlock(body)) return []
  if (body.statements.length === 0) return []
  const start = body.getStart()
  return [['early return', { start, end: start + 1, text: '{ return;' }]]
}

function mutantsIn(file: string, source: SourceFile): Mutant[] {
  const found: Mutant[] = []
  const visit = (node: Node, within: readonly string[]): undefined => {
    const { name } = node as Node & { name?: Node }
    const names = name ? [...within, name.getText()] : within
    for (const [kind, change] of [binary, offByOne, negated, dropped, returned].flatMap((list) => list(node))) {
      const [line, last] = [change.start, change.end].map((at) => source.getLineAndCharacterOfPosition(at).line + 1)
      if (line === last) found.push({ file, line: line!, kind, within: names, ...change })
    }
    node.forEachChild((child) => visit(child, names))
  }
  visit(source, [])
  return found
}

/** All mutants of sources in the project of `root`/tsconfig.json. */
export function allMutants(root: string, files: readonly string[]): Mutant[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    return files.flatMap((file) => {
      const source = project?.program.getSourceFile(join(root, file))
      return source ? mutantsIn(file, source) : []
    })
  } finally {
    api.close()
  }
}

/** Draws `count` of them: first the kind, since statements are far more than conditions, then the place. */
export function draw(all: readonly Mutant[], seed: number, count: number): Mutant[] {
  const random = randomNumbers(seed)
  const kinds = [...new Set(all.map(({ kind }) => kind))].map((kind) => all.filter((mutant) => mutant.kind === kind))
  const drawn: Mutant[] = []
  while (drawn.length < count && kinds.length) {
    const k = Math.floor(random() * kinds.length)
    const places = kinds[k]!
    drawn.push(...places.splice(Math.floor(random() * places.length), 1))
    if (!places.length) kinds.splice(k, 1)
  }
  return drawn
}

/** The text of the whole source with the change. */
export const mutated = (source: string, { start, end, text }: Change): string =>
  source.slice(0, start) + text + source.slice(end)

/** The line before and after the change, for a reader. */
export function shown(root: string, mutant: Mutant): [before: string, after: string] {
  const source = readFileSync(join(root, mutant.file), 'utf8')
  const line = (text: string) => text.split('\n')[mutant.line - 1]!.trim()
  return [line(source), line(mutated(source, mutant))]
}
