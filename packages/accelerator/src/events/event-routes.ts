import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { type Door, refuseUpgrade } from "../guard/door.js";
import { RefusedError, refuse } from "../server/answer.js";
import { splitTarget } from "../server/answer-request.js";
import type { Route } from "../server/route.js";
import { jsonLines, responseSink, serverSentEvents } from "./http-sinks.js";
import { type ListenerParts, serveListener } from "./listener.js";
import { socketSink } from "./socket-sink.js";
import { wantedOf } from "./wanted.js";

/** Where events are told. */
export const eventsPath = "/events";

/** A listener has nothing to say. */
const maxMessageBytes = 1_024;

/** Events as server-sent events, or as a JSON object a line where the client accepts `application/x-ndjson`. */
export function eventRoutes(parts: ListenerParts): readonly Route[] {
  return [
    {
      method: "GET",
      path: eventsPath,
      summary:
        "What happens, as it happens: ?pairs=4BTC_USDT&levels=10&every-ms=100. Server-sent events, lines of JSON (Accept: application/x-ndjson), or a WebSocket; Last-Event-ID resumes",
      query: {
        pairs: "4BTC_USDT",
        levels: 10,
        "every-ms": 100,
        tickers: "4BTC_USDT",
        trades: "4BTC_USDT",
        views: "account,status",
        "last-event-id": "",
      },
      headers: { "last-event-id": "mws56a7v-17" },
      example: { id: "mws56a7v-17", event: "order", data: { origin: "push", order: { orderId: "17592186044825" } } },
      answer: ({ query, header }) => {
        try {
          parts.places.check();
          const wanted = wantedOf(query, header("last-event-id"));
          const format = header("accept")?.includes("ndjson") === true ? jsonLines : serverSentEvents;
          return {
            kind: "stream",
            headers: { "content-type": format.contentType },
            run: (response) => {
              void serveListener(parts, wanted, responseSink(response, format, parts.bytes)).catch(() =>
                response.destroy(),
              );
            },
          };
        } catch (error) {
          if (error instanceof RefusedError) {
            return refuse(error.refusal);
          }
          throw error;
        }
      },
    },
  ];
}

/** Takes WebSockets at the events' path, behind the same door. Returns what ends them. */
export function acceptListeners(server: Server, door: Door, parts: ListenerParts): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes });
  server.on("upgrade", (request, socket, head) => {
    // Until somebody takes it over, nobody else hears of a broken socket.
    socket.on("error", () => socket.destroy());
    const { path, queryText } = splitTarget(request.url ?? "");
    const verdict = door.judge(request, path);
    if (verdict.kind === "refused") {
      refuseUpgrade(socket, verdict.refusal);
      return;
    }
    if (path !== eventsPath) {
      const message = `GET ${path.slice(0, 100)}: no WebSocket here; ${eventsPath} takes one`;
      refuseUpgrade(socket, { status: 404, code: "not-found", message });
      return;
    }
    try {
      parts.places.check();
      const wanted = wantedOf(new URLSearchParams(queryText), request.headersDistinct["last-event-id"]?.[0]);
      door.listens(request.socket);
      sockets.handleUpgrade(request, socket, head, (opened: WebSocket) => {
        opened.on("error", () => opened.terminate());
        void serveListener(parts, wanted, socketSink(opened, parts.clock, parts.bytes)).catch(() => opened.terminate());
      });
    } catch (error) {
      if (!(error instanceof RefusedError)) {
        throw error;
      }
      refuseUpgrade(socket, error.refusal);
    }
  });
  return () => {
    for (const socket of sockets.clients) {
      socket.terminate();
    }
    sockets.close();
  };
}
