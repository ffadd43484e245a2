import { bookFaults } from "./books/book-faults.js";
import { runBookCase } from "./books/run-book-case.js";
import type { CaseResult, Task, TrialOptions } from "./case.js";
import { fillFaults } from "./fills/fill-faults.js";
import { runFillCase } from "./fills/run-fill-case.js";
import { orderFaults } from "./orders/order-faults.js";
import { runOrderCase } from "./orders/run-order-case.js";

/** A case that has not been run. */
export interface Job {
  readonly task: Task;
  readonly fault: string;
  readonly says: string;
  run(options: TrialOptions): Promise<CaseResult>;
}

/** Every case there is. */
export const jobs: readonly Job[] = [
  ...Object.entries(bookFaults).map(
    ([name, fault]): Job => ({
      task: "books",
      fault: name,
      says: fault.says,
      run: (options) => runBookCase(name, fault, options),
    }),
  ),
  ...Object.entries(orderFaults).map(
    ([name, fault]): Job => ({
      task: "orders",
      fault: name,
      says: fault.says,
      run: (options) => runOrderCase(name, fault, options),
    }),
  ),
  ...Object.entries(fillFaults).map(
    ([name, fault]): Job => ({
      task: "fills",
      fault: name,
      says: fault.says,
      run: (options) => runFillCase(name, fault, options),
    }),
  ),
];

/** Runs jobs side by side; each result is told as it comes. */
export async function runJobs(
  wanted: readonly Job[],
  options: TrialOptions,
  together: number,
  tell: (result: CaseResult) => void,
): Promise<readonly CaseResult[]> {
  const waiting = [...wanted];
  const results: CaseResult[] = [];
  const work = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const result = await job.run(options);
      results.push(result);
      tell(result);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return results;
}
