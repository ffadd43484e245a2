import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ValidationError } from "@depthwire/core";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Door } from "./guard/door.js";

/** An HTTP server for these routes behind a door. It does not listen yet. */
export function createHttpServer(routes: Hono, door: Door): Server {
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  // A request without Host is the door's to refuse: the server itself would do so without a word.
  const server = createServer(
    { requireHostHeader: false },
    door.guard((request, response) => void answer(request, response)),
  );
  door.watch(server);
  return server;
}

/** Where to listen. */
export interface ListenAt {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly whenPortIsTaken: "refuse" | "take-any";
}

function isTaken(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === "EADDRINUSE";
}

/**
 * Begins to listen.
 *
 * @returns the port
 * @throws ValidationError `option-invalid` when the address cannot be had; `cause` has the system's error
 */
export async function listen(server: Server, { host, port, whenPortIsTaken }: ListenAt): Promise<number> {
  try {
    return await listenAt(server, port, host);
  } catch (error) {
    if (whenPortIsTaken === "refuse" || !isTaken(error)) {
      throw error;
    }
    return listenAt(server, 0, host);
  }
}

/** The system's codes for a port that is taken, or that needs privileges. Its other codes are about the address. */
const portTroubles: ReadonlySet<unknown> = new Set(["EADDRINUSE", "EACCES"]);

function listenError(cause: Error, host: string): ValidationError {
  const isPort = "code" in cause && portTroubles.has(cause.code);
  const details = isPort
    ? { option: "port", rule: `a free port of ${host}` }
    : { option: "host", rule: "an address of this machine" };
  return new ValidationError("option-invalid", details, { cause });
}

async function listenAt(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (cause: Error): void => reject(listenError(cause, host));
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
