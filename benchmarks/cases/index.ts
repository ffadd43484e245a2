import { accelerator } from "./accelerator.js";
import { atoms } from "./atoms.js";
import type { BenchmarkCase } from "./benchmark-case.js";
import { books } from "./books.js";
import { browser } from "./browser.js";
import { exportTables } from "./export.js";
import { foreign, pipeline, plain, snapshots } from "./frames-to-books.js";
import { kills } from "./kills.js";
import { latency } from "./latency.js";
import { relay } from "./relay.js";
import { replay } from "./replay.js";
import { scale } from "./scale.js";
import { signing } from "./signing.js";
import { size } from "./size.js";
import { stages } from "./stages.js";
import { sockets, threads } from "./threads-and-sockets.js";
import { tickToOrder } from "./tick-to-order.js";
import { venue } from "./venue/venue.js";

/** All cases, in the order in which they run. */
export const benchmarkCases: readonly BenchmarkCase[] = [
  pipeline,
  foreign,
  snapshots,
  plain,
  threads,
  sockets,
  latency,
  tickToOrder,
  books,
  scale,
  replay,
  relay,
  exportTables,
  atoms,
  stages,
  signing,
  accelerator,
  venue,
  browser,
  size,
  kills,
];

/**
 * The cases of a list such as `pipeline,signing`; all without a list.
 *
 * @throws RangeError naming a case that there is not
 */
export function chooseCases(list: string | undefined): readonly BenchmarkCase[] {
  if (list === undefined) {
    return benchmarkCases;
  }
  return list.split(",").map((name) => {
    const found = benchmarkCases.find((candidate) => candidate.name === name.trim());
    if (found === undefined) {
      const names = benchmarkCases.map((candidate) => candidate.name).join(", ");
      throw new RangeError(`there is no case "${name.trim()}"; there are: ${names}`);
    }
    return found;
  });
}
