import type { IncomingHttpHeaders, IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { plainAddress } from "@depthwire/sandbox/internal";
import { batchForm } from "@depthwire/schema/internal";
import { AdmittedBefore } from "./admitted-before.js";
import { Connections } from "./connections.js";
import type { GuardSettings } from "./guard-options.js";
import { type Facts, judge, judgeSender, loginPath, type Policy, type Verdict } from "./judge.js";
import type { PageLogins } from "./page-logins.js";
import { type Refusal, refusalBody } from "./refusal.js";

const apiKeyField = batchForm.fields.apiKey.wireKeys[0] as string;

/** Header in which a program shows the token beside `Authorization`. */
export const tokenHeader = "x-depthwire-token";

/** What a door knows of the service's clients and of the page. */
export interface DoorParts {
  /** Where a client of the venue sends its API key: it may send the token there. */
  readonly apiKeyHeader: string;
  /** Paths to which a question may be posted without a body. */
  readonly emptyReads: ReadonlySet<string>;
  /** Logins of pages, where one is served. */
  readonly logins?: PageLogins;
}

const admittedAgain = { kind: "admitted", allowedOrigin: undefined } as const;

/** The door of the server: whoever may not ask goes no further, whatever he asks for. */
export class Door {
  readonly #settings: GuardSettings;
  readonly #apiKeyHeader: string;
  readonly #connections: Connections;
  readonly #emptyReads: ReadonlySet<string>;
  readonly #policy: Policy;
  readonly #admitted: AdmittedBefore;

  constructor(settings: GuardSettings, { apiKeyHeader, emptyReads, logins }: DoorParts) {
    this.#settings = settings;
    this.#apiKeyHeader = apiKeyHeader;
    this.#emptyReads = emptyReads;
    this.#connections = new Connections(settings.maxConnections);
    this.#policy = { ...settings.policy, isLoggedIn: (cookies) => logins?.isLoggedIn(cookies) === true };
    this.#admitted = new AdmittedBefore([tokenHeader, apiKeyHeader], settings.policy.isToken);
  }

  /** Counts the server's connections. */
  watch(server: Server): void {
    server.on("connection", (socket: Socket) => this.#connections.enter(socket));
  }

  /** Judges a request, or one for a WebSocket. */
  judge(request: IncomingMessage, path: string): Verdict {
    if (this.#admitted.has(request, path)) {
      return this.#connections.prove(request.socket) ? admittedAgain : { ...admittedAgain, staysOpen: false };
    }
    const facts = this.#facts(request, path);
    // A question beforehand comes without a token, by the browser's own hand.
    const isPreflight = request.method === "OPTIONS" && "access-control-request-method" in request.headers;
    const verdict = isPreflight ? judgeSender(facts, this.#policy) : judge(facts, this.#policy);
    // Neither a question beforehand nor the address of a login has shown anything.
    if (verdict.kind === "refused" || isPreflight || path === loginPath) {
      return verdict;
    }
    this.#admitted.note(request, facts);
    return this.#connections.prove(request.socket) ? verdict : { ...verdict, staysOpen: false };
  }

  /** A connection only listens from now on. */
  listens(socket: Socket): void {
    this.#connections.listens(socket);
  }

  /** Whether the form of a batch query shows the token in the place of the API key. */
  isShownBy(form: string, socket: Socket): boolean {
    const shown = new URLSearchParams(form).getAll(apiKeyField);
    const isShown = shown.length === 1 && this.#settings.policy.isToken?.(shown[0] ?? "") === true;
    if (isShown) {
      this.#connections.prove(socket);
    }
    return isShown;
  }

  #facts({ socket, method = "", url = "", headers, headersDistinct }: IncomingMessage, path: string): Facts {
    const all = (name: string): readonly string[] => headersDistinct[name] ?? [];
    return {
      method,
      path,
      hosts: all("host"),
      target: url,
      origins: all("origin"),
      secFetchSite: headersDistinct["sec-fetch-site"]?.join(", "),
      localAddress: plainAddress(socket.localAddress ?? ""),
      authorization: headers.authorization,
      tokens: [...all(tokenHeader), ...all(this.#apiKeyHeader)],
      contentType: headers["content-type"],
      cookie: headers.cookie,
      isUpgrade: headers.upgrade !== undefined,
      wantsNoType: (method === "DELETE" || (method === "POST" && this.#emptyReads.has(path))) && !hasBody(headers),
    };
  }
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  503: "Service Unavailable",
};

/** Answers a request for a WebSocket in plain HTTP. */
export function refuseUpgrade(socket: Duplex, refusal: Refusal): void {
  const body = refusalBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${reasons[refusal.status] ?? "Refused"}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
