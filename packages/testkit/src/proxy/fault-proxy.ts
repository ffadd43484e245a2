import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { joinLink, type Link, reset } from "./link.js";
import { type LinkFaults, noFaults } from "./link-faults.js";

/** Where a {@link FaultProxy} leads to. Loopback only. */
export interface FaultProxyTarget {
  readonly port: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
}

/** A TCP proxy on a loopback port of its own that a test can make as bad as networks get. */
export interface FaultProxy {
  /** Clients connect here, at 127.0.0.1; 0 when it is closed. */
  readonly port: number;
  /** Faults of the bytes that flow to the client. */
  readonly toClient: LinkFaults;
  /** Faults of the bytes that flow to the server. */
  readonly toServer: LinkFaults;
  /** What a new connection meets: the server, or a reset at once. */
  newConnections: "connect" | "reset";
  /** Connections alive now. */
  readonly alive: number;
  /** Connections accepted so far, those that were reset included. */
  readonly accepted: number;
  /** Bytes that the connection accepted last has handed on to its client: where to cut it off amid a message. */
  readonly passedToClient: number;
  /** Ends every connection of this moment on both sides. */
  cut(how: "reset" | "end"): void;
  /** Ends what is left and stops listening. */
  close(): Promise<void>;
}

/** Both ends of one proxied connection. */
interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
}

class LoopbackProxy implements FaultProxy {
  readonly toClient: LinkFaults = noFaults();
  readonly toServer: LinkFaults = noFaults();
  newConnections: "connect" | "reset" = "connect";
  accepted = 0;
  readonly #target: Required<FaultProxyTarget>;
  readonly #connections = new Set<Connection>();
  readonly #server: Server;
  #newest: Link | undefined;

  constructor(target: Required<FaultProxyTarget>) {
    this.#target = target;
    // A half-closed side must be able to go on receiving: ends are handed on, never made up.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo | null)?.port ?? 0;
  }

  get passedToClient(): number {
    return this.#newest?.passedBytes ?? 0;
  }

  get alive(): number {
    return this.#connections.size;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  cut(how: "reset" | "end"): void {
    for (const { client, upstream } of this.#connections) {
      for (const socket of [client, upstream]) {
        if (how === "reset") {
          reset(socket);
        } else if (!socket.writableEnded) {
          socket.destroySoon();
        }
      }
    }
  }

  async close(): Promise<void> {
    this.#destroyAll();
    this.#server.close();
    await once(this.#server, "close");
    // A client that was accepted in between is gone by now, but its connection to the server may stand.
    this.#destroyAll();
  }

  #destroyAll(): void {
    for (const { client, upstream } of this.#connections) {
      client.destroy();
      upstream.destroy();
    }
  }

  #accept(client: Socket): void {
    this.accepted++;
    client.on("error", () => undefined);
    if (this.newConnections === "reset") {
      reset(client);
      return;
    }
    const upstream = connect({ ...this.#target, allowHalfOpen: true, noDelay: true });
    const connection = { client, upstream };
    this.#connections.add(connection);
    this.#followCloses(connection);
    joinLink(client, upstream, this.toServer);
    this.#newest = joinLink(upstream, client, this.toClient);
  }

  /** A side that died (reset, refused) takes the other with it, unless the network between them hides it. */
  #followCloses(connection: Connection): void {
    const { client, upstream } = connection;
    const follow = (dead: Socket, other: Socket, faults: LinkFaults): void => {
      dead.on("error", () => {
        if (faults.flow !== "drop") {
          reset(other);
        }
      });
      dead.on("close", () => {
        if (other.closed) {
          this.#connections.delete(connection);
        }
      });
    };
    follow(client, upstream, this.toServer);
    follow(upstream, client, this.toClient);
  }
}

/** Starts a {@link FaultProxy} before `target`, without any fault yet. */
export async function startFaultProxy(target: FaultProxyTarget): Promise<FaultProxy> {
  const proxy = new LoopbackProxy({ host: "127.0.0.1", ...target });
  await proxy.listen();
  return proxy;
}
