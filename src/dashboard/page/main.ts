// Connects the page to the server, and hands each message to the parts of the page that show it.
import 'uplot/dist/uPlot.min.css'
import './page.css'
import type { Hello, Sheet, Update } from '../messages.js'
import { SampleBrowser } from './browser.js'
import { at, say } from './dom.js'
import { StageGraph } from './graph.js'
import { Numbers } from './numbers.js'
import { Plots } from './plots.js'
import { Recent, wholeRun } from './recent.js'
import { ContactSheet } from './samples.js'
import { address } from './server.js'
import { BadSamples, showOps } from './tables.js'
import { Timeline } from './timeline.js'

/** Shares of "now" cover this time; those of the plots a shorter one. */
const recentMs = 10_000
const plotMs = 2000

interface Views {
  hello: Hello
  numbers: Numbers
  graph: StageGraph
  plots: Plots
}

const recent = new Recent(recentMs + 2000)
const browser = new SampleBrowser()
const sheet = new ContactSheet((thumbs, k) => browser.open(thumbs, k))
const bad = new BadSamples((index, epoch) => browser.open([{ index, epoch, source: '' }], 0))
new Timeline()
let views: Views | undefined
let lastUpdate: Update | undefined

for (const [id, path] of [
  ['get-trace', 'trace.json'],
  ['get-statistics', 'statistics.json'],
] as const) {
  at<HTMLAnchorElement>(id).href = address(path)
}
// A region that scrolls must be reachable by keys.
for (const region of document.querySelectorAll<HTMLElement>('.scroll')) region.tabIndex = 0
at('span').addEventListener('change', () => lastUpdate && show(lastUpdate))

function state(name: string, text: string): void {
  at('state').dataset.state = name
  say(at('state'), text)
}

function begin(hello: Hello): void {
  // After a lost connection the page may find another run; the same run keeps its plots.
  if (views && JSON.stringify(views.hello) === JSON.stringify(hello)) return
  recent.clear()
  views = { hello, numbers: new Numbers(hello), graph: new StageGraph(hello), plots: new Plots(hello) }
  const { stages, batchSize, executor, seed, pid } = hello
  const threads = hello.threads === null ? '' : `, ${hello.threads} threads`
  say(at('facts'), `process ${pid}, ${executor} executor, batch ${batchSize}${threads}, seed ${seed}`)
  document.title = `${stages.find(({ kind }) => kind === 'reader' || kind === 'source')?.name ?? 'pipeline'} · penstock`
}

function show(update: Update): void {
  const { statistics } = update
  if (!views || !statistics) return
  const { hello, numbers, graph } = views
  const chosen = document.querySelector<HTMLInputElement>('#span input:checked')?.value
  const all = wholeRun(statistics)
  const lately = update.state === 'ended' ? all : (recent.shares(recentMs) ?? all)
  numbers.show(update, lately)
  graph.show(statistics, chosen === 'whole' ? all : lately, update.waiting)
  showOps(hello, statistics)
  bad.show(statistics)
  const { verdict } = statistics
  at('verdict').dataset.kind = verdict.kind
  say(at('verdict-text'), verdict.text)
}

function receive(update: Update): void {
  const words = { waiting: 'waiting for the first batch', running: 'running', ended: 'ended' }
  state(update.state, words[update.state])
  lastUpdate = update
  recent.add(update)
  if (update.statistics && update.state === 'running') views?.plots.add(update, recent.shares(plotMs)!)
  show(update)
  if (update.last) events.close()
}

const events = new EventSource(address('events'))
const on = <Data>(name: string, use: (data: Data) => void) =>
  events.addEventListener(name, (event) => use(JSON.parse((event as MessageEvent<string>).data) as Data))
on<Hello>('hello', begin)
on<Update>('update', receive)
on<Sheet>('sheet', (next) => void sheet.show(next))
events.addEventListener('error', () => {
  if (lastUpdate?.last) return
  state('lost', 'connection lost')
})
