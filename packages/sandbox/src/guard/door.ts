import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Barrier } from "../host/barrier.js";
import { ConnectionsPerAddress } from "./connections-per-address.js";
import { crossOriginHeaders, isPreflight, type PreflightFacts, preflightHeaders } from "./cross-origin.js";
import type { GuardSettings } from "./guard-options.js";
import { judgeRequest, type RequestVerdict } from "./judge-request.js";
import { plainAddress } from "./plain-address.js";
import { type GuardRefusal, refusalBody, refusalContentType } from "./refusal.js";
import type { RefusalLog } from "./refusal-log.js";

/** How long a connection beyond the bound may stay to be told so, in milliseconds. */
const surplusMs = 5000;

/**
 * The name under which requests go on behind the door. Nobody there asks for another one, and the HTTP library would refuse names that
 * are right: one with an empty port, one of an address that can be written shorter. @spec RFC 3986, section 3.2
 */
const nameBehind = "localhost";

type HttpHandler = (request: IncomingMessage, response: ServerResponse) => void;

function header(request: IncomingMessage, name: string): string | undefined {
  return request.headersDistinct[name]?.join(", ");
}

function preflightFacts(request: IncomingMessage): PreflightFacts {
  return {
    method: request.method ?? "",
    wantedMethod: header(request, "access-control-request-method"),
    wantedHeaders: header(request, "access-control-request-headers"),
    wantsPrivateNetwork: header(request, "access-control-request-private-network"),
  };
}

/** The door of an HTTP server: a request that is not allowed goes no further. */
export class Door {
  readonly #settings: GuardSettings;
  readonly #log: RefusalLog;
  readonly #barrier: Barrier;
  readonly #connections: ConnectionsPerAddress;
  /** Connections beyond the bound of their address. */
  readonly #surplus: WeakSet<Duplex> = new WeakSet();

  constructor(settings: GuardSettings, log: RefusalLog, barrier: Barrier) {
    this.#settings = settings;
    this.#log = log;
    this.#barrier = barrier;
    this.#connections = new ConnectionsPerAddress(settings.maxConnectionsPerAddress);
  }

  /** Counts the server's connections. */
  watch(server: Server): void {
    server.on("connection", (socket: Socket) => {
      const address = plainAddress(socket.remoteAddress ?? "");
      socket.once("close", () => this.#connections.leave(address));
      if (this.#connections.enter(address)) {
        return;
      }
      this.#surplus.add(socket);
      socket.setTimeout(surplusMs, () => socket.destroy());
    });
  }

  /** Lets requests through to `answer` that may ask, and tells the others why not. */
  guard(answer: HttpHandler): HttpHandler {
    return (request, response) => {
      const verdict = this.#judge(request);
      if (verdict.kind === "refused") {
        this.#refuse(response, verdict.refusal);
        return;
      }
      request.headers.host = nameBehind;
      if (verdict.allowedOrigin === undefined) {
        answer(request, response);
      } else {
        this.#answerCrossOrigin(request, response, verdict.allowedOrigin, answer);
      }
    };
  }

  /** Lets upgrades through to `accept` that may ask, and tells the others why not. */
  guardUpgrade(
    accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  ): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
    return (request, socket, head) => {
      // Until somebody takes it over, nobody else hears of a broken socket.
      socket.on("error", () => socket.destroy());
      const verdict = this.#judge(request);
      if (verdict.kind === "refused") {
        refuseUpgrade(socket, verdict.refusal);
      } else {
        accept(request, socket, head);
      }
    };
  }

  #judge(request: IncomingMessage): RequestVerdict {
    const { socket, headersDistinct, url = "" } = request;
    const verdict = this.#surplus.has(socket)
      ? refuseSurplus()
      : judgeRequest(
          {
            hosts: headersDistinct["host"] ?? [],
            target: url,
            origins: headersDistinct["origin"] ?? [],
            secFetchSite: header(request, "sec-fetch-site"),
            localAddress: plainAddress(socket.localAddress ?? ""),
          },
          this.#settings.requestPolicy,
        );
    if (verdict.kind === "refused") {
      this.#tell(verdict.refusal, socket);
    }
    return verdict;
  }

  #tell({ code, message }: GuardRefusal, { remoteAddress = "" }: Socket): void {
    const fields = { code, address: plainAddress(remoteAddress), message };
    this.#barrier.guard("request-failed", () => this.#log.tell("request-refused", fields));
  }

  #refuse(response: ServerResponse, refusal: GuardRefusal): void {
    // A connection too many is one less when it has been told so.
    const end = refusal.status === 503 ? { connection: "close" } : {};
    response.writeHead(refusal.status, { "content-type": refusalContentType, ...end });
    response.end(refusalBody(refusal));
  }

  #answerCrossOrigin(request: IncomingMessage, response: ServerResponse, origin: string, answer: HttpHandler): void {
    for (const [name, value] of Object.entries(crossOriginHeaders(origin))) {
      response.setHeader(name, value);
    }
    const facts = preflightFacts(request);
    if (!isPreflight(facts)) {
      answer(request, response);
      return;
    }
    response.writeHead(204, preflightHeaders(facts));
    response.end();
  }
}

function refuseSurplus(): RequestVerdict {
  const message =
    "Too many connections from this address are open: close some, or start the sandbox with --connections-per-address NUMBER";
  return { kind: "refused", refusal: { status: 503, code: "too-many-connections", message } };
}

const reasons: Readonly<Record<GuardRefusal["status"], string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  415: "Unsupported Media Type",
  503: "Service Unavailable",
};

/** Answers a request for a WebSocket in plain HTTP. */
function refuseUpgrade(socket: Duplex, refusal: GuardRefusal): void {
  const body = refusalBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status]}`,
    "Connection: close",
    `Content-Type: ${refusalContentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
