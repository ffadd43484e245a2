import type dns from "node:dns";

/** How Node calls a look-up. */
type LookupCallback = (error: Error | null, address: unknown, family?: number) => void;

/** Where every name leads to while names are answered. */
const loopback = { address: "127.0.0.1", family: 4 } as const;

/** Look-ups of names in this process: a resolver that never answers cannot be had otherwise on one machine. */
export class HangingNames {
  #answer: "at-once" | "hang" = "at-once";
  readonly #waiting: (() => void)[] = [];

  constructor(names: typeof dns) {
    // Connections of Node look names up by this function, found anew each time.
    Object.assign(names, {
      lookup: (_name: string, options: unknown, callback: LookupCallback) => this.#lookup(options, callback),
    });
  }

  /** Look-ups from now on. Those that hang go on hanging. */
  answer(how: "at-once" | "hang"): void {
    this.#answer = how;
  }

  #lookup(options: unknown, callback: LookupCallback): void {
    const { address, family } = loopback;
    const isAll = typeof options === "object" && options !== null && "all" in options && options.all === true;
    const reply = (): void => (isAll ? callback(null, [loopback]) : callback(null, address, family));
    if (this.#answer === "hang") {
      this.#waiting.push(reply);
    } else {
      setImmediate(reply);
    }
  }
}
