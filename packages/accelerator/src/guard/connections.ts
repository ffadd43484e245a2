import type { Socket } from "node:net";

/**
 * Open connections, in two kinds that are bounded apart: nobody who has shown nothing takes the place of somebody who has shown that he may ask.
 * Of those that have shown nothing, the oldest is ended for the newest: each gets its turn, however many are silent.
 */
export class Connections {
  readonly #max: number;
  /** Those that have shown nothing yet, oldest first. */
  readonly #unproven = new Set<Socket>();
  readonly #kept = new Set<Socket>();

  /** @param max connections of each kind */
  constructor(max: number) {
    this.#max = max;
  }

  /** A connection has come. */
  enter(socket: Socket): void {
    socket.once("close", () => {
      this.#unproven.delete(socket);
      this.#kept.delete(socket);
    });
    this.#unproven.add(socket);
    if (this.#unproven.size > this.#max) {
      const [oldest] = this.#unproven;
      this.#end(oldest as Socket);
    }
  }

  /** A request came over it that may ask. @returns whether it is kept open behind the answer: those that are too many are not */
  prove(socket: Socket): boolean {
    this.#unproven.delete(socket);
    if (!this.#kept.has(socket) && this.#kept.size >= this.#max) {
      return false;
    }
    this.#kept.add(socket);
    return true;
  }

  /** From now on it only listens: it takes no place of those that ask. */
  listens(socket: Socket): void {
    this.#kept.delete(socket);
  }

  #end(socket: Socket): void {
    this.#unproven.delete(socket);
    socket.destroy();
  }
}
