import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { FaultPlan } from "../faults/fault-plan.js";
import type { Door } from "../guard/door.js";
import { plainAddress } from "../guard/plain-address.js";
import type { WireForms } from "../rest/wire-form.js";
import { guardedSocket } from "./guarded-socket.js";
import { PushClient, type PushServices } from "./push-client.js";
import { PushConnection, type PushSocket } from "./push-connection.js";
import { familyAt, type PrivateFamily } from "./push-path.js";
import { pushSocketOf } from "./web-socket.js";

/** Largest message that a client may send, in bytes. */
const maxMessageBytes = 64 * 1024;

/**
 * Limits of a client's messages. What stands inside a message is not counted by itself, so its frames are bounded too; beyond either the
 * connection ends.
 */
const messageLimits = { maxPayload: maxMessageBytes, maxFragments: 64 } as const;

/** What accepting connections needs beside what a connection needs. */
export interface AcceptOptions extends PushServices {
  readonly door: Door;
  readonly faults: FaultPlan;
  readonly maxBufferedBytes: number;
  /** Whether pushing has ended: new connections are refused. */
  hasEnded(): boolean;
  /** Which forms of a request are taken: whose paths there are. */
  readonly wireForms: WireForms;
  /** Makes a socket wait until what it is to tell is kept. */
  hold(socket: PushSocket): PushSocket;
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) {
    return Buffer.concat(data).toString("utf8");
  }
  return data instanceof ArrayBuffer ? Buffer.from(data).toString("utf8") : data.toString("utf8");
}

/** Answers a control ping, or cuts off a client that leaves too many answers unread. */
function answerPing(socket: WebSocket, data: Buffer, maxBufferedBytes: number): void {
  if (socket.readyState !== socket.OPEN) {
    return;
  }
  if (socket.bufferedAmount > maxBufferedBytes) {
    socket.terminate();
  } else {
    socket.pong(data);
  }
}

function turnAway(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Takes WebSocket connections on the HTTP server's port. */
export function acceptConnections(server: Server, options: AcceptOptions): void {
  const { hub, door, faults, barrier, maxBufferedBytes } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // The library ends a connection without a word after 60 pings in one packet; here pings count as messages, and too many have a close code.
    autoPong: false,
    ...messageLimits,
  });
  const welcome = (socket: WebSocket, request: IncomingMessage, family: PrivateFamily): void => {
    const guarded = guardedSocket(pushSocketOf(socket, request.socket), barrier);
    const connection = new PushConnection(options.hold(guarded), maxBufferedBytes, options.latency.feedLine());
    const origin = { address: plainAddress(request.socket.remoteAddress ?? ""), family };
    const client = new PushClient(connection, options, origin);
    hub.connect(connection);
    socket.on("message", (data) => client.receive(textOf(data)));
    socket.on("ping", (data: Buffer) => {
      const answer = (): void => answerPing(socket, data, maxBufferedBytes);
      if (connection.isSilent) {
        answer();
      }
      client.receiveControl(answer);
    });
    socket.on("pong", () => client.receiveControl());
    socket.on("close", () => {
      client.end();
      hub.disconnect(connection);
    });
    // A close always follows, with the same consequence.
    socket.on("error", () => {});
  };
  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const family = familyAt((request.url ?? "").split("?")[0] ?? "", options.wireForms);
    const answer = (): void => {
      if (family === undefined) {
        turnAway(socket, "404 Not Found");
      } else if (options.hasEnded() || faults.takeRefusal()) {
        turnAway(socket, "503 Service Unavailable");
      } else {
        sockets.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, request, family));
      }
    };
    barrier.guard("client-failed", answer, () => socket.destroy());
  };
  server.on("upgrade", door.guardUpgrade(accept));
}
