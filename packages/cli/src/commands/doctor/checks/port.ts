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
  /** Whether an accelerator of this project answers there. */
  isAccelerator(port: number): Promise<boolean>;
}

type PortState = "venue" | "free" | "accelerator" | "taken";

const wordsOf: Readonly<Record<PortState, string>> = {
  venue: "is the venue's",
  free: "is free",
  accelerator: "has an accelerator that runs",
  taken: "is taken",
};

/** Whether the ports of sandbox and accelerator are free. */
export async function checkPort(ports: PortPorts): Promise<Finding> {
  const { wanted, origin } = ports;
  const states = await Promise.all(wanted.map(async (port) => ({ port, state: await stateOf(port, ports) })));
  const details = { ports: states };
  const having = (wantedState: PortState): readonly number[] =>
    states.filter(({ state }) => state === wantedState).map(({ port }) => port);
  const taken = having("taken");
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
  const [running] = having("accelerator");
  if (running !== undefined && origin === "asked") {
    return {
      status: "wrong",
      code: "port-taken",
      says: `Port ${running} is taken by an accelerator that runs`,
      remedy: `Use it at http://127.0.0.1:${running}, or start another one with another --port.`,
      details,
    };
  }
  return sound(`Port ${states.map(({ port, state }) => `${port} ${wordsOf[state]}`).join(", ")}`, details);
}

async function stateOf(port: number, { venuePort, isFree, isAccelerator }: PortPorts): Promise<PortState> {
  if (port === venuePort) {
    return "venue";
  }
  if (await isFree(port)) {
    return "free";
  }
  return (await isAccelerator(port)) ? "accelerator" : "taken";
}
