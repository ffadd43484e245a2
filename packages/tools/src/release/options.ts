import {
  type CommandOutput,
  type CommandRefusal,
  readCommandLine,
  type Summary,
  workspaceCommand,
} from "../command-line/workspace-command.js";

/** What `npm run release` was asked to do. */
export interface ReleaseOptions {
  /** `trial`: everything but the last step, which goes to a registry on this machine; `publish`: to npm. */
  readonly kind: "trial" | "publish";
  /** Where the tarballs and the bill of materials go. */
  readonly out: string;
  /** What the last line of standard output is. */
  readonly summary: Summary;
}

/** Reads the arguments behind `npm run release --`. */
export function parseReleaseOptions(argv: readonly string[], output: CommandOutput): ReleaseOptions | CommandRefusal {
  const command = workspaceCommand(
    "release",
    "Builds the commit twice, checks and compares the packages, and tries to publish them.",
  )
    .option("--publish", "publish to npm; without it, to a registry on this machine that keeps nothing")
    .option("--out <folder>", "where the tarballs and the bill of materials go", ".artifacts/release");
  return readCommandLine(command, argv, output, ({ publish, out }: { publish?: true; out: string }) => ({
    kind: publish === true ? "publish" : "trial",
    out,
  }));
}
