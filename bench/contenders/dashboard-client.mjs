// Asks a dashboard's server for what its page asks, without a browser: reads the events, and the pixels of each
// contact sheet. Prints a line when it is connected, and reads until it is killed.
import { get } from 'node:http'

const base = new URL(process.argv[2])
const at = (path, more = '') => new URL(`${path}${base.search}${more}`, base)

get(at('/events'), (response) => {
  let rest = ''
  console.log('connected')
  response.setEncoding('utf8').on('data', (part) => {
    const events = (rest + part).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const [name, data] = event.split('\n')
      if (name !== 'event: sheet') continue
      const { number } = JSON.parse(data.slice('data: '.length))
      get(at('/sheet', `&number=${number}`), (sheet) => sheet.resume())
    }
  })
})
