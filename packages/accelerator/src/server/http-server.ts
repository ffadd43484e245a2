import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Logger, ValidationError } from "@depthwire/core";
import { crossOriginHeaders, isPreflight, preflightHeaders } from "@depthwire/sandbox/internal";
import type { Door } from "../guard/door.js";
import { isReading } from "../guard/judge.js";
import type { Refusal } from "../guard/refusal.js";
import { howToLogIn, notice } from "../page/notice.js";
import { type Answer, refuse } from "./answer.js";
import { answerOf, failedAnswer, splitTarget } from "./answer-request.js";
import { readBody } from "./read-body.js";
import { Queries, ReceivedRequest } from "./received-request.js";
import type { Router } from "./router.js";

/** Bounds of one connection, in milliseconds and bytes. */
const bounds = {
  maxHeaderSize: 16 * 1024,
  // One that stays silent from its beginning is ended after this too. Places are no matter of it: the door ends the oldest for the newest.
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 75_000,
} as const;

/** What a browser may do with any answer: nothing but read it, and nobody may frame it. */
const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
};

const securityList: readonly string[] = listOf(securityHeaders);

/** What the server works with. */
export interface ServerParts {
  readonly door: Door;
  readonly router: Router;
  readonly logger: Logger | undefined;
  /** Headers that every answer has; none by default. */
  readonly marks?: () => Readonly<Record<string, string>>;
}

/** A server for these routes behind a door. It does not listen yet. */
export function createHttpServer(parts: ServerParts): Server {
  const queries = new Queries();
  // A request without Host is the door's to refuse: the server itself would do so without a word.
  const server = createServer({ requireHostHeader: false, ...bounds }, (request, response) => {
    try {
      serve(parts, queries, request, response)?.catch(() => response.destroy());
    } catch {
      response.destroy();
    }
  });
  parts.door.watch(server);
  return server;
}

/** Most reads are answered within the turn that they came in: a promise for each would cost more than the answer. */
function serve(
  parts: ServerParts,
  queries: Queries,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  const { path, queryText } = splitTarget(request.url ?? "/");
  const verdict = parts.door.judge(request, path);
  if (parts.marks !== undefined) {
    setHeaders(response, parts.marks());
  }
  if (verdict.allowedOrigin !== undefined) {
    setHeaders(response, crossOriginHeaders(verdict.allowedOrigin));
    response.setHeader("access-control-expose-headers", exposedHeaders);
  }
  if (verdict.kind === "refused" && verdict.unless === undefined) {
    // What is refused is not read: its connection ends with the answer.
    write(request, response, refusalFor(request, verdict.refusal));
    return undefined;
  }
  if (verdict.kind === "admitted" && verdict.staysOpen === false) {
    response.setHeader("connection", "close");
  }
  if (verdict.allowedOrigin !== undefined && answerPreflight(request, response)) {
    return undefined;
  }
  const finish = (answered: Answer): void => {
    if (answered.kind === "stream" && request.method !== "HEAD") {
      parts.door.listens(request.socket);
    }
    write(request, response, answered);
  };
  const fail = (error: unknown): void => {
    if (!request.destroyed || request.complete) {
      write(request, response, failedAnswer(parts.logger, error, path));
    }
  };
  const answerTo = (body: string): undefined | Promise<void> => {
    if (verdict.kind === "refused" && !parts.door.isShownBy(body, request.socket)) {
      write(request, response, refusalFor(request, verdict.refusal));
      return undefined;
    }
    const local = new ReceivedRequest(request, queries, { path, queryText, body });
    const answered = answerOf(parts.router, local);
    if (!(answered instanceof Promise)) {
      finish(answered);
      return undefined;
    }
    return answered.then(finish);
  };
  if (isReading(request.method ?? "")) {
    try {
      return answerTo("")?.catch(fail);
    } catch (error) {
      fail(error);
      return undefined;
    }
  }
  return readBody(request).then(answerTo).catch(fail);
}

const exposedHeaders = "x-depthwire-source, x-depthwire-age-ms, x-depthwire-replay, retry-after";

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
}

/** A person who opens an address without a login is told how to get one, in words. */
function refusalFor({ method, headers }: IncomingMessage, refusal: Refusal): Answer {
  if (isReading(method ?? "") && refusal.status === 401 && headers.accept?.includes("text/html") === true) {
    const told = notice(401, "Log in first", howToLogIn(headers.host ?? ""));
    return { ...told, headers: { ...told.headers, connection: "close" } };
  }
  return refuse(refusal, { connection: "close" });
}

function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const header = (name: string): string | undefined => request.headersDistinct[name]?.join(", ");
  const facts = {
    method: request.method ?? "",
    wantedMethod: header("access-control-request-method"),
    wantedHeaders: header("access-control-request-headers"),
    wantsPrivateNetwork: header("access-control-request-private-network"),
  };
  if (!isPreflight(facts)) {
    return false;
  }
  response.writeHead(204, { ...securityHeaders, ...preflightHeaders(facts) });
  response.end();
  return true;
}

function write(request: IncomingMessage, response: ServerResponse, answered: Answer): void {
  if (response.destroyed) {
    return;
  }
  if (answered.kind === "stream") {
    response.writeHead(200, { ...securityHeaders, ...answered.headers });
    if (request.method === "HEAD") {
      // A stream has no end, and its headers would wait for a first byte that never comes.
      response.end();
    } else {
      answered.run(response);
    }
    return;
  }
  const { status, headers, body } = answered;
  const length = Buffer.byteLength(body);
  // All at once: a header that was set before makes the server take its slow way.
  response.writeHead(status, [...headerList(headers), "content-length", String(length)]);
  if (request.method === "HEAD") {
    response.end();
  } else {
    // Text of as many bytes as characters is ASCII, which is faster written as what it is.
    response.end(body, length === body.length ? "latin1" : "utf8");
  }
}

/** The answer's headers and those of security; of one that both have the answer's own alone is sent: a browser would obey both. */
function headerList(headers: Readonly<Record<string, string>>): readonly string[] {
  for (const name in headers) {
    if (name in securityHeaders) {
      return listOf({ ...securityHeaders, ...headers });
    }
  }
  return [...securityList, ...listOf(headers)];
}

function listOf(headers: Readonly<Record<string, string>>): readonly string[] {
  const list: string[] = [];
  for (const name in headers) {
    list.push(name, headers[name] as string);
  }
  return list;
}

/**
 * Begins to listen.
 *
 * @returns the port
 * @throws ValidationError `option-invalid` when the address cannot be had; `cause` has the system's error
 */
export async function listen(server: Server, port: number, bind: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const isPort = cause.code === "EADDRINUSE" || cause.code === "EACCES";
      const details = isPort
        ? { option: "port", rule: `a free port of ${bind}` }
        : { option: "bind", rule: "an address of this computer" };
      reject(new ValidationError("option-invalid", details, { cause }));
    };
    server.once("error", fail);
    server.listen(port, bind, () => {
      server.off("error", fail);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** Stops listening and ends what is open. */
export async function shut(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
