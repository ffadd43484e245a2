import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeSubscribe } from "@depthwire/core/internal";
import { expect, it, onTestFinished } from "vitest";
import { RecordingScene } from "../../../recording/src/record/recording-scene.spec-kit.js";
import { prefixWire } from "../../../stream/src/spec-kit/wire.spec-kit.js";
import { knownChannel } from "../venue/known-channel.js";
import { recordedEnds } from "./recorded-end.js";

const [busy, quiet, silent, other] = ["4BTC_USDT", "4ETH_USDT", "4LTC_USDT", "4XRP_USDT"].map(
  (pair) => `${pair}_depth`,
);
const channels = [busy, quiet, silent, other] as readonly string[];
const dialect = { protocol: "prefix", serviceName: "svc" } as const;

/** Seven segments of a minute each: the quiet channel is in the first alone, the silent one was subscribed to. */
async function recordedDirectory(): Promise<string> {
  const scene = new RecordingScene();
  await scene.start({ maxSegmentMs: 60_000 });
  const socket = scene.open();
  scene.network.last.open();
  for (const channel of channels.slice(0, 3)) {
    socket.send(encodeSubscribe(channel));
  }
  const tell = (channel: string, seq: number): void => {
    const pair = channel.slice(0, -"_depth".length);
    scene.network.last.bytes(prefixWire.data(channel, 0, { pair, ut: seq, seq, asks: [["1", "2"]], bids: [] }));
  };
  tell(String(quiet), 1);
  for (let minute = 1; minute <= 7; minute++) {
    tell(String(busy), minute);
    scene.clock.advance(60_000);
  }
  await scene.recording.close();
  const directory = await mkdtemp(join(tmpdir(), "dw-recorded-end-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, bytes] of scene.store.files) {
    await writeFile(join(directory, name), bytes);
  }
  return directory;
}

async function ends(directory: string, minutes: number) {
  const wanted = channels.map((channel) => knownChannel(channel, dialect));
  const found = await recordedEnds(directory, wanted, dialect, minutes);
  return channels.map((channel) => {
    const end = found.get(channel);
    return end && [end.frames.length > 0, end.state !== undefined];
  });
}

it("finds a quiet channel before the last segments; a silent one was recorded all the same, another one was not", async () => {
  const directory = await recordedDirectory();
  expect(await ends(directory, 10)).toEqual([[true, true], [true, true], [false, false], undefined]);
});

it("looks for a quiet channel no farther back than it is asked", async () => {
  const directory = await recordedDirectory();
  expect(await ends(directory, 2)).toEqual([[true, true], [false, false], [false, false], undefined]);
});

it("knows no end where nothing was recorded, and of no channel where it cannot be read", async () => {
  const directory = await recordedDirectory();
  expect(await ends(join(directory, "absent"), 10)).toEqual(channels.map(() => undefined));
  await writeFile(join(directory, "00000007.dwrec"), "no segment at all, and never was one");
  expect(await ends(directory, 10)).toEqual(channels.map(() => [false, false]));
});
