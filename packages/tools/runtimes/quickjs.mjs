// Runs the smoke in QuickJS, compiled to WebAssembly: an engine that has the language and no platform at all.
//
//   npm ci --prefix packages/tools/runtimes && npx tsc -b && node packages/tools/runtimes/quickjs.mjs
import { getQuickJS } from "quickjs-emscripten";
import { bundleSmoke, smokeGlobal } from "../dist/runtimes/smoke-bundle.js";
import { createSmokeData } from "../dist/runtimes/smoke-data.js";

const quickjs = await getQuickJS();
const runtime = quickjs.newRuntime();
const context = runtime.newContext();

/** Evaluates a script. @throws Error with what the script threw */
function evaluate(text) {
  const result = context.evalCode(text);
  if (result.error) {
    const { name, message, stack } = context.dump(result.error);
    throw new Error(`${name}: ${message}\n${stack}`);
  }
  const value = context.dump(result.value);
  result.value.dispose();
  return value;
}

evaluate(await bundleSmoke());
evaluate(`var outcome = "pending";
${smokeGlobal}.smoke(${JSON.stringify(createSmokeData())}).then(
  (passed) => { outcome = { passed }; },
  (error) => { outcome = { failed: String(error) + "\\n" + error.stack }; },
);
0`);
while (runtime.hasPendingJob()) {
  runtime.executePendingJobs();
}
const outcome = evaluate("outcome");
context.dispose();
runtime.dispose();
if (outcome.passed === undefined) {
  throw new Error(`QuickJS: ${outcome.failed ?? outcome}`);
}
process.stdout.write(`${JSON.stringify({ quickjs: outcome.passed })}\n`);
