import { describe, expect, it, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import { steerSnapshots } from "../program/steer-snapshots.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { PushClient } from "../spec-support/push-client.js";
import { orderBody, paths, startMs } from "../spec-support/rest-door.js";
import { RestKit } from "../spec-support/rest-kit.js";
import { maxForks } from "./fork-desk.js";

interface Scene {
  readonly sandbox: Sandbox;
  readonly kit: RestKit;
  readonly clock: VirtualClock;
}

async function open(): Promise<Scene> {
  const clock = new VirtualClock(startMs);
  const sandbox = await startSandbox({ pairs: ["4BTC_USDT"], requestsPerWindow: 0, clock });
  onTestFinished(() => sandbox.close());
  return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()), clock };
}

describe("/_sandbox/snapshots", () => {
  it("takes one, lists it, goes back to it, forgets it", async () => {
    const { kit, clock } = await open();
    const { body: taken } = await kit.operate("POST", "snapshots", { name: "start" });
    const snapshot = { name: "start", atMs: startMs, at: new Date(startMs).toISOString(), ticks: 1 };
    expect(taken).toMatchObject({ snapshot });
    expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    const id = /"order_id":"?(\d+)/.exec(kit.lastText)?.[1];
    clock.advance(5_000);
    expect((await kit.operate("POST", "snapshots/start/go-back", {})).body).toMatchObject({ snapshot });
    expect((await kit.operate("GET", "clock")).body).toMatchObject({ nowMs: startMs, aheadMs: -5_000 });
    expect(await kit.post(paths.list, { order_side: 1 })).toMatchObject({ state: 0, result: { t: 0 } });
    await kit.post(paths.open, orderBody());
    expect(/"order_id":"?(\d+)/.exec(kit.lastText)?.[1]).toBe(id);
    expect((await kit.operate("GET", "snapshots")).body).toMatchObject({ snapshots: [snapshot], forks: [] });
    expect((await kit.operate("DELETE", "snapshots/start")).body).toEqual({ snapshots: [], forks: [] });
  });

  it.each([
    ["late", 'answers {"state":4003}'],
    ["slow-body", "cuts"],
  ])("acknowledges no order of the past that was given up: an answer that is held back (%s) %s", async (kind, how) => {
    const { kit, clock } = await open();
    const openOrders = async (): Promise<unknown> => (await kit.post(paths.list, { order_side: 1 })).result;
    await kit.operate("POST", "snapshots", { name: "start" });
    await kit.operate("POST", "faults", { kind, when: "after", ms: 2_000, path: paths.open });
    const order = kit.post(paths.open, orderBody()).then(
      ({ state }) => `answers ${JSON.stringify({ state })}`,
      () => "cuts",
    );
    await expect.poll(openOrders).toMatchObject({ t: 1 });
    await kit.operate("POST", "snapshots/start/go-back", {});
    await expect
      .poll(() => {
        clock.advance(500);
        return Promise.race([order, undefined]);
      })
      .toBe(how);
    expect(await openOrders()).toMatchObject({ t: 0 });
  });

  it("sends push clients away with 1001, and gives who comes back the book of then", async () => {
    const { sandbox, kit, clock } = await open();
    const listen = async (): Promise<PushClient> => {
      const client = await PushClient.open(sandbox.pushUrl);
      onTestFinished(() => client.close());
      client.send({ sub: "4BTC_USDT_depth" });
      return client;
    };
    const first = await listen();
    const full = await first.nextJson(({ t }) => t === 0);
    await kit.operate("POST", "snapshots", { name: "start" });
    clock.advance(3_000);
    await first.nextJson(({ t }) => t === 1);
    await kit.operate("POST", "snapshots/start/go-back", {});
    expect(await first.closed).toBe(1001);
    const second = await listen();
    expect(await second.nextJson(({ t }) => t === 0)).toEqual(full);
  });

  it.each([
    ["POST", "snapshots", { name: "a b" }, 400, "value-invalid"],
    ["POST", "snapshots", {}, 400, "value-invalid"],
    ["POST", "snapshots", { name: "a", more: 1 }, 400, "value-invalid"],
    ["POST", "snapshots/none/go-back", {}, 404, "snapshot-unknown"],
    ["POST", "snapshots/none/fork", {}, 404, "snapshot-unknown"],
    ["DELETE", "snapshots/none", undefined, 404, "snapshot-unknown"],
    ["DELETE", "forks/1", undefined, 404, "not-found"],
  ])("refuses %s %s %j with %d", async (method, path, body, status, code) => {
    const { kit } = await open();
    expect(await kit.operate(method, path, body)).toMatchObject({ status, body: { error: { code } } });
  });
});

describe("a fork", () => {
  it("is a venue of its own on a port of its own, and ends when it is told to, or with the first one", async () => {
    const { sandbox, kit, clock } = await open();
    await kit.post(paths.open, orderBody());
    await kit.operate("POST", "snapshots", { name: "start" });
    const { body } = await kit.operate("POST", "snapshots/start/fork", {});
    const { fork } = body as unknown as { fork: Pick<Sandbox, "port" | "restUrl" | "pushUrl"> };
    const other = new RestKit({ ...sandbox, restUrl: fork.restUrl }, sandbox.credential, () => clock.epochMs());
    await kit.post(paths.closeAll, { pair: "4BTC_USDT" });
    clock.advance(100);
    expect(await kit.post(paths.list, { order_side: 1 })).toMatchObject({ result: { t: 0 } });
    expect(await other.post(paths.list, { order_side: 1 })).toMatchObject({ result: { t: 1 } });
    expect((await kit.operate("GET", "snapshots")).body).toMatchObject({ forks: [{ snapshot: "start", ...fork }] });
    expect(await kit.operate("POST", "snapshots/start/fork", { port: fork.port })).toMatchObject({
      status: 400,
      body: { error: { code: "value-invalid" } },
    });
    expect(await other.operate("DELETE", `forks/${fork.port}`)).toMatchObject({
      status: 409,
      body: { error: { code: "own-port", msg: expect.stringContaining("forked from") } },
    });
    expect((await kit.operate("DELETE", `forks/${fork.port}`)).body).toMatchObject({ forks: [] });
    await expect(fetch(fork.restUrl)).rejects.toThrow();
    const second = await sandbox.snapshots.fork("start");
    await sandbox.close();
    await expect(fetch(second.restUrl)).rejects.toThrow();
  });

  it("is refused once the first sandbox ends, and what opens late is ended", async () => {
    const { sandbox } = await open();
    sandbox.snapshots.take("start");
    const inner = await sandbox.snapshots.fork("start");
    inner.snapshots.take("start");
    const refused = { code: "snapshot-unavailable", details: { because: "ended" } };
    // Were one to open late all the same, it must not be left behind.
    const asked = async (venue: Sandbox): Promise<Sandbox> => {
      const late = await venue.snapshots.fork("start");
      onTestFinished(() => late.close());
      return late;
    };
    const underWay = [asked(sandbox), asked(inner)].map((late) => expect(late).rejects.toMatchObject(refused));
    const closing = sandbox.close();
    const whileClosing = expect(asked(inner)).rejects.toMatchObject(refused);
    await closing;
    await Promise.all([...underWay, whileClosing]);
    await expect(asked(sandbox)).rejects.toMatchObject(refused);
    await expect(asked(inner)).rejects.toMatchObject(refused);
    expect(() => sandbox.snapshots.take("end")).toThrow(expect.objectContaining(refused));
  });

  it("that has ended has no forks any more, while the first sandbox goes on", async () => {
    const { sandbox } = await open();
    sandbox.snapshots.take("start");
    const fork = await sandbox.snapshots.fork("start");
    fork.snapshots.take("start");
    await fork.close();
    await expect(fork.snapshots.fork("start")).rejects.toMatchObject({
      code: "snapshot-unavailable",
      details: { because: "ended" },
    });
    expect((await sandbox.snapshots.fork("start")).port).toBeGreaterThan(0);
  });

  it("may be forked; there are so many at once and no more", async () => {
    const { sandbox } = await open();
    sandbox.snapshots.take("start");
    let last = sandbox;
    for (let i = 0; i < maxForks; i++) {
      last = await last.snapshots.fork("start");
      last.snapshots.take("start");
    }
    await expect(sandbox.snapshots.fork("start")).rejects.toMatchObject({
      code: "snapshots-full",
      details: { what: "forks", max: maxForks },
    });
    await last.close();
    expect((await sandbox.snapshots.fork("start")).port).toBeGreaterThan(0);
  });
});

describe("the command `snapshots`", () => {
  it("does all of it, and says what is wrong", async () => {
    const { sandbox, clock } = await open();
    const run = async (...words: string[]): Promise<string> => {
      const printed = await steerSnapshots([...words, "--venue", sandbox.restUrl], "depthwire-sandbox", undefined);
      return `${printed.exitCode} ${printed.text}`;
    };
    expect(await run()).toBe("0 There are no snapshots\n");
    expect(await run("take", "start")).toBe(`0 Took start at ${new Date(startMs).toISOString()}\n`);
    clock.advance(1_000);
    expect(await run("go-back", "start")).toBe(`0 It is ${new Date(startMs).toISOString()} again, as in start\n`);
    expect(await run("fork", "start")).toMatch(/^0 A venue from start runs at http:\/\/127\.0\.0\.1:\d+, push at ws:/);
    const [, port = ""] = /runs at http:\/\/127\.0\.0\.1:(\d+)/.exec(await run("list")) ?? [];
    expect(await run("end-fork", port)).toMatch(/^0 start {2}2023.*\d+ bytes\n$/);
    expect(await run("remove", "start", "--json")).toBe('0 {"snapshots":[],"forks":[]}\n');
    expect(await run("go-back", "start")).toMatch(/^1 .*refuses with HTTP 404.*snapshot-unknown/);
    expect(await run("take")).toMatch(/^2 .*the name of the snapshot is missing/);
    expect(await run("explode")).toMatch(/^2 /);
    await sandbox.close();
    expect(await run("list")).toMatch(/^1 No sandbox answered/);
  });
});
