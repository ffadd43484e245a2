import { type Finding, sound } from "../finding.js";

/** What runs this program. */
export interface RuntimePorts {
  /** As `process.versions` has them. */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** The package's `engines.node`, such as `>=20.19.0`. */
  readonly engines: string;
}

/** Whether this runtime is one that the packages are made for. */
export function checkRuntime({ versions, engines }: RuntimePorts): Finding {
  const node = versions["node"] ?? "0.0.0";
  const other = otherRuntimes.find((name) => versions[name] !== undefined);
  const details = { node, engines, ...(other === undefined ? {} : { runtime: other }) };
  const floor = engines.replace(/^>=\s*/, "");
  if (other !== undefined) {
    return {
      status: "warn",
      code: "runtime-untested",
      says: `${other} ${versions[other]} runs this command, which is tested on Node`,
      remedy: `Use Node ${floor} or newer if something is odd.`,
      details,
    };
  }
  if (isBelow(node, floor)) {
    return {
      status: "wrong",
      code: "runtime-old",
      says: `Node ${node} is too old: the packages need ${floor} or newer`,
      remedy: `Install Node ${floor} or newer, and look which one runs with: node --version.`,
      details,
    };
  }
  return sound(`Node ${node}; ${engines} is needed`, details);
}

const otherRuntimes = ["bun", "deno"];

function isBelow(version: string, floor: string): boolean {
  const [own, least] = [numbers(version), numbers(floor)];
  const at = least.findIndex((number, index) => (own[index] ?? 0) !== number);
  return at >= 0 && (own[at] ?? 0) < (least[at] ?? 0);
}

function numbers(version: string): readonly number[] {
  return version.split(".").map((part) => Number.parseInt(part, 10));
}
