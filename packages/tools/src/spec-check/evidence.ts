/** What a test run proves: which rows its passed tests name, and which golden vectors they went through. */
export interface Evidence {
  /** Inventory ids that stand in brackets in the title of a passed test: `… [d1/authentication/rule/3]`. */
  readonly rows: ReadonlySet<string>;
  /** Ids of golden vectors whose test passed; its title says `vector <id>`. */
  readonly vectors: ReadonlySet<string>;
}

/** The part of vitest's JSON report that is read. */
export interface TestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Reads the evidence from reports. A row or vector that any failed test names proves nothing. */
export function evidenceOf(reports: readonly TestReport[]): Evidence {
  const passed = { rows: new Set<string>(), vectors: new Set<string>() };
  const failed = { rows: new Set<string>(), vectors: new Set<string>() };
  for (const file of reports.flatMap(({ testResults }) => testResults)) {
    for (const { status, fullName } of file.assertionResults) {
      const into = status === "passed" ? passed : status === "failed" ? failed : undefined;
      if (into === undefined) {
        continue;
      }
      for (const [, id = ""] of fullName.matchAll(/\[((?:d1|d2|notes)\/[^\]]+)\]/g)) {
        into.rows.add(id);
      }
      for (const [, id = ""] of fullName.matchAll(/\bvector ([\w.-]+\/[\w.-]+)/g)) {
        into.vectors.add(id);
      }
    }
  }
  return { rows: without(passed.rows, failed.rows), vectors: without(passed.vectors, failed.vectors) };
}

function without(all: ReadonlySet<string>, taken: ReadonlySet<string>): Set<string> {
  return new Set([...all].filter((id) => !taken.has(id)));
}
