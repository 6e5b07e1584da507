# SPDX-License-Identifier: MIT
# Completion of martlet(1) for fish.

function __martlet_conversations
    echo notes
    martlet list 2>/dev/null | string match --regex --groups-only '<([^ <>]*)>'
end

set -l commands send list search export import
complete -c martlet -f
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -l demo \
    -d "try it on a conversation that leaves nothing behind"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -l version \
    -d "print the version"
complete -c martlet -l help -s h -d "print the help"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -a send -d "send a message"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -a list \
    -d "list the conversations"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -a search \
    -d "find messages by their words"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -a export \
    -d "write everything, or one conversation, to a file"
complete -c martlet -n "not __fish_seen_subcommand_from $commands" -a import \
    -d "take in what was exported"
complete -c martlet -n "__fish_seen_subcommand_from send export" -a "(__martlet_conversations)"
complete -c martlet -n "__fish_seen_subcommand_from search" -l limit -x -d "the newest only"
complete -c martlet -n "__fish_seen_subcommand_from list search" -l json -d "for programs"
complete -c martlet -n "__fish_seen_subcommand_from export" -l format -x -a "json html text" \
    -d "the form of the file"
complete -c martlet -n "__fish_seen_subcommand_from export" -l output -r -F -d "the file"
complete -c martlet -n "__fish_seen_subcommand_from import" -F
