import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createTruthReader, readPublishedBook, TruthError } from "./truth.js";

const cleanUps: (() => void)[] = [];

afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) {
    cleanUp();
  }
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

interface Stub {
  readonly restUrl: string;
  readonly asked: (string | undefined)[];
}

async function startStub({ status, body }: Answer): Promise<Stub> {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  cleanUps.push(() => {
    server.close();
    server.closeAllConnections();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { restUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A port at which nobody listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const payload = '{"pair":"4BTC_USDT","ut":1639124171584,"seq":188236,"asks":[["7.904","47741.6"]],"bids":[]}';

describe("createTruthReader", () => {
  it("asks for the pair's state of a seq and reads rows as quantity, price", async () => {
    const { restUrl, asked } = await startStub({ status: 200, body: payload });
    expect(await createTruthReader(restUrl)("4BTC_USDT", 188_236)).toEqual({
      seq: 188_236,
      asks: [{ price: "47741.6", quantity: "7.904" }],
      bids: [],
    });
    expect(asked).toEqual(["/_sandbox/book/4BTC_USDT?seq=188236"]);
  });

  it("answers undefined for a state that is not held any more", async () => {
    const { restUrl } = await startStub({ status: 404, body: '{"error":{"code":"not-held"}}' });
    expect(await createTruthReader(restUrl)("4BTC_USDT", 1)).toBeUndefined();
  });

  it("answers undefined when the connection fails, before the answer or in it", async () => {
    const port = await closedPort();
    expect(await createTruthReader(`http://127.0.0.1:${port}`)("4BTC_USDT", 1)).toBeUndefined();
    const cutting = createServer((_, response) => {
      response.writeHead(200, { "content-length": payload.length }).write(payload.slice(0, 20));
      setImmediate(() => response.destroy());
    });
    cutting.listen(0, "127.0.0.1");
    await once(cutting, "listening");
    cleanUps.push(() => cutting.close());
    const { port: cuttingPort } = cutting.address() as AddressInfo;
    expect(await createTruthReader(`http://127.0.0.1:${cuttingPort}`)("4BTC_USDT", 1)).toBeUndefined();
  });

  it("fails on any other answer", async () => {
    const { restUrl } = await startStub({ status: 500, body: "{}" });
    await expect(createTruthReader(restUrl)("4BTC_USDT", 1)).rejects.toThrow(TruthError);
  });
});

describe("readPublishedBook", () => {
  it.each([null, 7, {}, { seq: "1" }, { seq: 1, asks: [["1"]], bids: [] }, { seq: 1, asks: [], bids: [[1, 2]] }])(
    "refuses %j",
    (value) => {
      expect(() => readPublishedBook(value)).toThrow(TruthError);
    },
  );

  it("takes an absent side as empty", () => {
    expect(readPublishedBook({ seq: 1, asks: null })).toEqual({ seq: 1, asks: [], bids: [] });
  });
});
