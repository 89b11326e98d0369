// Makes the completion script for fish.
import type { CompletedCommand, CompletedOption, Completions } from './types.js'

const quoted = (text: string) => `'${text.replace(/[\\']/g, (c) => `\\${c}`)}'`

const words = (values: readonly string[]) => quoted(values.join(' '))

/** The flags of an option, and what its value is: -x takes no files, -F files, -a these words. */
function optionLine(condition: string, { flags, text, takesValue, values }: CompletedOption): string {
  const named = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = !takesValue ? '' : values === 'files' ? ' -r -F' : ` -x${values.length ? ` -a ${words(values)}` : ''}`
  return `-n ${quoted(condition)} ${named.join(' ')}${value} -d ${quoted(text)}`
}

function commandLines({ name, text, options, arguments: all }: CompletedCommand): string[] {
  const inside = `__fish_seen_subcommand_from ${name}`
  const values = all.map((argument) => argument.values)
  return [
    `-n __penstock_needs_command -a ${name} -d ${quoted(text)}`,
    ...options.map((option) => optionLine(inside, option)),
    ...(values.includes('files') ? [`-n ${quoted(inside)} -F`] : []),
    ...values.flatMap((each) => (each === 'files' || !each.length ? [] : [`-n ${quoted(inside)} -a ${words(each)}`])),
  ]
}

export function fishScript(all: Completions): string {
  const names = all.commands.map(({ name }) => name).join(' ')
  const lines = [
    '-f',
    ...all.options.map((option) => optionLine('__penstock_needs_command', option)),
    ...all.commands.flatMap(commandLines),
  ]
  return `# fish completion of ${all.programs[0]}. Made by \`penstock completion fish\`; load it with
#   penstock completion fish | source

function __penstock_needs_command
  not __fish_seen_subcommand_from ${names}
end

${all.programs.flatMap((program) => lines.map((line) => `complete -c ${program} ${line}`)).join('\n')}
`
}
