import { gunzipSync, inflateSync } from "node:zlib";
import { encodeSubscribe } from "@depthwire/core/internal";
import { gzipSync, zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createInMemoryVenue, type InMemoryVenue, type InMemoryVenueOptions } from "./in-memory.js";
import { createVenueWith } from "./neutral.js";
import { profiles } from "./profile.js";

/** What a page has: no module of Node's. */
function createPageVenue(options: InMemoryVenueOptions): InMemoryVenue {
  return createVenueWith(
    {
      deflate: { zlib: (text) => zlibSync(text), gzip: (text) => gzipSync(text, { mtime: 0 }) },
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      nextTurn: () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener("message", () => {
            port1.close();
            resolve();
          });
          port1.start();
          port2.postMessage(undefined);
        }),
    },
    options,
  );
}

function textOf(frame: Uint8Array): string {
  const decoder = new TextDecoder();
  const [marker] = frame;
  if (marker !== 0x01 && marker !== 0x31) {
    return decoder.decode(frame);
  }
  const body = frame.subarray(1);
  return decoder.decode(body[0] === 0x1f ? gunzipSync(body) : inflateSync(body));
}

/** Every message of a venue's first seconds, and what it answers at their end. */
async function tellAll(venue: InMemoryVenue): Promise<string[]> {
  const texts: string[] = [];
  const [pair = ""] = venue.pairs;
  const socket = venue.connect({
    opened: () => socket.send(encodeSubscribe(`${pair}_depth`)),
    message: (bytes) => texts.push(textOf(bytes)),
    controlFrame: () => {},
    closed: () => {},
  });
  await venue.elapse(3_000);
  const { status, body } = await venue.request({ method: "GET", target: "/v3/cbu/timestamp", headers: {} });
  texts.push(`${status} ${new TextDecoder().decode(body)}`, JSON.stringify(venue.credential));
  venue.close();
  return texts;
}

describe.each(profiles)("a venue with the ports of a page, profile %s", (profile) => {
  it("tells what the venue in Node tells, to the byte of its texts", async () => {
    const options = { profile, seed: 7, pairs: ["4BTC_USDT"] };
    const inPage = await tellAll(createPageVenue(options));
    expect(inPage.length).toBeGreaterThan(10);
    expect(inPage).toEqual(await tellAll(createInMemoryVenue(options)));
  });
});
