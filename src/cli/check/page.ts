// The report of a check as one HTML page, which needs nothing beside it: pictures and style are in it, and it has no script. Names
// are strangers' texts, and are escaped wherever they stand.
import { escaped } from '../../errors/escaped.js'
import { duration, megabytes, plural, whole } from '../../statistics/units.js'
import { rounded } from './numbers.js'
import { style } from './page-style.js'
import type { CheckReport, Distribution, Example, FindingReport } from './types.js'

/** Examples of a finding that are shown, and bars of classes. */
export const shownExamples = 12
const shownClasses = 400

const html = (text: string) => escaped(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** `pictures`: data URLs of JPEG files by sample. */
export function pageOf(report: CheckReport, pictures: ReadonlyMap<number, string>): string {
  const { findings } = report
  const body = [
    header(report),
    findings.length
      ? ''
      : `<section class="card"><h2>Findings</h2><p>No ${report.kind} is bad, and none is suspicious.</p></section>`,
    ...findings.map((finding) => findingCard(finding, pictures)),
    sizes(report),
    channels(report),
    classes(report),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>Check of ${html(report.data)}</title>
<style>${style}</style>
</head>
<body>
${body.filter(Boolean).join('\n')}
</body>
</html>
`
}

function header(report: CheckReport): string {
  const { data, kind, read, good, bad, encodedBytes, decodedBytes, samplesPerSecond, threads } = report
  const { seconds, against, warnings } = report
  const rate = `${whole(samplesPerSecond)} ${kind}s/s with ${plural(threads, 'thread')}`
  const facts: [string, string][] = [
    [`${kind}s`, whole(read)],
    ['good', whole(good)],
    ['bad', whole(bad)],
    ['duplicates', whole(report.duplicates)],
    ...(encodedBytes ? [['read', megabytes(encodedBytes)] as [string, string]] : []),
    ['decoded', megabytes(decodedBytes)],
    ['reading and decoding', rate],
    ['an epoch takes', samplesPerSecond > 0 ? duration(report.samples / samplesPerSecond) : '--'],
    ['the check took', duration(seconds)],
    ...(warnings ? [['odd data made up for', plural(warnings, 'time')] as [string, string]] : []),
  ]
  const list = facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')
  const compared = against
    ? `<p>Compared with ${plural(against.read, 'sample')} of <code>${html(against.data)}</code></p>`
    : ''
  const fails = report.findings.filter((finding) => finding.fails)
  const verdict = fails.length
    ? `<p class="verdict fails">Fails: ${fails.map(({ name, count }) => `${whole(count)} ${name}`).join(', ')}</p>`
    : '<p class="verdict passes">Passes</p>'
  return `<header><h1>Check of <code>${html(data)}</code></h1>${verdict}${compared}<dl class="facts">${list}</dl></header>`
}

function findingCard(finding: FindingReport, pictures: ReadonlyMap<number, string>): string {
  const { name, group, fails, count, unit, what, todo, examples } = finding
  const shown = examples.slice(0, shownExamples)
  const hasPictures = shown.some(({ index }) => index !== null && pictures.has(index))
  const items = shown.map((example) => (hasPictures ? figure(example, pictures) : line(example))).join('')
  const list = hasPictures ? `<div class="pictures">${items}</div>` : items && `<ul class="list">${items}</ul>`
  const rest =
    count > shown.length && shown.length && unit !== 'file'
      ? `<p class="soft">and ${whole(count - shown.length)} more</p>`
      : ''
  return `<section class="card ${fails ? 'fails' : group}" id="${name}"><h2>${name} <span class="count">${whole(count)}</span>${
    fails ? ' <span class="tag">fails</span>' : ''
  }</h2><p>${html(`${plural(count, unit)} ${what}`)}.</p><p class="todo">${html(todo)}.</p>${list}${rest}</section>`
}

function figure({ source, index, note }: Example, pictures: ReadonlyMap<number, string>): string {
  const url = index === null ? undefined : pictures.get(index)
  const image = url ? `<img src="${url}" alt="" loading="lazy">` : '<span class="none">no picture</span>'
  return `<figure>${image}<figcaption><b title="${html(source)}">${html(nameOf(source))}</b> ${html(note)}</figcaption></figure>`
}

const line = ({ source, note }: Example) => `<li><code>${html(source)}</code> ${html(note)}</li>`

/** The end of a path, with the folder that a file is in, which may be its class. */
const nameOf = (source: string) => source.split('/').slice(-2).join('/')

const titles: Readonly<Record<string, string>> = {
  ...{ width: 'Width, pixels', height: 'Height, pixels', aspect: 'Longer by shorter side' },
  ...{ seconds: 'Length, seconds', bytes: 'Size of the file, bytes' },
}

function sizes({ sizes: all }: CheckReport): string {
  const plots = Object.entries(all).map(([name, distribution]) => plot(titles[name] ?? name, distribution))
  return plots.length ? `<section class="card"><h2>Sizes</h2><div class="plots">${plots.join('')}</div></section>` : ''
}

const plotSize = { width: 240, height: 72 }

/** Bars from the smallest to the largest number; each is as wide, in logarithms, as the others. */
function plot(title: string, { min, p5, median, p95, max, histogram: { counts, edges } }: Distribution): string {
  const { width, height } = plotSize
  const most = Math.max(...counts)
  const step = width / counts.length
  const rects = counts.map((count, i) => {
    if (!count) return ''
    const tall = Math.max(1, (height * count) / most)
    const label = `${rounded(edges[i]!)} to ${rounded(edges[i + 1] ?? edges[i]!)}: ${whole(count)}`
    return `<rect x="${(i * step + 0.5).toFixed(2)}" y="${(height - tall).toFixed(2)}" width="${(step - 1).toFixed(2)}" height="${tall.toFixed(2)}"><title>${label}</title></rect>`
  })
  const svg = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">${rects.join('')}</svg>`
  const ends = `<p class="ends"><span>${rounded(min)}</span><span>median ${rounded(median)}</span><span>${rounded(max)}</span></p>`
  return `<div><h3>${title}</h3>${svg}${ends}<p class="soft">9 of 10 from ${rounded(p5)} to ${rounded(p95)}</p></div>`
}

function channels({ channels: all, formats, channelCounts }: CheckReport): string {
  const chips = [
    ...Object.entries(formats).map(([name, count]) => `${whole(count)} ${name}`),
    ...Object.entries(channelCounts).map(([n, count]) => `${whole(count)} with ${plural(Number(n), 'channel')}`),
  ].map((text) => `<li>${html(text)}</li>`)
  if (!all.length && !chips.length) return ''
  const rows = all.map(
    ({ name, mean, std, mean01, std01 }) =>
      `<tr><th scope="row">${name}</th>${[mean.toFixed(3), std.toFixed(3), mean01.toFixed(5), std01.toFixed(5)]
        .map((text) => `<td>${text}</td>`)
        .join('')}</tr>`,
  )
  const head = ['', 'mean, 0 to 255', 'deviation', 'mean, 0 to 1', 'deviation'].map(
    (text) => `<th scope="col">${text}</th>`,
  )
  const table = rows.length
    ? `<div class="wide"><table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
    : ''
  return `<section class="card"><h2>Pixels and formats</h2><ul class="chips">${chips.join('')}</ul>${table}</section>`
}

function classes({ classes: all }: CheckReport): string {
  if (!all.length) return ''
  const most = all.reduce((most, { count }) => Math.max(most, count), 1)
  const sorted = [...all].sort((a, b) => b.count - a.count)
  const bars = sorted.slice(0, shownClasses).map(({ label, name, count }) => {
    const share = ((100 * count) / most).toFixed(1)
    return `<li><span class="name">${html(name ?? String(label))}</span><span class="bar"><i style="width:${share}%"></i></span><span class="n">${whole(count)}</span></li>`
  })
  const rest =
    all.length > bars.length ? `<p class="soft">and ${whole(all.length - bars.length)} more, with fewer</p>` : ''
  return `<section class="card"><h2>Classes <span class="count">${whole(all.length)}</span></h2><ul class="bars">${bars.join('')}</ul>${rest}</section>`
}
