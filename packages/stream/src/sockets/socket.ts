import type { StreamGapReason } from "@depthwire/account";
import type { DoubtReason } from "@depthwire/book/internal";

/** Messages of a channel that its feed knows, or fears, to be missing. Times are of this host, epoch milliseconds. */
export interface MissedMessages {
  readonly reason: StreamGapReason;
  /** How many are known to be missing; 0 where nobody can know. */
  readonly dropped: number;
  /** When the last message before them came in. */
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * What refused a connection that could be reached: its TLS (a certificate that is not accepted, or terms that are not), or the
 * answer to the WebSocket upgrade (another HTTP status than 101).
 */
export type ConnectRefusal = "tls" | "upgrade";

/** What a socket reports. After `closed` nothing more comes. */
export interface SocketHandlers {
  /** The connection stands; text may be sent. */
  opened(): void;
  /**
   * One whole message. Text messages come as UTF-8 bytes too; the bytes are valid during the call only.
   *
   * @param channel whose message it has to be; undefined where the connection carries messages of all
   */
  message(bytes: Uint8Array, channel?: string): void;
  /** The feed of a channel says why its book may not be called live, or with undefined that it may. Of a `FrameFeed` alone. */
  doubted?(channel: string, reason: DoubtReason | undefined): void;
  /** The channel's next message is a snapshot whose numbers are not comparable with those before. Of a `FrameFeed` alone. */
  renewed?(channel: string): void;
  /** Messages of a channel that is not a book are missing before its next one. Of a `FrameFeed` alone. */
  missed?(channel: string, missing: MissedMessages): void;
  /** A control ping or pong came in: the peer lives. Platforms that hide control frames never call it. */
  controlFrame(): void;
  /**
   * The connection ended or was never made. Called once. `cause` is a short text without secrets, for people; `refusedBy` says
   * what refused it, where the platform tells.
   */
  closed(code: number, cause: string, refusedBy?: ConnectRefusal): void;
}

/** One connection, made or in the making. */
export interface Socket {
  /** Sends one text message. Ignored once closed. */
  send(text: string): void;
  /** Sends a control ping where the platform can. */
  ping(): void;
  /** Starts the closing handshake; `closed` follows in any case, within a bounded time. */
  close(code: number): void;
}

/**
 * Calls back each time that what kept connections away is over: a page woke up, the network is there again. Sessions that wait for their next
 * attempt then try at once. Returns what ends that.
 */
export type OnReachable = (retry: () => void) => () => void;

/** Opens a WebSocket. Failures arrive through `closed`, never as an exception. */
export type OpenSocket = (address: string, handlers: SocketHandlers) => Socket;
