import type { EncodedFrame } from "@depthwire/core/internal";
import type { PingRound, PushConnection } from "./push-connection.js";

/** What can be done to everybody who listens to a feed at one outlet. */
export interface HubAudience {
  /** The same bytes to everybody. */
  send(frame: EncodedFrame): void;
  /** Ends their connections without a word. */
  cut(): void;
  close(code: number): void;
  /** From now on nothing reaches them, and nobody tells them. */
  silence(): void;
}

/** Who listens to what. */
export class Hub {
  readonly #connections: Set<PushConnection> = new Set();
  readonly #listeners: Map<string, Set<PushConnection>> = new Map();
  #cutForSlowness = 0;
  #isEnding = false;

  /** Connections at the moment. */
  get size(): number {
    return this.#connections.size;
  }

  /** Whether it is the venue that ends its connections: they are not lost by their clients. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Clients cut off so far because they did not read. */
  get cutForSlowness(): number {
    return this.#cutForSlowness;
  }

  /** A client has come. */
  connect(connection: PushConnection): void {
    this.#connections.add(connection);
  }

  /** A client has gone, and its subscriptions with it. */
  disconnect(connection: PushConnection): void {
    for (const key of connection.audiences) {
      this.unsubscribe(key, connection);
    }
    if (this.#connections.delete(connection) && connection.tooSlow) {
      this.#cutForSlowness += 1;
    }
  }

  /** From now on the connection gets what is sent to this audience. */
  subscribe(key: string, connection: PushConnection): void {
    connection.audiences.add(key);
    const listeners = this.#listeners.get(key);
    if (listeners === undefined) {
      this.#listeners.set(key, new Set([connection]));
    } else {
      listeners.add(connection);
    }
  }

  /** The connection gets nothing more of what is sent to this audience. */
  unsubscribe(key: string, connection: PushConnection): void {
    connection.audiences.delete(key);
    const listeners = this.#listeners.get(key);
    listeners?.delete(connection);
    if (listeners?.size === 0) {
      this.#listeners.delete(key);
    }
  }

  /** Whether somebody is in the audience. */
  hasListeners(key: string): boolean {
    return this.#listeners.has(key);
  }

  /** Everybody who is in the audience at the moment of each call. */
  audienceOf(key: string): HubAudience {
    const each = (act: (connection: PushConnection) => void): void => {
      for (const connection of this.#listeners.get(key) ?? []) {
        act(connection);
      }
    };
    return {
      send: (frame) => each((connection) => connection.send(frame)),
      cut: () => each((connection) => connection.cut()),
      close: (code) => each((connection) => connection.close(code, "as ordered")),
      silence: () => each((connection) => connection.silence()),
    };
  }

  /** What is sent meanwhile leaves each connection in one write. */
  inOneWrite(send: () => void): void {
    const connections = [...this.#connections];
    for (const connection of connections) {
      connection.hold();
    }
    try {
      send();
    } finally {
      for (const connection of connections) {
        connection.release();
      }
    }
  }

  /** Asks everybody for a sign of life; see {@link PushConnection.ping}. */
  pingAll(round: PingRound): void {
    for (const connection of this.#connections) {
      connection.ping(round);
    }
  }

  /**
   * Says goodbye to everybody as {@link Hub.closeAll} does, and stays for others. Nothing more is heard of those who go.
   *
   * @returns cuts those who are still there
   */
  sendAway(reason: string): () => void {
    const leaving = [...this.#connections];
    for (const connection of leaving) {
      for (const key of connection.audiences) {
        this.unsubscribe(key, connection);
      }
      connection.close(1001, reason);
      connection.silence();
    }
    return () => {
      for (const connection of leaving) {
        if (this.#connections.has(connection)) {
          connection.cut();
        }
      }
    };
  }

  /** Says goodbye to everybody: the venue ends. */
  closeAll(): void {
    this.#isEnding = true;
    for (const connection of this.#connections) {
      connection.close(1001, "the sandbox ends");
    }
  }

  /** Ends every connection without a word: the venue ends, or cannot go on. */
  cutAll(): void {
    this.#isEnding = true;
    this.loseAll();
  }

  /** Ends every connection without a word, and stays for others: to the venue, their clients have lost them. */
  loseAll(): void {
    for (const connection of this.#connections) {
      connection.cut();
    }
  }
}
