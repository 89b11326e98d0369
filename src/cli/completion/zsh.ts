// Makes the completion script for zsh, which works from a folder of $fpath and by `source`.
import type { CompletedArgument, CompletedCommand, CompletedOption, Completions } from './types.js'

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** A description inside of a specification of _arguments. */
const plain = (text: string) => text.replace(/[[\]:\\]/g, (c) => `\\${c}`)

const action = (values: CompletedOption['values']) =>
  values === 'files' ? '_files' : values.length ? `(${values.join(' ')})` : ' '

/**
 * A specification per flag, in which all flags of the option exclude each other. An option that takes many words has a
 * value for the first one; those after it are completed as arguments.
 */
function optionSpecs({ flags, text, takesValue, many, values }: CompletedOption): string[] {
  const name = flags.at(-1)!.replace(/^-+/, '')
  const value = takesValue ? `:${plain(name)}:${action(values)}` : ''
  return flags.map((flag) =>
    quoted(
      `${many ? '*' : `(${flags.join(' ')})`}${flag}${takesValue && flag.startsWith('--') ? '=' : ''}[${plain(text)}]${value}`,
    ),
  )
}

const argumentSpec = ({ name, many, values }: CompletedArgument) =>
  quoted(`${many ? '*' : ''}:${plain(name)}:${action(values)}`)

function commandCase({ name, options, arguments: all }: CompletedCommand): string {
  const specs = [...options.flatMap(optionSpecs), ...all.map(argumentSpec)]
  return `    ${name}) _arguments -s ${specs.map((spec) => `\\\n        ${spec}`).join(' ')} ;;`
}

export function zshScript(all: Completions): string {
  const described = all.commands.map(({ name, text }) => quoted(`${name}:${text}`))
  return `#compdef ${all.programs.join(' ')}
# zsh completion of ${all.programs[0]}. Made by \`penstock completion zsh\`; load it behind compinit with
#   source <(penstock completion zsh)

_penstock() {
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C ${all.options
    .flatMap(optionSpecs)
    .map((spec) => `\\\n    ${spec}`)
    .join(' ')} \\
    '1:command:->command' '*::argument:->argument' && return
  case $state in
  command)
    local -a commands=(
      ${described.join('\n      ')}
    )
    _describe command commands
    ;;
  argument)
    case $words[1] in
${all.commands.map(commandCase).join('\n')}
    esac
    ;;
  esac
}

# A file of $fpath is the function itself; a sourced script defines it for later.
if [[ $funcstack[1] == _penstock ]]; then
  _penstock "$@"
else
  compdef _penstock ${all.programs.join(' ')}
fi
`
}
