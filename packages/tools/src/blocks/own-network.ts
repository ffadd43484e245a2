import { spawnSync } from "node:child_process";

/** A command line. */
export interface CommandLine {
  readonly program: string;
  readonly args: readonly string[];
}

/** Loopback must be switched on before the program begins. */
const withLoopback = 'ip link set lo up && exec "$@"';

function unshared({ program, args }: CommandLine): CommandLine {
  return { program: "unshare", args: ["--map-root-user", "--net", "sh", "-c", withLoopback, "sh", program, ...args] };
}

/**
 * Whether programs can be given a network of their own, in which every port is free (Linux, with `unshare` and `ip`). Pages use the
 * ports that they name, so without it they run one after the other, and their ports must be free on this machine.
 */
export function hasOwnNetworks(): boolean {
  const { program, args } = unshared({ program: "true", args: [] });
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** The same command line in a network of its own, where that is possible. */
export function inOwnNetwork(line: CommandLine, isPossible: boolean): CommandLine {
  return isPossible ? unshared(line) : line;
}
