/** What vitest's thread tells of a task, as far as it is looked at here. */
interface ToldTask {
  readonly id: string;
  readonly name: string;
  readonly result?: TaskResult;
  readonly tasks?: object[];
}

interface TaskResult {
  readonly state?: string;
}

interface ToldMessage {
  readonly m?: unknown;
  readonly a?: readonly unknown[];
}

/** What stands for a spec file as a whole. */
const wholeName = "can be loaded, and set up";

const wholeId = (fileId: string): string => `${fileId}_whole`;

/**
 * Gives every spec file one test more, which fails when the file does: Stryker asks tests alone, so that a mutant with which
 * sources cannot even be loaded, or a `beforeAll` ends, would count as one that nobody notices.
 *
 * @param message what a thread tells the process in which Stryker runs; it is changed
 */
export function tellFailedFiles(message: unknown): void {
  const { m, a: [items] = [] } = message as ToldMessage;
  if (m === "onCollected") {
    for (const file of items as readonly ToldTask[]) {
      file.tasks?.push(wholeOf(file));
    }
  }
  if (m === "onTaskUpdate") {
    const packs = items as [id: string, result: TaskResult | undefined, meta: object][];
    // Only the id of a file has no "_" in it.
    const failed = packs.filter(([id, result]) => result?.state === "fail" && !id.includes("_"));
    packs.push(...failed.map(([id, result]): (typeof packs)[number] => [wholeId(id), result, {}]));
  }
}

/** A test without a result is one that was not run. */
function wholeOf(file: ToldTask): object {
  const result = file.result?.state === "fail" ? { result: file.result } : {};
  return {
    type: "test",
    id: wholeId(file.id),
    name: wholeName,
    fullName: `${file.name} > ${wholeName}`,
    fullTestName: wholeName,
    mode: "run",
    meta: {},
    annotations: [],
    artifacts: [],
    timeout: 0,
    file,
    suite: file,
    ...result,
  };
}
