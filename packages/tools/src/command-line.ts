/** What the project's own commands have in common: options, a summary as the last line, an exit code. */
export { integerOption } from "./command-line/integer-option.js";
export type { CommandOutcome } from "./command-line/outcome.js";
export { runCommand, tellProgress } from "./command-line/run-command.js";
export { usageText } from "./command-line/usage-text.js";
export {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "./command-line/workspace-command.js";
