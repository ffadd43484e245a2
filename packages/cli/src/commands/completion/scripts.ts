/**
 * What makes a shell ask `depthwire complete` for words. No script evaluates what is typed (completing `$(…)` must not run it), and
 * none needs more than the shell itself.
 */
export const scripts: Readonly<Record<"bash" | "zsh" | "fish", string>> = {
  bash: `# In ~/.bashrc: source this file.
_depthwire() {
  local IFS=$'\\n'
  COMPREPLY=($(depthwire complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == */ ]]; then compopt -o nospace; fi
}
complete -F _depthwire depthwire
`,
  zsh: `# In ~/.zshrc, behind compinit: source this file.
_depthwire() {
  local -a offered
  offered=("\${(@f)$(depthwire complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- \${offered:#}
}
compdef _depthwire depthwire
`,
  fish: `# In ~/.config/fish/completions/depthwire.fish
complete -c depthwire -f -a '(set -l typed (commandline -opc)[2..-1]; depthwire complete -- $typed (commandline -ct) 2>/dev/null)'
`,
};
