import { deflateSync } from "node:zlib";
import type { OpenSocket, Socket, SocketHandlers } from "../sockets/socket.js";

/** A socket whose far end is the spec. */
export class FakeSocket implements Socket {
  readonly address: string;
  readonly #handlers: SocketHandlers;
  /** Texts that the near end sent, oldest first. */
  readonly sent: string[] = [];
  pings = 0;
  /** Code that the near end closed with. */
  closedWith: number | undefined;
  /** Called for each text that is sent while the socket is open. */
  onSend: (text: string) => void = () => {};

  constructor(address: string, handlers: SocketHandlers) {
    this.address = address;
    this.#handlers = handlers;
  }

  send(text: string): void {
    if (this.closedWith === undefined) {
      this.sent.push(text);
      this.onSend(text);
    }
  }

  ping(): void {
    this.pings++;
  }

  close(code: number): void {
    this.closedWith ??= code;
  }

  /** The connection stands. */
  open(): void {
    this.#handlers.opened();
  }

  /** The far end sends a plain frame. */
  plain(text: string): void {
    this.bytes(new TextEncoder().encode(`0${text}`));
  }

  /** The far end sends a compressed frame. */
  zlib(text: string): void {
    this.bytes(compressedFrame(text));
  }

  /** The far end sends these bytes. */
  bytes(bytes: Uint8Array): void {
    this.#handlers.message(bytes);
  }

  /** The far end sends a control frame. */
  controlFrame(): void {
    this.#handlers.controlFrame();
  }

  /** The connection ends, or was not made. */
  end(code: number = 1006, cause: string = "ended by the spec"): void {
    this.#handlers.closed(code, cause);
  }

  /** Channels that were subscribed to and unsubscribed from, in order and in either protocol: `+a`, `-a`. */
  get channels(): string[] {
    return this.sent.flatMap((text) => {
      const { sub, unsub, event, channel }: { sub?: string; unsub?: string; event?: string; channel?: string } =
        JSON.parse(text);
      if (channel !== undefined) {
        return [event === "addChannel" ? `+${channel}` : `-${channel}`];
      }
      return sub !== undefined ? [`+${sub}`] : unsub !== undefined ? [`-${unsub}`] : [];
    });
  }
}

/** A marker and the zlib body. */
export function compressedFrame(text: string): Uint8Array {
  const body = deflateSync(text);
  const frame = new Uint8Array(body.length + 1);
  frame[0] = 0x31;
  frame.set(body, 1);
  return frame;
}

/** All sockets that were opened, oldest first. */
export class FakeNetwork {
  readonly sockets: FakeSocket[] = [];
  /** Called with each new socket before the near end can use it. */
  onOpen: (socket: FakeSocket) => void = () => {};

  readonly openSocket: OpenSocket = (address, handlers) => {
    const socket = new FakeSocket(address, handlers);
    this.sockets.push(socket);
    this.onOpen(socket);
    return socket;
  };

  /** The newest socket. */
  get last(): FakeSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) {
      throw new Error("no socket was opened");
    }
    return socket;
  }

  /** Sockets that the near end has not closed. */
  get alive(): FakeSocket[] {
    return this.sockets.filter(({ closedWith }) => closedWith === undefined);
  }
}

/** The key of the login that was sent first; undefined where none was. */
export function keyOf({ sent }: FakeSocket): string | undefined {
  return (JSON.parse(sent[0] ?? "{}") as { readonly apikey?: string }).apikey;
}
