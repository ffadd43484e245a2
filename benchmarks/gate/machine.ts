import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";

/** What counts and ratios depend on beside the code. */
export interface Machine {
  /** Version of Node, and the beginning of the SHA-256 of its program. */
  readonly node: string;
  /** For people. */
  readonly cpu: string;
  /** Features of the processor that V8 makes code for, as far as the emulator knows them. */
  readonly features: string;
}

/** V8 looks for these on x64. */
const featuresOfInterest = ["sse4_2", "avx", "avx2", "bmi1", "bmi2", "abm", "popcnt", "fma", "f16c", "movbe"];
const hashDigits = 16;

/** This machine. */
export function thisMachine(): Machine {
  const hash = createHash("sha256").update(readFileSync(process.execPath)).digest("hex").slice(0, hashDigits);
  return {
    node: `${process.version} ${process.arch} ${hash}`,
    cpu: cpus()[0]?.model ?? "unknown",
    features: cpuFeatures(),
  };
}

/** Why counts of two machines cannot be held against each other; undefined where they can. */
export function whyNotAlike(one: Machine, other: Machine): string | undefined {
  if (one.node !== other.node) {
    return `the baseline was counted with Node ${one.node}, this is ${other.node}`;
  }
  return one.features === other.features
    ? undefined
    : `the baseline was counted on ${one.cpu} (${one.features}), this is ${other.cpu} (${other.features})`;
}

function cpuFeatures(): string {
  try {
    const flags = new Set(/^flags\s*:(.*)$/m.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1]?.split(/\s+/));
    return featuresOfInterest.filter((one) => flags.has(one)).join(" ");
  } catch {
    return "unknown";
  }
}
