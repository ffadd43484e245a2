import { type Finding, sound } from "../finding.js";

/** Ports, and who has them. */
export interface PortPorts {
  /** Ports that programs are to be started on. */
  readonly wanted: readonly number[];
  /** `usual`: those that programs take by default, which take the next free one; `asked`: these and no others. */
  readonly origin: "usual" | "asked";
  /** The venue's own port, where it is on this computer: its port is taken by right. */
  readonly venuePort: number | undefined;
  isFree(port: number): Promise<boolean>;
}

/** Whether the ports of sandbox and accelerator are free. */
export async function checkPort({ wanted, origin, venuePort, isFree }: PortPorts): Promise<Finding> {
  const states = await Promise.all(
    wanted.map(async (port) => ({
      port,
      state: port === venuePort ? ("venue" as const) : (await isFree(port)) ? ("free" as const) : ("taken" as const),
    })),
  );
  const details = { ports: states };
  const taken = states.filter(({ state }) => state === "taken").map(({ port }) => port);
  if (taken.length > 0) {
    const isOne = taken.length === 1;
    return {
      status: origin === "asked" ? "wrong" : "warn",
      code: "port-taken",
      says: `Port ${taken.join(" and ")} ${isOne ? "is" : "are"} taken by another program`,
      remedy: `End that program (lsof -i :${taken[0]} names it), or start sandbox and accelerator with another --port.`,
      details,
    };
  }
  const words = states.map(({ port, state }) => (state === "venue" ? `${port} is the venue's` : `${port} is free`));
  return sound(`Port ${words.join(", ")}`, details);
}
