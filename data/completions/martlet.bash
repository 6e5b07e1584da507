# SPDX-License-Identifier: MIT
# Completion of martlet(1) for bash.

_martlet_conversations() {
  # Addresses are completed; they have no blanks, as titles may.
  martlet list 2>/dev/null | sed -n 's/.*<\([^ <>]*\)>.*/\1/p'
  echo notes
}

_martlet() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "send list search export import --demo --help --version" -- "$current")
    return
  fi
  case $command:$previous in
    export:--format)
      mapfile -t COMPREPLY < <(compgen -W "json html text" -- "$current")
      return
      ;;
    search:--limit) return ;;
    export:--output)
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac
  case $command in
    send)
      if [ "$COMP_CWORD" = 2 ]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_martlet_conversations) --help" -- "$current")
      else
        mapfile -t COMPREPLY < <(compgen -W "-" -- "$current")
      fi
      ;;
    list) mapfile -t COMPREPLY < <(compgen -W "--json --help" -- "$current") ;;
    search)
      mapfile -t COMPREPLY < <(compgen -W "--json --limit --help from: in: has:link" -- "$current")
      ;;
    export)
      mapfile -t COMPREPLY < <(
        compgen -W "--format --output --help $(_martlet_conversations)" -- "$current")
      ;;
    import) mapfile -t COMPREPLY < <(compgen -W "--help -" -- "$current"; compgen -f -- "$current") ;;
  esac
}

complete -o filenames -F _martlet martlet
