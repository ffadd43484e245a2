import { Command, CommanderError } from "commander";

/** What `npm run release` was asked to do. */
export interface ReleaseOptions {
  /** `trial`: everything but the last step, which goes to a registry on this machine; `publish`: to npm. */
  readonly kind: "trial" | "publish";
  /** Where the tarballs and the bill of materials go. */
  readonly out: string;
  /** What the last line of standard output is. */
  readonly summary: "text" | "json";
}

/** The command line was answered already; the program ends with this code. */
export interface ReleaseRefusal {
  readonly exitCode: number;
}

/** Where the command's own words go. */
export interface ReleaseOutput {
  /** Help, on request. */
  out(text: string): void;
  /** What is wrong with the command line. */
  err(text: string): void;
}

/** Exit code of a command line that cannot be understood. */
const usageExitCode = 2;

/** Reads the arguments behind `npm run release --`. */
export function parseReleaseOptions(argv: readonly string[], output: ReleaseOutput): ReleaseOptions | ReleaseRefusal {
  const command = new Command("npm run release --")
    .description("Builds the commit twice, checks and compares the packages, and tries to publish them.")
    .option("--publish", "publish to npm; without it, to a registry on this machine that keeps nothing")
    .option("--out <folder>", "where the tarballs and the bill of materials go", ".artifacts/release")
    .option("--json", "end with the summary as one line of JSON")
    .allowExcessArguments(false)
    .showHelpAfterError("(--help lists the options)")
    .configureOutput({ writeOut: output.out, writeErr: output.err })
    .exitOverride();
  try {
    command.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    return { exitCode: error.exitCode === 0 ? 0 : usageExitCode };
  }
  const { publish, out, json } = command.opts<{ publish?: true; out: string; json?: true }>();
  return {
    kind: publish === true ? "publish" : "trial",
    out,
    summary: json === true ? "json" : "text",
  };
}
