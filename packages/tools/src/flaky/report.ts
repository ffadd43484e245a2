/** The part of vitest's JSON report that is read. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** What one run of one spec file came to. */
export interface FileRun {
  /** From the workspace's root, with slashes. */
  readonly path: string;
  readonly tookMs: number;
  /** What failed first; absent when all passed. */
  readonly error?: string;
}

/** How many characters of an error are kept. */
const maxErrorLength = 600;

/**
 * What a run of vitest says about the files that it was asked for.
 *
 * @param report what vitest wrote; `undefined` when it wrote nothing
 * @param log what it said, where errors stand that belong to no test
 */
export function readRuns(
  root: string,
  asked: readonly string[],
  report: VitestReport | undefined,
  log: string,
  exitCode: number | null,
): FileRun[] {
  const results = new Map(report?.testResults.map((result) => [pathWithin(root, result.name), result]));
  const runs = asked.map((path): FileRun => {
    const result = results.get(path);
    if (result === undefined) {
      return { path, tookMs: 0, error: shorten(`it was not run: ${endOf(log)}`) };
    }
    const tookMs = Math.round(result.endTime - result.startTime);
    const error = firstErrorOf(result);
    return error === undefined ? { path, tookMs } : { path, tookMs, error: shorten(error) };
  });
  return exitCode === 0 || runs.some(({ error }) => error !== undefined) ? runs : blame(runs, log);
}

function firstErrorOf({ status, message, assertionResults }: VitestReport["testResults"][number]): string | undefined {
  const failed = assertionResults.find((result) => result.status === "failed");
  if (failed !== undefined) {
    return `${failed.fullName}: ${failed.failureMessages?.[0] ?? "no message"}`;
  }
  return status === "failed" ? (message ?? "no message") : undefined;
}

/** Every test passed and vitest failed: an error came up outside of them, and vitest says beside which file. */
function blame(runs: readonly FileRun[], log: string): FileRun[] {
  const named = runs.filter(({ path }) => log.includes(`originated in "${path}"`));
  const error = shorten(`an error outside of any test: ${log.slice(Math.max(0, log.search(/Unhandled/)))}`);
  const blamed = new Set(named.length > 0 ? named : runs);
  return runs.map((run) => (blamed.has(run) ? { ...run, error } : run));
}

function pathWithin(root: string, path: string): string {
  return path.replaceAll("\\", "/").replace(`${root.replaceAll("\\", "/").replace(/\/$/, "")}/`, "");
}

function endOf(log: string): string {
  return log.trimEnd().slice(-maxErrorLength);
}

/** Without what vitest itself adds to a stack, and not too long. */
function shorten(message: string): string {
  const text = message
    .replaceAll(/\n\s+at [^\n]*node_modules[^\n]*/g, "")
    .replace("Error: STACK_TRACE_ERROR", "it took longer than its timeout");
  return text.length > maxErrorLength ? `${text.slice(0, maxErrorLength)}…` : text;
}
