# Completion of fish for the tools of an installed Facet, by what their --help says: options, verbs of facet-config, names of
# targets and devices, files.
#
#   source SDK/share/fish/vendor_completions.d/facet.fish
# or, for fish to find it: set -x XDG_DATA_DIRS SDK/share:/usr/local/share:/usr/share

function __facet_targets --argument-names tool
    set -l program (command -s $tool)
    test -n "$program"; or return
    for file in (dirname (dirname (realpath $program)))/lib/facet/targets/*.toml
        basename $file .toml
    end
end

# The words that the one before the cursor may become, as whole words.
function __facet
    set -l tool (commandline -opc)[1]
    set -l word (commandline -ct)
    set -l before (commandline -opc)[-1]
    set -l start ''
    set -l option
    # The value of an option: -targets=x86_64 and -targets x86_64.
    if string match -q -- '-*=*' $word
        set option (string split -m 1 = -- $word)[1]
        set start $option=
        set word (string split -m 1 = -- $word)[2]
    else if string match -q -- '-*' $before
        set option $before
    end
    switch "$option"
        case -target -targets --targets -fsycl-targets -fsycl-fixed-targets -emulate -fsycl-emulate
            set -l found (__facet_targets $tool)
            if string match -q -- '*emulate' $option
                set found (string match -rv '^(emu_|spir64|x86_64)' -- $found)
            end
            # The last of a list.
            set -l list (string replace -r '[^,]*$' '' -- $word)
            printf '%s\n' $start$list$found
            return
    end
    if test -n "$start"
        __fish_complete_path $word | string replace -r '^' -- $start
        return
    end
    if string match -q -- '-*' $word
        command $tool --help 2>/dev/null | grep -oE '(^|[[ |,])--?[A-Za-z][A-Za-z-]*=?' | tr -d '[ |,' | grep -v -- '-$' | sort -u
    else if test (basename $tool) = facet-config; and test (count (commandline -opc)) -eq 1
        command $tool --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p'
    else
        __fish_complete_path $word
    end
end

for tool in facet-config facet-deploy sycl-aot sycl-clang sycl-clang++ sycl-device-link sycl-explain sycl-image-dump sycl-ls sycl-offload-wrapper sycl-post-link
    complete -c $tool -f -a '(__facet)'
end
