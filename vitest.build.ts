import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Builds what is out of date, once before all specs: they load other packages, worker threads and programs from `dist`, and a browser the dashboard.
 *
 * @throws Error when something does not compile: specs would test an older state
 */
export default function build(): void {
  const compiler = fileURLToPath(new URL("./node_modules/@typescript/native/bin/tsc", import.meta.url));
  const root = fileURLToPath(new URL(".", import.meta.url));
  const { status } = spawnSync(process.execPath, [compiler, "-b"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    throw new Error("the packages do not compile (see above), so no spec was run");
  }
  const page = fileURLToPath(new URL("./packages/dashboard/build.mjs", import.meta.url));
  const built = spawnSync(process.execPath, [page], { cwd: root, stdio: ["ignore", 2, 2] });
  if (built.status !== 0) {
    throw new Error("the dashboard does not build (see above), so no spec was run");
  }
}
