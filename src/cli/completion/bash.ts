// Makes the completion script for bash. It needs bash 4.4 or later, and no other package.
import type { CompletedArgument, CompletedCommand, CompletedOption, Completions } from './types.js'

const offered = (values: CompletedOption['values']) =>
  values === 'files' ? 'files' : values.length ? `words '${values.join(' ')}'` : 'nothing'

/** Lines of a case on the option in front of the word: the values that it is offered. */
function valueCases(options: readonly CompletedOption[]): string[] {
  return options
    .filter((option) => option.takesValue)
    .map(({ flags, values }) => `      ${flags.join('|')}) _penstock_${offered(values)}; return ;;`)
}

const flagsOf = (options: readonly CompletedOption[]) => options.flatMap(({ flags }) => flags).join(' ')

/** The values of each argument by its position; the last one also stands for those after it if it takes many. */
function argumentCases(all: readonly CompletedArgument[]): string[] {
  return all.map(({ many, values }, i) => `      ${many ? '*' : i}) _penstock_${offered(values)} ;;`)
}

function commandCase({ name, options, arguments: all }: CompletedCommand): string {
  const positions = argumentCases(all)
  return [
    `  ${name})`,
    `    [[ $cur != -* ]] || { _penstock_words '${flagsOf(options)}'; return; }`,
    '    case $option in',
    ...valueCases(options),
    '    esac',
    ...(positions.length ? ['    case $given in', ...positions, '    esac'] : []),
    '    ;;',
  ].join('\n')
}

/** Options of any command that take a value: those that take one word, and those that take several. */
function withValue({ commands, options }: Completions, many: boolean): string {
  const all = [...options, ...commands.flatMap((command) => command.options)]
  const flags = all.filter((option) => option.takesValue && option.many === many).flatMap((option) => option.flags)
  return [...new Set(flags)].join('|') || "''"
}

export function bashScript(all: Completions): string {
  const names = all.commands.map(({ name }) => name)
  return `# bash completion of ${all.programs[0]}. Made by \`penstock completion bash\`; load it with
#   source <(penstock completion bash)

_penstock_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_penstock_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); }
_penstock_nothing() { :; }

_penstock() {
  local cur=\${COMP_WORDS[COMP_CWORD]} command= option= word i
  local -i given=0
  COMPREPLY=()
  # option: the option whose value the word would be. given: how many arguments stand in front of the word.
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in
      =) continue ;;
      -*) option=$word; continue ;;
    esac
    case $option in
      ${withValue(all, true)}) continue ;;
      ${withValue(all, false)}) option=; continue ;;
    esac
    option=
    if [[ -z $command ]]; then command=$word; else given+=1; fi
  done
  # bash takes the = of --option=value as a word.
  [[ $cur != = ]] || cur=
  case $command in
  '')
    [[ $cur != -* ]] || { _penstock_words '${flagsOf(all.options)}'; return; }
    _penstock_words '${names.join(' ')}'
    ;;
${all.commands.map(commandCase).join('\n')}
  esac
}

complete -F _penstock ${all.programs.join(' ')}
`
}
