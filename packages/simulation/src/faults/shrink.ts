import type { Fault } from "./fault.js";

/** More runs than that are not worth what they still take away. */
const maxRuns = 60;

/**
 * The fewest faults, and the shortest, after which a run still fails.
 *
 * @param fails runs a script
 */
export async function shrinkFaults(
  faults: readonly Fault[],
  fails: (faults: readonly Fault[]) => Promise<boolean>,
): Promise<readonly Fault[]> {
  let left = faults;
  let runs = 0;
  const stillFails = async (candidate: readonly Fault[]): Promise<boolean> => {
    runs += 1;
    return runs <= maxRuns && (await fails(candidate));
  };
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < left.length; ) {
      const candidate = [...left.slice(0, from), ...left.slice(from + size)];
      if (await stillFails(candidate)) {
        left = candidate;
      } else {
        from += size;
      }
    }
  }
  for (const [index, fault] of left.entries()) {
    const candidate = left.map((one, at) => (at === index ? { ...one, forMs: Math.floor(fault.forMs / 4) } : one));
    if (fault.forMs > 1_000 && (await stillFails(candidate))) {
      left = candidate;
    }
  }
  return left;
}
