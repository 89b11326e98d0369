// `penstock-data doctor`: checks what this machine and this build can do, and says how to fix what they cannot. The exit
// code is 1 when pipelines cannot run.
import { escaped, escapedJson } from '../errors/escaped.js'
import type { SystemInfo } from '../native.js'
import { bold, sentence, table } from '../statistics/table.js'
import { styled } from '../statistics/terminal.js'
import { Exit } from './failure.js'
import {
  addonFinding,
  affinityFinding,
  codecCure,
  coresFinding,
  type Finding,
  gpuFindings,
  limitFindings,
  memoryFinding,
  nodeFinding,
  simdFinding,
  threadsFinding,
} from './findings.js'
import { gpus, limits, memory } from './machine.js'
import { version } from './package.js'

export interface Diagnosis {
  ok: boolean
  version: string
  findings: Finding[]
  codecs: (SystemInfo['codecs'][number] & { cure?: string })[]
}

export function diagnose(): Diagnosis {
  const { finding: addon, info } = addonFinding()
  const ofAddon = info
    ? [coresFinding(info), threadsFinding(info), ...affinityFinding(info), simdFinding(info), ...gpuFindings(gpus())]
    : []
  const room = [memoryFinding(memory()), ...limitFindings(limits())]
  const findings = [nodeFinding(process.versions.node), addon, ...ofAddon, ...room]
  const codecs = (info?.codecs ?? []).map((c) => (c.ok ? c : { ...c, cure: codecCure(c.library) }))
  return { ok: findings.every((f) => f.mark !== 'bad'), version: version(), findings, codecs }
}

const marks = { fact: ['dim', '-'], ok: ['green', 'ok'], note: ['yellow', 'note'], bad: ['red', 'BAD'] } as const

function mark(kind: Finding['mark']): string {
  const [colour, word] = marks[kind]
  return styled(colour, word)
}

export function doctor(options: { json?: boolean }): void {
  const d = diagnose()
  process.stdout.write(options.json ? `${escapedJson(d)}\n` : diagnosisText(d))
  if (!d.ok) throw new Exit(1)
}

export function diagnosisText(d: Diagnosis): string {
  const lines = d.findings.flatMap((f) => [
    [mark(f.mark), f.title, f.text],
    ...('cure' in f ? [['', '', `-> ${f.cure}`]] : []),
  ])
  const findings = table([{ title: '', styled: true }, { title: '' }, { title: '' }], lines).replace(/^\n/, '')
  const codecs = d.codecs.length ? `\n${codecTable(d)}` : ''
  const end = d.ok ? 'Pipelines can run here.' : bold('Pipelines cannot run here: see BAD above.')
  return `${bold(`penstock ${d.version}`)}\n\n${findings}${codecs}\n${end}\n`
}

function codecTable({ codecs }: Diagnosis): string {
  const rows = codecs.map((c) => [mark(c.ok ? 'ok' : 'note'), c.format, c.library, c.version || '-'])
  const notes = new Set(codecs.flatMap((c) => [...(c.note ? [c.note] : []), ...(c.cure ? [`-> ${c.cure}`] : [])]))
  const lines = [...notes].map((note) => `${sentence(`  ${escaped(note)}`)}\n`)
  return (
    table([{ title: '', styled: true }, { title: 'format' }, { title: 'library' }, { title: 'version' }], rows) +
    lines.join('')
  )
}
