// Runs programs one after the other in this process: node run-programs.mjs REPORT PROGRAM... The report is a JSON list with
// what each has printed by console.log, from which place, and the error that it ended with.
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { format, inspect } from 'node:util'

const [report, ...programs] = process.argv.splice(2)
const results = []
console.log = (...values) => results.at(-1).printed.push({ at: new Error().stack, text: format(...values) })

for (const program of programs) {
  const result = { program, printed: [], error: 'it did not end' }
  results.push(result)
  writeFileSync(report, JSON.stringify(results))
  try {
    await import(pathToFileURL(program))
    result.error = null
  } catch (error) {
    result.error = inspect(error)
  }
}
writeFileSync(report, JSON.stringify(results))
process.exit()
