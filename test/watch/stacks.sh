#!/bin/sh
# Prints what every thread of a process and of its descendants is doing: native stacks by eu-stack or gdb where one of
# them is installed and allowed to look, else the kernel's view of each thread. `--end` then ends these processes.
# Usage: sh test/watch/stacks.sh [--end] PID
set -u

end=no
if [ "${1-}" = --end ]; then
  end=yes
  shift
fi
root=${1:?a process id is missing}

# Prints "PID PARENT" of every process. The name, in parentheses, may have spaces in it.
parents() { sed -n 's/^\([0-9]*\) (.*) [A-Za-z] \([0-9]*\) .*/\1 \2/p' /proc/[0-9]*/stat 2>/dev/null; }

tree() { # the process and its descendants, parents first
  parents | awk -v root="$1" '
    { children[$2] = children[$2] " " $1 }
    function walk(pid,  list, count, i) {
      print pid
      count = split(children[pid], list, " ")
      for (i = 1; i <= count; i++) walk(list[i])
    }
    END { walk(root) }'
}

# Limits a tool's time, because a process in a bad state can make it wait for ever. Removes empty lines (gdb prints one
# before each thread), so that the stacks of a process form one paragraph, and the lines in which gdb counts threads.
limited() { timeout -k 1 20 "$@" </dev/null 2>&1 | sed -e '/^$/d' -e '/^\[New LWP /d'; }

has_frames() { case $1 in *'#0 '*) return 0 ;; esac; return 1; }

native_stacks() {
  if command -v eu-stack >/dev/null; then
    out=$(limited eu-stack -p "$1")
    if has_frames "$out"; then printf '%s\n' "$out"; return; fi
  fi
  if command -v gdb >/dev/null; then
    out=$(limited gdb -p "$1" -batch -nx -ex 'set debuginfod enabled off' -ex 'thread apply all backtrace 40')
    if has_frames "$out"; then printf '%s\n' "$out"; return; fi
  fi
  echo '(no native stacks: neither eu-stack nor gdb is installed, or they may not look at the process)'
  for task in /proc/"$1"/task/*; do
    [ -d "$task" ] || continue
    printf 'thread %s (%s): waits in %s, system call %s\n' "${task##*/}" "$(cat "$task/comm" 2>/dev/null)" \
      "$(cat "$task/wchan" 2>/dev/null)" "$(cut -d' ' -f1 "$task/syscall" 2>/dev/null)"
  done
}

pids=$(tree "$root")
for pid in $pids; do
  [ -d "/proc/$pid" ] || continue
  echo "process $pid: $(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null | cut -c 1-300)"
  native_stacks "$pid"
done
if [ $end = yes ]; then
  for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
fi
exit 0
