/**
 * What every thread of a pool runs: it loads the pool's own module by `import()`, from the thread's first moment, and hands tasks to it. The task
 * `undefined` ends when the module is loaded.
 *
 * Piscina asks for a thread's module by `require` before it tries `import()`. Node can load an ES module that way, and then a thread that is ended in
 * that moment takes the whole process along (`IsGraphAsync must be used on an instantiated module`, Node 20). This file is not an ES module, and what it
 * imports can be given up at any time.
 */
const { workerData }: typeof import("node:worker_threads") = require("node:worker_threads");
const { entry }: { readonly entry: string } = workerData;
const loading: Promise<{ readonly default: (task: unknown) => unknown }> = import(entry);
// Whoever runs a task is told.
loading.catch(() => {});

async function runTask(task: unknown): Promise<unknown> {
  const module = await loading;
  return task === undefined ? undefined : module.default(task);
}

module.exports = runTask;
