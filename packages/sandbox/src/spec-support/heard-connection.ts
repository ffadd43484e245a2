import type { EncodedFrame } from "@depthwire/core/internal";
import { PushConnection } from "../push/push-connection.js";

/** A connection without a network. */
export interface HeardConnection {
  readonly connection: PushConnection;
  /** What was done to its socket, in words; messages as they are. */
  readonly done: string[];
  /** What its socket still has to send. */
  readonly socket: { bufferedBytes: number };
}

/** A message with this text. */
export function frameOf(text: string): EncodedFrame {
  return { data: new TextEncoder().encode(text), binary: false };
}

/** A client's connection, on which everything leaves at once. */
export function openHeard(maxBufferedBytes = 1000): HeardConnection {
  const done: string[] = [];
  const socket = { bufferedBytes: 0 };
  const connection = new PushConnection(
    {
      bufferedBytes: () => socket.bufferedBytes,
      send: ({ data }) => done.push(new TextDecoder().decode(data)),
      hold: () => done.push("(hold)"),
      release: () => done.push("(release)"),
      ping: () => done.push("(ping)"),
      close: (code, reason) => done.push(`(close ${code} ${reason})`),
      cut: () => done.push("(cut)"),
    },
    maxBufferedBytes,
    { account: undefined, pass: (act) => act() },
  );
  return { connection, done, socket };
}
