import { TransportError } from "@depthwire/core";
import { createVenueWith, type InMemoryVenue } from "@depthwire/sandbox/neutral";
import { expect, it, onTestFinished } from "vitest";
import { workerPorts } from "../venue/worker-ports.js";
import { linePorts } from "./line-ports.js";
import { serveLine } from "./serve-line.js";

const limits = { maxBodyBytes: 1_000_000 };

function openLine(): { venue: InMemoryVenue; ports: ReturnType<typeof linePorts>; cut: () => void } {
  const venue = createVenueWith(workerPorts, { seed: 7 });
  const { port1, port2 } = new MessageChannel();
  const served = serveLine(venue, port1);
  onTestFinished(() => {
    port1.close();
    venue.close();
  });
  return { venue, ports: linePorts(port2), cut: () => served.cut(60_000) };
}

/** What a connection hears, in words. */
function listen(ports: ReturnType<typeof linePorts>): { told: string[]; send: (text: string) => void } {
  const told: string[] = [];
  const socket = ports.openSocket("ws://venue.invalid/cbu", {
    opened: () => told.push("opened"),
    message: (bytes) => told.push(`${bytes.length > 0 ? "some" : "no"} bytes`),
    controlFrame: () => {},
    closed: (code, cause) => told.push(`closed ${code} ${cause}`),
  });
  return { told, send: (text) => socket.send(text) };
}

it("connections and calls reach the venue through messages, and a cut ends and refuses connections alone", async () => {
  const { venue, ports, cut } = openLine();
  const { told, send } = listen(ports);
  const poll = async (words: readonly string[]): Promise<void> => {
    await expect
      .poll(async () => {
        await venue.elapse(10);
        return words.every((word) => told.includes(word));
      })
      .toBe(true);
  };
  await poll(["opened"]);
  send('{"sub":"4BTC_USDT_depth"}');
  await poll(["some bytes"]);
  cut();
  await poll(["closed 1006 cut"]);
  const refused = listen(ports);
  await expect.poll(() => refused.told).toEqual(["closed 1006 refused"]);
  const { request } = ports.http.open();
  const wanted = { method: "GET", target: "/v3/cbu/timestamp", headers: {} } as const;
  expect((await request(venue.restUrl, wanted, limits)).status).toBe(200);
});

it("a call whose bounds are passed ends in the error that an adapter gives", async () => {
  const { venue, ports } = openLine();
  const { request } = ports.http.open();
  const wanted = { method: "GET", target: "/v3/cbu/timestamp", headers: {} } as const;
  await expect(request(venue.restUrl, wanted, { maxBodyBytes: 3 })).rejects.toMatchObject({ code: "text-too-long" });
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(request(venue.restUrl, wanted, { ...limits, signal })).rejects.toThrow(TransportError);
});
