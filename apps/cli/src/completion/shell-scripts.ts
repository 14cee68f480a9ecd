/** Each script calls `drover __complete` with the words so far, the last one unfinished, and offers the printed lines. */
export const shellScripts = {
  bash: `_drover() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <(drover __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _drover drover`,
  zsh: `#compdef drover
_drover() {
  local -a lines
  lines=("\${(@f)$(drover __complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${lines[1]}" ]]; then compadd -a lines; else _files; fi
}
if [[ "$funcstack[1]" = _drover ]]; then _drover "$@"; else compdef _drover drover; fi`,
  fish: `complete -c drover -a '(drover __complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
  // Windows PowerShell drops an empty argument, so that the CLI gets a quoted one.
  powershell: `Register-ArgumentCompleter -Native -CommandName drover -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
    ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text } })
  $typed = if ($wordToComplete) { $wordToComplete } else { '""' }
  drover __complete -- @words $typed 2>$null | ForEach-Object {
    $text = if ($_ -match "[\\s'\`$;&|(){}]") { "'" + $_.Replace("'", "''") + "'" } else { $_ }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}`,
} as const;

export type Shell = keyof typeof shellScripts;

export const shells = Object.keys(shellScripts) as Shell[];
