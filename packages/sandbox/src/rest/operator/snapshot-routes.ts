import type { Context } from "hono";
import { SnapshotError } from "../../snapshots/snapshot-error.js";
import { checkSnapshotName } from "../../snapshots/snapshot-name.js";
import type { SnapshotInfo } from "../../snapshots/venue-snapshots.js";
import { refuseOperator } from "../venue-answer.js";
import { checkInteger } from "./check-body.js";
import { type OperatorRequest, type OperatorRoute, operatorChange, operatorRoute } from "./operator-route.js";

const statusOf = { "snapshot-unknown": 404, "snapshots-full": 409, "snapshot-unavailable": 409 } as const;

function refuse(context: Context, { code, message }: SnapshotError): Response {
  return refuseOperator(context, statusOf[code], code, message);
}

/** Answers a refusal with its status and code. */
async function answer(request: OperatorRequest, act: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof SnapshotError) {
      return refuse(request.context, error);
    }
    throw error;
  }
}

function shown({ atMs, ...info }: SnapshotInfo): object {
  return { ...info, atMs, at: new Date(atMs).toISOString() };
}

function nameOf({ context }: OperatorRequest): string {
  return context.req.param("name") ?? "";
}

const ofName = { name: "the snapshot's name" };

function showAll({ context, services: { snapshots, forks } }: OperatorRequest): Response {
  return context.json({ snapshots: snapshots.list().map(shown), forks: forks?.list() ?? [] });
}

async function openFork({ context, services }: OperatorRequest, name: string, port: unknown): Promise<Response> {
  const { forks } = services;
  if (forks === undefined) {
    throw new SnapshotError("snapshot-unavailable", { because: "no-port" });
  }
  const wanted = port === undefined ? 0 : checkInteger(port, "port", 0, 65_535);
  return context.json({ fork: await forks.open(name, wanted) });
}

/** The operator's addresses for snapshots and forks. */
export const snapshotRoutes: readonly OperatorRoute[] = [
  operatorRoute(
    { method: "GET", path: "/_sandbox/snapshots", does: "the venue's snapshots, and the forks that run" },
    showAll,
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/snapshots",
      does: "keeps the venue as it is now, in memory; another snapshot of that name is forgotten",
      body: { name: "1 to 64 letters, digits, dots, hyphens and underscores" },
    },
    (request, { name }) =>
      answer(request, () => {
        const { context, services } = request;
        return context.json({ snapshot: shown(services.snapshots.take(checkSnapshotName(name, "name"))) });
      }),
  ),
  operatorRoute(
    { method: "DELETE", path: "/_sandbox/snapshots/{name}", does: "forgets a snapshot", query: ofName },
    (request) =>
      answer(request, () => {
        request.services.snapshots.remove(nameOf(request));
        return showAll(request);
      }),
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/snapshots/{name}/go-back",
      does: "the venue is again as it was, time and chance included; every client is sent away as at a restart",
      query: ofName,
      body: {},
    },
    (request) =>
      answer(request, () => {
        const { context, services } = request;
        return context.json({ snapshot: shown(services.snapshots.goBack(nameOf(request))) });
      }),
  ),
  operatorChange(
    {
      method: "POST",
      path: "/_sandbox/snapshots/{name}/fork",
      does: "begins a second venue from a snapshot, on a port of its own; it keeps nothing, and ends with this one",
      query: ofName,
      body: { "port?": "any free one by default" },
    },
    (request, { port }) => answer(request, () => openFork(request, nameOf(request), port)),
  ),
  operatorRoute(
    {
      method: "DELETE",
      path: "/_sandbox/forks/{port}",
      does: "ends a fork, and frees its port",
      query: { port: "the fork's port" },
    },
    async (request) => {
      const { context, services } = request;
      const port = context.req.param("port") ?? "";
      const own = services.addresses.rest;
      if (services.forks?.list().some((fork) => fork.port === Number(port) && fork.restUrl === own) === true) {
        // It would cut its own answer.
        return refuseOperator(
          context,
          409,
          "own-port",
          "A fork does not end itself: ask the venue that it was forked from",
        );
      }
      if ((await services.forks?.end(Number(port))) !== true) {
        return refuseOperator(context, 404, "not-found", `No fork runs at the port ${port}`);
      }
      return showAll(request);
    },
  ),
];
