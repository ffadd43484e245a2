import { usageText } from "@depthwire/tools/command-line";
import { Command, CommanderError } from "commander";

/** What `npm run protocol-models` was asked to do. */
export interface ModelsOptions {
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

const usageExitCode = 2;

/** Reads the arguments behind `npm run protocol-models --`. */
export function parseModelsOptions(
  argv: readonly string[],
  output: { out(text: string): void; err(text: string): void },
): ModelsOptions | { readonly exitCode: number } {
  const command = new Command("npm run protocol-models --")
    .usage("[options]")
    .description("Checks the relay's models exhaustively with spin, and that it finds what is planted in them.")
    .allowExcessArguments(false)
    .option("--json", "end with the summary as one line of JSON")
    .configureOutput({ writeOut: output.out, writeErr: (words) => output.err(usageText(words)) })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  return { summary: command.opts<{ json?: true }>().json === true ? "json" : "text" };
}
