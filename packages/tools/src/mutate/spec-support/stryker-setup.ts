const setupFile = /\/stryker-setup-\d+\.js$/;

/** What Stryker wrote, and what has to stand there. */
const mends: readonly (readonly [from: string, to: string])[] = [
  // Since vitest 4 the suite is the second argument. Unmended, no test is known to reach any mutant, and each is tested by every spec.
  ["afterAll((suite) => {", "afterAll(({}, suite) => {"],
  // What a test leaves behind still belongs to it. Code that seems to run outside of tests is tested by every spec.
  ["afterEach(() => {\n        ns.currentTestId = undefined;\n    });", ""],
  // Each file tells what its own tests reached. All files before it would come with it, which takes gigabytes for a thousand tests. Who
  // counts keeps the object, so its contents are taken out.
  [
    "suite.meta.mutantCoverage = ns.mutantCoverage;",
    `if (ns.mutantCoverage !== undefined) {
            const { static: outside, perTest } = ns.mutantCoverage;
            suite.meta.mutantCoverage = { static: { ...outside }, perTest: { ...perTest } };
            for (const counts of [outside, perTest]) {
                for (const key of Object.keys(counts)) {
                    delete counts[key];
                }
            }
        }
        ns.currentTestId = undefined;`,
  ],
];

/**
 * A vite transform: makes what Stryker's runner loads before each spec file fit for the present vitest.
 *
 * @returns nothing for all other files
 * @throws Error when the file is another than the one that this was written for
 */
export function mendStrykerSetup(code: string, id: string): string | undefined {
  if (!setupFile.test(id)) {
    return undefined;
  }
  return mends.reduce((mended, [from, to]) => {
    if (!mended.includes(from)) {
      throw new Error(`${id} has no "${from}" any more: look whether it needs mending`);
    }
    return mended.replaceAll(from, to);
  }, code);
}
