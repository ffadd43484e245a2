/** Counts open connections by the address that they come from. */
export class ConnectionsPerAddress {
  readonly #max: number;
  readonly #open: Map<string, number> = new Map();

  /** @param max connections that one address may have open at once */
  constructor(max: number) {
    this.#max = max;
  }

  /** A connection has come; it counts until {@link ConnectionsPerAddress.leave}. @returns whether it is one of those that may be */
  enter(address: string): boolean {
    const open = (this.#open.get(address) ?? 0) + 1;
    this.#open.set(address, open);
    return open <= this.#max;
  }

  /** A connection has gone. */
  leave(address: string): void {
    const open = (this.#open.get(address) ?? 0) - 1;
    if (open > 0) {
      this.#open.set(address, open);
    } else {
      this.#open.delete(address);
    }
  }
}
