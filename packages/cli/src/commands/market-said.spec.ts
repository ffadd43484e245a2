import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { runCommandLine, type SceneOptions } from "../command-scene.spec-kit.js";
import { type AccountScene, openAccountScene, pair } from "../trading/account-scene.spec-kit.js";
import { Transcript } from "../transcript.spec-kit.js";

let scene: AccountScene;
beforeAll(async () => {
  scene = await openAccountScene({ tickIntervalMs: 60_000, timestampToleranceMs: 600_000 });
  // Time stands, so that what is said of prices is the same in every run, however slow the machine is.
  scene.sandbox.operator.clock.pause();
});
afterAll(() => scene[Symbol.asyncDispose]());

/** Times of the day, numbers of messages and lags. */
function plainer(text: string): string {
  return text
    .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, "<time>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "<day and time>")
    .replaceAll(/lag [\d,]+ ms/g, "lag <lag>")
    .replaceAll(/seq \d+/g, "seq <seq>")
    .replaceAll(/"(seq|lagMs|bytes|frames|elapsedMs|epoch)":-?[\d.]+/g, '"$1":<$1>')
    .replaceAll(/\d+ frames, [\d.]+ MB in \d+ segments?/g, "<frames> frames, <size> MB in <segments> segments");
}

it("markets, books, channels and recordings of a venue: what is said, word for word", async () => {
  const names = { [scene.sandbox.restUrl]: "<venue>", [scene.credentialFile]: "<key file>", [scene.home]: "<home>" };
  const told = new Transcript(names, "own", plainer);
  const home = { home: scene.home, workingDirectory: scene.home };
  const ask = (argv: readonly string[], options: SceneOptions = {}) =>
    runCommandLine([...argv, "--venue", scene.sandbox.restUrl], { ...home, ...options });
  const say = (...argv: readonly string[]) => told.say(ask, argv);
  await say("markets");
  await say("markets", "--json");
  await say("markets", "--family", "spot");
  await say("markets", "5BTC_USD", pair);
  await say("markets", "--family", "coin", pair);
  await say("markets", "4BTC_UDST");
  await say("book", pair, "BTC_USDT", "--once", "--levels", "3");
  await say("book", pair, "--once", "--levels", "2", "--json");
  await say("book", "4BTC_UDST", "--once");
  await say("call", "usdt.getDepth", `pair=${pair}`, "size=2");
  await say("call", "getKlines", `pair=${pair}`);
  await say("call", "usdt.getKlines", `pair=${pair}`, "period=1m");
  await say("call", "usdt.getPrecisions", "--json");
  await say("tail", `depth:${pair}`, "--count", "1");
  await say("tail", "4BTC_USDT_depth", "--count", "1", "--raw");
  await say("tail", `ticker:${pair}`, "--count", "1", "--json");
  await say("tail", `ticker:${pair}`, "--count", "1");
  await say("tail", `tag-price:${pair}`, "--count", "1");
  await scene.run(["order", "buy", pair, "0.01", "--at", "market", "--client-id", "1", "--yes"]);
  await scene.run(["order", "sell", pair, "0.02", "--at", "market", "--client-id", "2", "--yes"]);
  // The book is published anew.
  await scene.sandbox.operator.clock.step(1_000);
  await say("tail", `deals:${pair}`, "--count", "2");
  await say("tail", `deals:${pair}`, "--count", "1", "--json");
  await say("tail", "depth:4BTC_UDST");
  await say("tail", "depth:4BTC_USDT", "--protocol", "channel", "--count", "1");
  await told.say(
    (argv) =>
      runCommandLine([...argv, "--venue", scene.sandbox.restUrl], { home: "/nowhere", workingDirectory: "/nowhere" }),
    ["tail", "private", "--count", "1"],
  );
  await say("record", "recording", pair, "--channels", "depth,deals,ticker,tag-price,kline:1min", "--for", "1s");
  await say("record", "recording", pair, "--for", "100ms");
  await say("record", "recording", "4BTC_UDST");
  await say("record", "recording", pair, "--channels", "depht");
  await say("record", "recording", pair, "--channels", "kline:7min");
  await writeFile(join(scene.home, "file"), "");
  await say("record", "file", pair);
  await say("record", ".", pair);
  await writeFile(join(scene.home, "recording", "recording.lock"), `${process.pid}\n`);
  await told.say(
    (argv) => ask(argv).then((end) => ({ ...end, err: end.err.replaceAll(String(process.pid), "<pid>") })),
    ["record", "recording", pair],
  );
  const stop = new AbortController();
  stop.abort();
  for (const argv of [
    ["book", pair],
    ["tail", `depth:${pair}`],
  ]) {
    await told.say((words) => ask(words, { signal: stop.signal }), argv);
  }
  await told.expectToBe("market");
});
