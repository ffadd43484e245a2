import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** How a tunnel is answered: at once, never, or after the client's patience. */
export type TunnelAnswer = "at-once" | "never" | "late";

/** An HTTP proxy that opens tunnels, or hangs. */
export class ConnectProxy {
  /** How tunnels are answered from now on. */
  answer: TunnelAnswer = "at-once";
  /** Tunnels asked for so far. */
  asked = 0;
  readonly #lateMs: number;
  readonly #server: Server = createServer();
  readonly #sockets = new Set<Socket>();

  private constructor(lateMs: number) {
    this.#lateMs = lateMs;
    this.#server.on("connect", ({ url }, socket) => this.#connect(url ?? "", socket as Socket));
  }

  /** Starts one. @param lateMs how late a late answer is */
  static async start(lateMs: number): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(lateMs);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets all tunnels. */
  cut(): void {
    for (const socket of this.#sockets) {
      socket.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    this.#server.close();
    await once(this.#server, "close");
  }

  #connect(target: string, client: Socket): void {
    this.asked++;
    this.#follow(client);
    if (this.answer === "at-once") {
      this.#open(target, client);
    } else if (this.answer === "late") {
      setTimeout(() => this.#open(target, client), this.#lateMs).unref();
    }
  }

  #open(target: string, client: Socket): void {
    if (client.destroyed) {
      return;
    }
    const { hostname, port } = new URL(`http://${target}`);
    const venue = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#follow(venue);
    venue.once("connect", () => client.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.pipe(venue).pipe(client);
    client.once("close", () => venue.destroy());
    venue.once("close", () => client.destroy());
  }

  #follow(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => this.#sockets.delete(socket));
  }
}
