import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ValidationError } from "@depthwire/core";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

/** An HTTP server for these routes. It does not listen yet. */
export function createHttpServer(routes: Hono): Server {
  const server = createAdaptorServer({ fetch: routes.fetch, createServer, overrideGlobalObjects: false });
  if (!("closeAllConnections" in server)) throw new TypeError("an HTTP/1.1 server was asked for");
  return server;
}

/**
 * Begins to listen.
 *
 * @returns the port
 * @throws ValidationError `option-invalid` when the address cannot be had; `cause` has the system's error
 */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => {
      reject(new ValidationError("option-invalid", { option: "port", rule: `a free port of ${host}` }, { cause }));
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      server.off("error", refuse);
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
