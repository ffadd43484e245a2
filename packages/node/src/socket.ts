import { defaultFrameLimits, type FrameLimits } from "@depthwire/core";
import type { OpenSocket, Socket, SocketHandlers } from "@depthwire/stream";
import type { ConnectRefusal } from "@depthwire/stream/internal";
import { type ClientOptions, WebSocket } from "ws";
import { connectionOptions, type SocketNetworkOptions } from "./socket-network.js";

/** Bounds of one connection. */
export interface NodeSocketLimits {
  /**
   * Longest message in bytes; a longer one ends the connection with code 1009.
   * It stands well above the frame limit, so that a frame that is merely too large is a counted error and no reconnect.
   */
  readonly maxMessageBytes: number;
  /** Most milliseconds from the first packet to the open connection. */
  readonly handshakeTimeoutMs: number;
  /** Most milliseconds that the peer may take to answer a closing handshake. */
  readonly closeTimeoutMs: number;
}

/** 1 MiB a message (four times the default frame limit), 10 s to connect, 2 s to close. */
export const defaultNodeSocketLimits: NodeSocketLimits = {
  maxMessageBytes: 4 * defaultFrameLimits.maxFrameBytes,
  handshakeTimeoutMs: 10_000,
  closeTimeoutMs: 2_000,
};

/** The default limits, with room for messages of four times the frame limit, under what is given. */
export function socketLimitsFor(
  { maxFrameBytes }: FrameLimits,
  given: Partial<NodeSocketLimits> = {},
): NodeSocketLimits {
  return { ...defaultNodeSocketLimits, maxMessageBytes: 4 * maxFrameBytes, ...given };
}

/** RFC 6455 section 7.4.1: no closing handshake took place. */
const abnormalClosure = 1006;

/** RFC 6455 section 7.4.1: the message is too big. */
const messageTooBig = 1009;

const closingCodes: Readonly<Record<string, number>> = { WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: messageTooBig };

/** The `OpenSocket` port on `ws` with {@link defaultNodeSocketLimits}. */
export const openNodeSocket: OpenSocket = createNodeSocketOpener(defaultNodeSocketLimits);

/**
 * The `OpenSocket` port on `ws`. Message compression of the WebSocket layer is off: the venue's frames bring their own,
 * and a second decompressor would be a second bomb to guard against.
 *
 * @param network the way to the venue; default: by the environment's proxies, with the well-known certificates
 */
export function createNodeSocketOpener(limits: NodeSocketLimits, network: SocketNetworkOptions = {}): OpenSocket {
  return (address, handlers) => {
    try {
      return follow(connect(address, limits, network), handlers);
    } catch (error) {
      const isOfFiles = error instanceof Error && "syscall" in error;
      return neverOpened(handlers, isOfFiles ? "the TLS key cannot be read" : "not a WebSocket address");
    }
  };
}

function connect(address: string, limits: NodeSocketLimits, network: SocketNetworkOptions): WebSocket {
  const options: ClientOptions & { readonly closeTimeout: number } = {
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
    handshakeTimeout: limits.handshakeTimeoutMs,
    closeTimeout: limits.closeTimeoutMs,
    ...connectionOptions(address, network),
  };
  return new WebSocket(address, options);
}

/** The address is not repeated: one with a user name in it would put a secret into the cause. */
function neverOpened(handlers: SocketHandlers, cause: string): Socket {
  queueMicrotask(() => handlers.closed(abnormalClosure, cause));
  return { send: () => {}, ping: () => {}, close: () => {} };
}

function follow(socket: WebSocket, handlers: SocketHandlers): Socket {
  let failure: Error | undefined;
  socket.on("open", () => handlers.opened());
  socket.on("message", (data) => handlers.message(plainBytes(data as Buffer)));
  socket.on("ping", () => handlers.controlFrame());
  socket.on("pong", () => handlers.controlFrame());
  socket.on("error", (error) => {
    failure ??= error;
  });
  socket.on("close", (code, reason) =>
    handlers.closed(closingCode(code, failure), describe(reason, failure), failure && refusalOf(failure)),
  );
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  return {
    send: (text) => {
      if (isOpen()) {
        socket.send(text);
      }
    },
    ping: () => {
      if (isOpen()) {
        socket.ping();
      }
    },
    close: (code) => close(socket, code),
  };
}

/** A code that a close frame may not carry (such as 1006) ends the connection without a handshake. */
function close(socket: WebSocket, code: number): void {
  try {
    socket.close(code);
  } catch {
    socket.terminate();
  }
}

/** No Buffer leaves this file: its slice() shares memory where a Uint8Array's copies. */
function plainBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** `ws` reports 1006 for a connection that it gave up itself, though it told the peer a better code. */
function closingCode(code: number, failure: Error | undefined): number {
  return closingCodes[errorCode(failure) ?? ""] ?? code;
}

function describe(reason: Buffer, failure: Error | undefined): string {
  if (failure !== undefined) {
    return errorCode(failure) ?? upgradeStatus(failure) ?? failure.message;
  }
  return reason.toString("utf8");
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** `ws` has no code or field for it: only the text contains the status. */
const unexpectedResponse = /^Unexpected server response: (\d{3})$/;

function upgradeStatus({ message }: Error): string | undefined {
  const status = unexpectedResponse.exec(message)?.[1];
  return status && `HTTP ${status}`;
}

/** Node's own codes for certificates are OpenSSL's names of what is wrong with them; EPROTO is a handshake that failed. */
const tlsCodes =
  /^(ERR_(TLS|SSL)_.+|CERT_.+|.*SELF_SIGNED_CERT.*|UNABLE_TO_.+|(INVALID|PATH)_.+|CRL_.+|HOSTNAME_MISMATCH|EPROTO)$/;

function refusalOf(failure: Error): ConnectRefusal | undefined {
  if (upgradeStatus(failure) !== undefined) {
    return "upgrade";
  }
  return tlsCodes.test(errorCode(failure) ?? "") ? "tls" : undefined;
}
