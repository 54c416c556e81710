// The completion scripts of four shells. Each calls `revos __complete -- <words>` and falls back to files.

const bash = `# revos completion for bash:  source <(revos completion bash)
_revos() {
  local cur words line
  COMPREPLY=()
  words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  cur="\${COMP_WORDS[COMP_CWORD]}"
  while IFS= read -r line; do
    line="\${line%%$'\\t'*}"
    [[ "$cur" == "" && "$COMP_WORDBREAKS" == *=* && "\${COMP_WORDS[COMP_CWORD-1]}" == "=" ]] && line="\${line#*=}"
    COMPREPLY+=("$line")
  done < <(revos __complete -- "\${words[@]}" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o default 2>/dev/null
  fi
}
complete -F _revos revos
`;

const zsh = `#compdef revos
# revos completion for zsh:  source <(revos completion zsh)
_revos() {
  local -a lines candidates
  local line
  lines=("\${(@f)$(revos __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  for line in $lines; do
    [[ -z "$line" ]] && continue
    if [[ "$line" == *$'\\t'* ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      candidates+=("\${line//:/\\\\:}")
    fi
  done
  if (( \${#candidates} )); then
    _describe -V 'revos' candidates
  else
    _files
  fi
}
if [[ "\${zsh_eval_context[-1]}" == "loadautofunc" ]]; then _revos "$@"; else compdef _revos revos; fi
`;

const fish = `# revos completion for fish:  revos completion fish | source
function __revos_complete
  set -l words (commandline -opc) (commandline -ct)
  revos __complete -- $words[2..-1] 2>/dev/null
end
complete -c revos -f -n 'test (count (__revos_complete)) -gt 0' -a '(__revos_complete)'
complete -c revos -F -n 'test (count (__revos_complete)) -eq 0'
`;

const pwsh = `# revos completion for PowerShell:  revos completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName revos -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  revos __complete -- @words 2>$null | ForEach-Object {
    $word, $about = $_ -split "\`t", 2
    if (-not $about) { $about = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
  }
}
`;

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish, pwsh };

export const scriptFor = (shell: string): string => scripts[shell] ?? "";
