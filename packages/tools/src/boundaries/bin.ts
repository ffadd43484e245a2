import { checkBoundaries } from "./check.js";
import { readWorkspace } from "./workspace.js";

/** `npm run boundaries [folder]`: prints what breaks the floors; exit 1 when anything does. */
const packages = readWorkspace(process.argv[2] ?? process.cwd());
const violations = checkBoundaries(packages);
for (const { where, what } of violations) {
  console.error(`${where}: ${what}`);
}
const files = packages.reduce((sum, facts) => sum + facts.files.length, 0);
console.log(`boundaries: ${packages.length} packages, ${files} files, ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;
