import { once } from "node:events";
import { createServer as createHttpServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Server as NetServer } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { CommandEnd } from "../../command-scene.spec-kit.js";

/** An item of the doctor. */
export interface Told {
  readonly check: string;
  readonly status: string;
  readonly code: string;
  readonly says: string;
  readonly remedy?: string;
}

/** What a run found wrong: `check: code`. */
export function wrongOf({ envelopes }: Pick<CommandEnd, "envelopes">): readonly string[] {
  const items = envelopes.filter(({ kind }) => kind === "item").map(({ data }) => data as Told);
  expect(items.map(({ check }) => check)).toEqual(everyCheck);
  for (const { status, remedy } of items) {
    expect(status === "ok" || remedy !== undefined, "what is not in order says what to do").toBe(true);
  }
  return items.filter(({ status }) => status === "wrong").map(({ check, code }) => `${check}: ${code}`);
}

const everyCheck =
  "runtime versions port disk key-folder dns proxy tls rest push alternates clock latency sequence key".split(" ");

async function listening(server: Server | NetServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Listens until the test ends. @returns the port */
export async function serve(server: Server): Promise<number> {
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return port;
}

/** A port that nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createHttpServer();
  const port = await listening(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Refused without asking a name server: labels have 63 characters at most. */
export const tooLong = "x".repeat(64);

/** Hands requests on to a port, but for a path that it answers itself. */
export function answerInstead(port: number, path: string, body: object): Server {
  return createHttpServer((asked, answer) => {
    if (asked.url === path) {
      answer.setHeader("content-type", "application/json").end(JSON.stringify(body));
      return;
    }
    const { method, url, headers } = asked;
    const host = `127.0.0.1:${port}`;
    const passed = request({ host: "127.0.0.1", port, method, path: url, headers: { ...headers, host } }, (far) => {
      answer.writeHead(far.statusCode ?? 0, far.headers);
      far.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
}

/** A proxy that leads whoever proves to be the user to one port, whatever they ask for. */
export function proxyTo(
  port: number,
  { user, onAsked }: { readonly user: string; readonly onAsked: (target: string | undefined) => void },
): Server {
  const proxy = createHttpServer();
  proxy.on("connect", ({ url, headers }, socket) => {
    onAsked(url);
    if (headers["proxy-authorization"] !== `Basic ${Buffer.from(user).toString("base64")}`) {
      socket.end("HTTP/1.1 407 Who are you\r\n\r\n");
      return;
    }
    const far = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    far.on("error", () => socket.destroy()).on("close", () => socket.destroy());
    socket.on("error", () => far.destroy()).on("close", () => far.destroy());
    socket.pipe(far).pipe(socket);
  });
  return proxy;
}
