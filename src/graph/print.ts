// Prints plans: as text and as Mermaid flowcharts.
import { escaped } from '../errors/escaped.js'
import { shownUrl } from '../errors/secrets.js'
import { schemas } from './schema.js'
import { decodedSize } from './shrink.js'
import type { Json, JsStage, Plan, ProgramInput, ProgramOp, ProgramPlan, StagePlan } from './types.js'

/** URLs may be signed. */
const withoutSecrets = (_: string, value: unknown) => (typeof value === 'string' ? shownUrl(value) : value)

/** A copy of a plan in which URLs are shown as in texts. */
export const shownPlan = (plan: Plan): Plan => JSON.parse(JSON.stringify(plan, withoutSecrets)) as Plan

const brief = (value: Json): string => {
  const text = JSON.stringify(value, withoutSecrets)
  return text.length > 48 ? `${text.slice(0, 45)}...` : text
}

const argList = (args: Record<string, Json>, inputs: [string, string][]) =>
  [...Object.entries(args).map(([k, v]) => `${k}: ${brief(v)}`), ...inputs.map(([k, v]) => `${k}: ${v}`)].join(', ')

const guardList = (guards: [string, number][]) =>
  guards.length ? ` if ${guards.map(([value, want]) => `${value} = ${want}`).join(', ')}` : ''

/**
 * The title of an operator in plans and statistics: a fused one has the names of the calls that it stands for, and an
 * operator with a name of the user's has operator and name.
 */
export function opTitle({ op, name }: Pick<ProgramOp, 'op' | 'name'>): string {
  if (name.includes('+')) return name.replaceAll('+', ' + ')
  return name.startsWith(op) ? name : `${op} (${name})`
}

function opLine(op: ProgramOp, program: ProgramPlan): string {
  const args = argList(
    op.args,
    Object.entries(op.argInputs).map(([k, v]) => [k, `%${v}`]),
  )
  const guards = guardList((op.guards ?? []).map((g) => [`%${g.value}`, g.want]))
  const [inputs, outputs] = [op.inputs, op.outputs].map((values) => values.map((v) => `%${v}`).join(', '))
  const device = op.device ? `${op.device} ` : ''
  const title = opTitle(op)
  const size = decodedSize(op, program, schemas)
  const call = `${device}${title}${title.includes(' ') ? ' ' : ''}(${inputs})${args && ` { ${args} }`}${guards}`
  return `    ${outputs} = ${call}${size ? `, ${size}` : ''}`
}

function programLines(program: ProgramPlan): string[] {
  const { inputs, ops, outputs, onDevice } = program
  const last = outputs.map((v, o) => `%${v}${onDevice?.[o] ? ' on the GPU' : ''}`)
  return [
    ...inputs.map((v, i) => `    %${i} = mailbox ${v.mailbox}, output ${v.output}`),
    ...ops.map((op) => opLine(op, program)),
    `    return ${last.join(', ')}`,
  ]
}

function stageLines(stage: StagePlan): string[] {
  switch (stage.kind) {
    case 'reader':
      return [`  reader ${stage.name} { ${argList(stage.reader, [])} }`]
    case 'source':
      return [`  source ${stage.name} (${stage.numOutputs} outputs, per ${stage.batch ? 'batch' : 'sample'})`]
    case 'cpu':
      return [`  cpu ${stage.name}`, ...programLines(stage.program)]
    case 'mixed': {
      const actors = stage.workers > 1 ? ` (${stage.workers} actors)` : ''
      return [`  mixed ${stage.name} on GPU ${stage.gpu}${actors}`, ...programLines(stage.program)]
    }
    case 'gpu':
      return [`  gpu ${stage.name} on GPU ${stage.gpu}`, ...programLines(stage.program)]
    case 'js': {
      const placed = (v: ProgramInput) => `mailbox ${v.mailbox}, output ${v.output}`
      const inputs = [...stage.inputs, ...stage.pass].map(placed)
      const guards = (stage.guards ?? []).map(({ value, want }) => `if ${placed(value)} = ${want}`)
      const workers = stage.workers > 1 ? `, ${stage.workers} workers` : ''
      return [
        `  js ${stage.name} (${codeText(stage.code)}${workers})`,
        ...[...inputs, ...guards].map((line) => `    ${line}`),
      ]
    }
    case 'sink':
      return [`  sink ${stage.name} (${stage.inputs.map((v) => v.output).join(', ')})`]
    default:
      return stage satisfies never
  }
}

const codeText = (code: JsStage['code']) =>
  'function' in code ? `function ${code.function}` : `${code.export} of ${code.module}`

/** Prints the stages with their programs, then the mailboxes between them. */
export function planToString(plan: Plan): string {
  const name = (i: number) => plan.stages[i]!.name
  const edges = plan.mailboxes.map((m) => `  ${name(m.from)} > ${name(m.to)}, room for ${m.capacity}`)
  return [
    `plan ${plan.hash}, batch ${plan.batchSize}, seed ${plan.seed}, ${plan.concurrency}, ${plan.buffers}`,
    ...plan.stages.flatMap(stageLines),
    ...edges,
  ]
    .map(escaped)
    .join('\n')
}

const entities: Readonly<Record<string, string>> = { '"': '#quot;', '<': '#lt;', '>': '#gt;' }

/** A name as text of a label: labels are HTML. */
const label = (text: string) => escaped(text).replace(/["<>]/g, (character) => entities[character]!)

/** A Mermaid flowchart of the plan: one box per stage with its operators, edges with their capacity. */
export function planToMermaid(plan: Plan): string {
  const box = (stage: StagePlan, i: number) => {
    const ops = 'program' in stage && stage.kind !== 'reader' ? stage.program.ops.map((op) => label(opTitle(op))) : []
    return `  s${i}["${[`<b>${stage.kind}</b> ${label(stage.name)}`, ...ops].join('<br/>')}"]`
  }
  const edges = plan.mailboxes.map((m) => `  s${m.from} -->|${m.capacity}| s${m.to}`)
  return ['flowchart LR', ...plan.stages.map(box), ...edges].join('\n')
}
