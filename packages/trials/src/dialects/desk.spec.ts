import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { Desk } from "./desk.js";
import { Pace } from "./pace.js";
import { DialectTally } from "./tally.js";
import { Truth } from "./truth.js";

let server: Server;
let sockets: WebSocketServer;
let tally: DialectTally;
let desk: Desk;

beforeEach(async () => {
  server = createServer((request, response) => {
    response.end(request.url === "/v3/cbu/assets" ? '{"state":0,"result":[]}' : '{"state":2034,"msg":"no"}');
  });
  sockets = new WebSocketServer({ server });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const restUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seat = { account: 100_002, apiKey: "key", apiSecret: "secret", restUrl, headers: {} };
  tally = new DialectTally();
  const pushUrl = restUrl.replace("http", "ws");
  const hall = { profile: "deployed", serviceName: "svc", pushUrl, truth: new Truth(restUrl), tally } as const;
  desk = new Desk(
    {
      ...hall,
      signatures: "checked",
      isOver: () => false,
      publicPace: new Pace(),
      resident: seat,
    },
    "test",
    seat,
  );
});

afterEach(() => {
  desk.leave();
  sockets.close();
  server.close();
  server.closeAllConnections();
});

it("counts a connection that the venue ends as cut", async () => {
  const socket = await desk.connect("/cbu");
  const closed = once(socket, "close");
  for (const client of sockets.clients) {
    client.close(1001, "no pong");
  }
  await closed;
  expect(tally.cut).toBe(1);
  expect(tally.reasons).toEqual(["deployed test: the connection was cut: /cbu ended with 1001 no pong"]);
});

it("does not count a connection that the hand ends", async () => {
  const socket = await desk.connect("/cbu");
  const closed = once(socket, "close");
  desk.hangUp(socket);
  await closed;
  expect(tally.cut).toBe(0);
});

it("counts an operation as called when it was carried out, and every answer as a call", async () => {
  const init = { method: "POST", body: "{}" };
  const answer = await desk.fetch(`${desk.restUrl}/v3/cbu/assets`, init);
  expect(await answer.text()).toBe('{"state":0,"result":[]}');
  await desk.fetch(`${desk.restUrl}/v3/cbu/order/open`, init);
  expect(tally.calls).toBe(2);
  expect(tally.uncalled(["deployed"])).not.toContain("deployed POST /v3/cbu/assets");
  expect(tally.uncalled(["deployed"])).toContain("deployed POST /v3/cbu/order/open");
});
