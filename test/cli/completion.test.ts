// `penstock completion`: the scripts are loaded into real shells, which then complete lines. zsh and fish are not
// everywhere; without one its test is skipped, and the reason is printed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { completionsOf } from '../../src/cli/completion/completion.js'
import { operatorNames } from '../../src/cli/ops.js'
import { createProgram } from '../../src/cli/program.js'
import { cli, emptyFolder } from './cli.js'

const timeout = 60_000
const folder = emptyFolder()
mkdirSync(join(folder, 'photos'))
writeFileSync(join(folder, 'my file.mjs'), '')

const script = async (shell: string) => {
  const { code, stdout, stderr } = await cli(['completion', shell])
  expect([code, stderr]).toEqual([0, ''])
  writeFileSync(join(folder, `script.${shell}`), stdout)
}

const has = (shell: string) => {
  const there = spawnSync(shell, ['--version']).status === 0
  if (!there) console.log(`The completion of ${shell} is not tested: ${shell} is not installed`)
  return there
}

/** Lines, and what all shells offer at their end. */
const lines: [string, string[]][] = [
  [
    'penstock ',
    [
      'new',
      'run',
      'check',
      'convert',
      'index',
      'serve',
      'ops',
      'doctor',
      'verify-processor',
      'bench',
      'completion',
      'help',
    ],
  ],
  ['penstock r', ['run']],
  ['penstock-data r', ['run']],
  ['penstock new --template ', ['js', 'ts', 'torch']],
  ['penstock run --on', ['--on-error']],
  ['penstock run --on-error ', ['throw', 'skip', 'placeholder']],
  ['penstock run --on-error=s', ['skip']],
  ['penstock run --on-error=', ['throw', 'skip', 'placeholder']],
  ['penstock run --epochs ', []],
  ['penstock run --data ph', ['photos']],
  ['penstock run --data a b ph', ['photos']],
  ['penstock run --epochs 3 my', ['my file.mjs']],
  ['penstock run --data photos --see', ['--seed']],
  ['penstock --verbose ops decoders.imageC', ['decoders.imageCrop']],
  ['penstock ops --mi', ['--missing']],
  ['penstock completion ', ['bash', 'zsh', 'fish']],
  ['penstock help d', ['doctor']],
]

/** Compares what a shell offered with the lines above; the order and a folder's slash are the shell's own. */
function check(offered: readonly string[][]) {
  const plain = offered.map((words) => words.map((word) => word.replace(/^--[a-z-]+=|\/$/g, '')).sort())
  expect(lines.map(([line], i) => [line, plain[i]])).toEqual(lines.map(([line, words]) => [line, [...words].sort()]))
}

describe('completion', { timeout }, () => {
  it('knows every command and option of the program, and the operators', async () => {
    const program = createProgram()
    const all = await completionsOf(program)
    // A hidden command is one that no user types.
    for (const command of program.createHelp().visibleCommands(program)) {
      if (command.name() === 'help') continue
      const found = all.commands.find(({ name }) => name === command.name())!
      const flags = new Set(found.options.flatMap((option) => option.flags))
      for (const { long } of [...command.options, ...program.options]) {
        if (long !== '--version') expect(flags).toContain(long)
      }
    }
    const ops = all.commands.find(({ name }) => name === 'ops')!
    expect(ops.arguments[0]!.values).toEqual(operatorNames())
    expect(operatorNames()).toContain('decoders.image')
  })

  it('completes in bash', async () => {
    await script('bash')
    // bash splits words at = as at blanks.
    const words = lines.map(([line]) =>
      line
        .replace(/=(?=.)/, ' = ')
        .replace(/=$/, ' =')
        .split(' ')
        .map((word) => `'${word}'`)
        .join(' '),
    )
    const text = `source ./script.bash
      complete -p penstock; complete -p penstock-data
      for line in ${words.map((line) => `"${line}"`).join(' ')}; do
        eval "COMP_WORDS=($line)"; COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _penstock
        echo; printf '%s\\t' "\${COMPREPLY[@]}"
      done`
    const [registered, ...offered] = execFileSync('bash', ['--norc', '-c', text], { cwd: folder, encoding: 'utf8' })
      .replace(/^(complete .*\n)+/, (registered) => `${registered.trim().split('\n').length}\n`)
      .replace('\n\n', '\n')
      .split('\n')
    expect(registered).toBe('2')
    check(offered.map((line) => line.split('\t').filter(Boolean)))
  })

  it.runIf(has('fish'))('completes in fish', async () => {
    await script('fish')
    const text = `source ./script.fish
      for line in ${lines.map(([line]) => `'${line}'`).join(' ')}
        echo (complete -C $line | string split -f1 \\t | string join \\t)
      end`
    const env = { ...process.env, HOME: folder }
    const offered = execFileSync('fish', ['--no-config', '-c', text], { cwd: folder, encoding: 'utf8', env })
    check(
      offered
        .trimEnd()
        .split('\n')
        .map((line) =>
          line
            .split('\t')
            .filter(Boolean)
            .map((word) => word.replaceAll('\\', '')),
        ),
    )
  })

  it.runIf(has('zsh'))('completes in zsh', async () => {
    await script('zsh')
    // zsh completes only in an interactive shell: it runs on a pseudo-terminal, and prints what is offered.
    writeFileSync(
      join(folder, 'inner.zsh'),
      `PS1='' RPS1='' PROMPT_EOL_MARK=''; stty -echo; autoload -U compinit; compinit -D -u; source ./script.zsh
      compadd() {
        if [[ \${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
        local -a hits; builtin compadd -A hits "$@"; local h; for h in $hits; do print -r -- "HIT<$h>"; done
      }
      capture() { print; BUFFER=$LINE; CURSOR=$#BUFFER; zle complete-word; print -r -- "FINISHED"; BUFFER= }
      zle -C complete-word complete-word _main_complete; zle -N capture; bindkey '^X' capture; print -r -- "REA""DY"
`,
    )
    writeFileSync(
      join(folder, 'outer.zsh'),
      `zmodload zsh/zpty; zpty z zsh -f -i; zpty -w z 'source ./inner.zsh'; zpty -r -m z out '*READY*'
      for line in ${lines.map(([line]) => `'${line}'`).join(' ')}; do
        zpty -w z "LINE=\${(q)line}; print -r -- SE''T"; zpty -r -m z out '*SET*'
        zpty -n -w z $'\\x18'; zpty -r -m z out '*FINISHED*'; print -r -- "$out"
      done`,
    )
    const env = { ...process.env, HOME: folder }
    const all = execFileSync('zsh', ['-f', 'outer.zsh'], { cwd: folder, encoding: 'utf8', env })
    const offered = all.split('FINISHED').slice(0, -1)
    check(offered.map((text) => [...text.matchAll(/^.*HIT<(.*)>/gm)].map(([, word]) => word!.replaceAll('\\', ''))))
  })

  it('refuses another shell', async () => {
    const { code, stderr } = await cli(['completion', 'powershell'])
    expect(code).toBe(1)
    expect(stderr).toContain('bash, zsh, fish')
  })
})
