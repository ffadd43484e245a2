import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openAccelerator } from "@depthwire/accelerator";
import { createHttpServer, Door, guardSettingsOf, jsonText, listen, Router } from "@depthwire/accelerator/internal";
import { Credential } from "@depthwire/core";
import { createFileIntentStore } from "@depthwire/node";
import { startSandbox } from "@depthwire/sandbox";

/** What a process of the case `accelerator` is, in its one argument. */
export type AcceleratorRole =
  | {
      readonly kind: "venue";
      readonly pairs: readonly string[];
      /** Depth messages a second beyond the usual ones. */
      readonly rate?: number;
    }
  | {
      readonly kind: "accelerator";
      readonly venue: VenueAnswer;
      readonly pairs: readonly string[];
      readonly token: string;
      /** Where orders are remembered; undefined: nowhere. */
      readonly intents?: string;
      /** Events that are remembered; the accelerator's own number by default. */
      readonly eventWindow?: number;
    }
  /** The accelerator's own server, door and router before a handler that answers a constant. */
  | { readonly kind: "empty"; readonly token: string }
  /** A server of `node:http` alone. */
  | { readonly kind: "bare" };

/** Where a venue is, and who may trade there. */
export interface VenueAnswer {
  readonly restUrl: string;
  readonly pushUrl: string;
  readonly credential: { readonly apiKey: string; readonly apiSecret: string };
}

/** The one address of the empty server. */
const emptyPath = "/empty";

/** What the process answers first. */
export type RoleAnswer = { readonly port: number } & Partial<VenueAnswer>;

const role = JSON.parse(process.argv[2] ?? "{}") as AcceleratorRole;
// Nobody here waits for a turn in the throttle: it is not what is measured.
const throttle = { limit: 1_000_000, reserve: {} };

async function begin(): Promise<RoleAnswer> {
  switch (role.kind) {
    case "venue": {
      const { port, restUrl, pushUrl, credential } = await startSandbox({
        port: 0,
        pairs: role.pairs,
        rate: role.rate ?? 0,
        requestsPerWindow: 0,
      });
      return { port, restUrl, pushUrl, credential };
    }
    case "accelerator": {
      const { restUrl, pushUrl, credential } = role.venue;
      const { port } = await openAccelerator({
        venue: { addresses: [pushUrl], restAddress: restUrl, rest: { throttle } },
        port: 0,
        pairs: role.pairs,
        token: role.token,
        ...(role.eventWindow === undefined ? {} : { eventWindow: role.eventWindow }),
        credential: new Credential(credential),
        intents: role.intents === undefined ? undefined : await createFileIntentStore(role.intents),
      });
      return { port };
    }
    case "empty":
      return { port: await listenEmpty(role.token) };
    case "bare":
      return { port: await listenBare() };
  }
}

/** What the accelerator's server costs before anybody has looked anything up: the same connections, guard and router. */
function listenEmpty(token: string): Promise<number> {
  const guard = guardSettingsOf({ token });
  const door = new Door(guard, { apiKeyHeader: "svc-api-key", emptyReads: new Set() });
  const empty = jsonText("{}");
  const route = { path: emptyPath, summary: "Nothing", answer: () => empty };
  const router = new Router([
    { ...route, method: "GET" },
    { ...route, method: "POST" },
  ]);
  return listen(createHttpServer({ door, router, logger: undefined }), 0, guard.bind);
}

/** What `node:http` costs with a handler that does nothing. */
function listenBare(): Promise<number> {
  // A connection waits for its turn while the other contestant works.
  const server = createServer({ keepAliveTimeout: 75_000 }, (_request, response) => {
    response.writeHead(200, { "content-length": 2 });
    response.end("{}");
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

process.on("message", () => process.send?.(process.memoryUsage.rss()));
process.once("disconnect", () => process.exit());
process.send?.(await begin());
