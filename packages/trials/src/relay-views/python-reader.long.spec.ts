import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openNatsBus } from "@depthwire/nats";
import { createNodeClock } from "@depthwire/node";
import { RelayOwner, Subjects, shardOf } from "@depthwire/relay";
import { startSandbox } from "@depthwire/sandbox";
import { lacksNatsServer, SpecNatsServer } from "@depthwire/testkit/servers";
import { expect, onTestFinished, test } from "vitest";
import { venueEngine } from "../relay-faults/venue-engine.js";

const program = fileURLToPath(new URL("../../../../docs/examples/relay-python/relay_views.py", import.meta.url));
const pair = "4BTC_USDT";
// A check of the whole must not pass because something is missing on its machine.
const lacksPython = process.env["CI"] === undefined && spawnSync("python3", ["--version"]).status !== 0;

/** What a started program has printed. */
function startReader(address: string): { readonly process: ChildProcess; readonly lines: string[] } {
  const started = spawn("python3", [program, address, "main", pair], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const lines: string[] = [];
  let rest = "";
  started.stdout.on("data", (chunk: Buffer) => {
    const parts = (rest + chunk.toString("utf8")).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  onTestFinished(async () => {
    if (started.exitCode === null) {
      started.kill("SIGKILL");
      await once(started, "exit");
    }
  });
  return { process: started, lines };
}

// Skipped where nats-server or Python is missing.
test.skipIf(lacksNatsServer || lacksPython)(
  "relay_views.py shows the owner's book, takes silence for stale, and comes back",
  async () => {
    const server = new SpecNatsServer();
    await server.start();
    onTestFinished(() => server.remove());
    const sandbox = await startSandbox({ pairs: [pair] });
    onTestFinished(() => sandbox.close());
    const bus = await openNatsBus({ servers: [server.address], name: "owner" });
    onTestFinished(() => bus.close());
    const clock = createNodeClock();
    const options = { bus, subjects: new Subjects("main"), clock, pairs: [pair], views: { hz: 10, levels: 5 } };
    const owner = new RelayOwner({ ...options, owner: "host-a" });
    const engine = venueEngine(sandbox.pushUrl, owner.listenToFrames);
    onTestFinished(() => engine.close());
    const book = engine.book(pair);
    await expect.poll(() => book.latest.status).toBe("live");

    // Nobody listens at the first of two addresses.
    const { lines } = startReader(`nats://127.0.0.1:9,${server.address}`);
    // Nobody owns the pair yet.
    await expect.poll(() => lines).toEqual([`${pair} stale relay-silent`]);
    owner.own(shardOf(pair), 1);
    await expect.poll(() => lines.at(-1)).toMatch(new RegExp(`^${pair} live [\\d.]+ / [\\d.]+ from host-a$`));
    owner.disown(shardOf(pair));
    await expect.poll(() => lines.at(-1)).toBe(`${pair} stale relay-silent`);
    owner.own(shardOf(pair), 2);
    await expect.poll(() => lines.at(-1)).toMatch(/ live /);

    await server.kill();
    await expect.poll(() => lines.at(-1)).toBe(`${pair} stale relay-disconnected`);
    await server.start();
    await expect.poll(() => bus.status).toBe("connected");
    await expect.poll(() => lines.at(-1)).toMatch(/ live /);
    expect(lines.every((line) => line.startsWith(pair))).toBe(true);
  },
);

test.skipIf(lacksPython)("what is no view, and what a former owner says, is counted and dropped", () => {
  const script = `
import sys; sys.path.insert(0, sys.argv[1])
from relay_views import Views
passed = [0.0]
views = Views(clock=lambda: passed[0])
views.connected = True
good = '{"version":1,"pair":"P","status":"live","owner":"a","term":2,"epoch":1,"seq":1,"updatedAtMs":1,"ageMs":5,"freshWithinMs":7,"asks":[{"price":"1.10","quantity":"2"}],"bids":[]}'
for bad in ['', '{', '[]', '7', good.replace('"P"', '"Q"'), good.replace(':1,"pair"', ':2,"pair"'), good.replace('live', 'fine'), good.replace('"1.10"', '"x"'), good.replace('"term":2', '"term":"2"')]:
    views.take("P", bad)
views.take("P", b'\\xff')
views.take("P", "[" * 100000)
levels = '"asks":[{"price":"1.10","quantity":"2"}]'
assert levels in good
other = lambda text: good.replace(levels, text)
of = lambda price, quantity="2": '{"price":"%s","quantity":"%s"}' % (price, quantity)
for unsound in [
    good.replace('"pair":"P",', ''), good.replace('"owner":"a",', ''), good.replace('"term":2', '"term":true'),
    good.replace('"ageMs"', '"reason":"relay-gap","ageMs"'),
    other('"asks":[%s]' % of("NaN")), other('"asks":[%s]' % of("Infinity")), other('"asks":[%s]' % of("-1")), other('"asks":[%s]' % of("1", "0")),
    other('"asks":[%s,%s]' % (of("2"), of("1"))),
    good.replace('"bids":[]', '"bids":[%s]' % of("1.10")), good.replace('"bids":[]', '"bids":[%s,%s]' % (of("1.0"), of("1.0"))),
]:
    views.take("P", unsound)
assert views.malformed == 22, views.malformed
assert views.read("P")["status"] == "stale"
views.take("P", good)
views.take("P", good.replace('"term":2', '"term":1'))
assert views.old_term == 1
passed[0] = 0.5
read = views.read("P")
assert (read["status"], read["ageMs"], read["freshWithinMs"], str(read["asks"][0][0])) == ("live", 505, 507, "1.10"), read
passed[0] = 2.6
assert views.read("P")["reason"] == "relay-silent"
# A term that no owner can have by now keeps no owner from being heard, whoever came first.
far = good.replace('"term":2', '"term":9007199254740990').replace('"owner":"a"', '"owner":"far"')
owner_of = lambda: views.read("P")["owner"]
views.take("P", far)
assert (owner_of(), views.malformed) == ("a", 23), views.malformed
views.take("P", good)
assert owner_of() == "a"
passed[0] = 40
views.take("P", far)
assert (owner_of(), views.malformed) == ("far", 23)
views.take("P", good)
assert (owner_of(), views.old_term) == ("a", 1)
views.connected = False
assert views.read("P")["reason"] == "relay-disconnected"
`;
  const folder = fileURLToPath(new URL("../../../../docs/examples/relay-python", import.meta.url));
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };
  const { stderr, status } = spawnSync("python3", ["-c", script, folder], { encoding: "utf8", env });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
