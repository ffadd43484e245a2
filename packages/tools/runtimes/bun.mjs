// Runs REST and a live book in Bun, against an exchange in this process.
//
//   npm ci --prefix packages/tools/runtimes && npx tsc -b && node packages/tools/runtimes/bun.mjs
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startSandbox } from "@depthwire/sandbox";

const program = fileURLToPath(new URL("bun-rest.mjs", import.meta.url));
const bun = fileURLToPath(new URL("node_modules/.bin/bun", import.meta.url));
const sandbox = await startSandbox({ port: 0 });
try {
  const { restUrl, pushUrl, credential } = sandbox;
  const child = spawn(bun, ["run", program, JSON.stringify({ restUrl, pushUrl, credential })], { stdio: "inherit" });
  process.exitCode = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} finally {
  await sandbox.close();
}
