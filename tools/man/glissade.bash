# SPDX-FileCopyrightText: The Glissade authors
# SPDX-License-Identifier: MIT

# Completes `glissade` in bash.

_glissade() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} i
    if ((COMP_CWORD == 1)); then
        mapfile -t COMPREPLY < <(compgen -W "run why info options default bench cache --help --version" -- "$current")
        return
    fi
    if [[ $command == run ]]; then
        # From the program's name on everything is the program's.
        for ((i = 2; i < COMP_CWORD; ++i)); do
            case ${COMP_WORDS[i]} in
            -d | --device | -o | --option | --report | --trace) ((++i)) ;;
            --) ((++i)) ;&
            [^-]*)
                if ((i < COMP_CWORD)) && declare -F _command_offset >/dev/null; then
                    _command_offset "$i"
                    return
                fi
                ;;
            esac
        done
    fi
    case $command:$previous in
    *:-d | *:--device) mapfile -t COMPREPLY < <(compgen -W "cpu lavapipe" -- "$current"; compgen -f -X '!*.json' -- "$current") ;;
    *:-o | *:--option)
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" options 2>/dev/null | sed -n 's/^  \([a-z0-9-]*=\).*/\1/p')" -- "$current")
        compopt -o nospace
        ;;
    *:--report | *:--trace | *:--root | *:--output | *:--mesa-root | bench:--json) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    *)
        case $command in
        run)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W "--device --option --report --trace --why --help --" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -c -- "$current")
            fi
            ;;
        why) mapfile -t COMPREPLY < <(compgen -W "--report --trace --help" -- "$current") ;;
        info) mapfile -t COMPREPLY < <(compgen -W "--device --help" -- "$current") ;;
        options) mapfile -t COMPREPLY < <(compgen -W "--program --help" -- "$current") ;;
        bench)
            mapfile -t COMPREPLY < <(compgen -W "--device --what --peers --rounds --seconds --output --json --mesa-root --list --help" \
                -- "$current")
            ;;
        default) mapfile -t COMPREPLY < <(compgen -W "on off --root --help" -- "$current") ;;
        cache)
            if ((COMP_CWORD == 2)); then
                mapfile -t COMPREPLY < <(compgen -W "path size clear ls stats verify prune export import --help" -- "$current")
                return
            fi
            case ${COMP_WORDS[2]}:$current in
            ls:* | stats:*) mapfile -t COMPREPLY < <(compgen -W "--json --help" -- "$current") ;;
            verify:*) mapfile -t COMPREPLY < <(compgen -W "--remove --json --help" -- "$current") ;;
            prune:*) mapfile -t COMPREPLY < <(compgen -W "--max --json --help" -- "$current") ;;
            export:-*) mapfile -t COMPREPLY < <(compgen -W "--portable --help" -- "$current") ;;
            import:-*) mapfile -t COMPREPLY < <(compgen -W "--native --json --help" -- "$current") ;;
            export:* | import:*) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
            esac
            ;;
        esac
        ;;
    esac
}
complete -F _glissade glissade
