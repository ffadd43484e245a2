import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { crc32 } from "node:zlib";
import type { UnknownOutcome } from "@depthwire/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileIntentStore } from "../index.js";

let directory = "";
let path = "";
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "intents-"));
  path = join(directory, "intents");
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(directory, { recursive: true });
});

const order = (id: number): UnknownOutcome => ({
  operation: "placeOrder",
  signedAtMs: 1_600_000_000_000 + id,
  clientOrderId: String(id),
  pair: "4BTC_USDT",
  side: "open-long",
});
const transfer: UnknownOutcome = { operation: "transfer", signedAtMs: 7 };
const halt = { reason: "enough", sinceMs: 5, scope: "own", plans: "keep" } as const;

/** What a file says, opened and closed. */
async function reread(): Promise<unknown> {
  await using store = await createFileIntentStore(path);
  const { intents, halt: kept } = await store.load();
  return { halt: kept, intents: intents.map(({ intent, end }) => [intent.clientOrderId ?? intent.operation, end]) };
}

describe("a file of intents", () => {
  it("remembers calls, how they ended, and a halt", async () => {
    const store = await createFileIntentStore(path);
    for (const id of [1, 2, 3, 4, 5]) {
      await store.begin(order(id));
    }
    await store.begin(transfer);
    await store.end(order(1), "answered");
    await store.end(order(2), "unknown");
    await store.end(order(3), "refused");
    await store.end(order(4), "not-sent");
    await store.keepHalt(halt);
    await store.close();
    const ends = [
      ["1", "answered"],
      ["2", "unknown"],
      ["3", "finished"],
      ["5", undefined],
      ["transfer", undefined],
    ];
    expect(await reread()).toEqual({ halt, intents: ends });
    await using again = await createFileIntentStore(path);
    await again.finished(order(1));
    await again.end(transfer, "answered");
    await again.keepHalt(undefined);
    expect((await again.load()).halt).toBeUndefined();
    expect((await again.load()).intents.map(({ end }) => end)).toEqual(["finished", "unknown", "finished", undefined]);
  });

  it("has an intent on the disk when it says so, and one sync serves all who wait", async () => {
    await using store = await createFileIntentStore(path);
    const probe = await open(path);
    const sync = vi.spyOn(Object.getPrototypeOf(probe), "datasync");
    await probe.close();
    await store.begin(order(0));
    expect(sync).toHaveBeenCalledTimes(1);
    await Promise.all(Array.from({ length: 50 }, (_, id) => store.begin(order(id + 1))));
    expect(sync.mock.calls.length).toBeLessThanOrEqual(3);
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(53);
  });

  it.each([
    ["a list", "[1]"],
    ["nothing", "null"],
    ["no JSON, its checksum fitting", '{"n":'],
    ["a call without its fields", '{"n":2,"intent":null}'],
    ["a call that is a text", '{"n":2,"intent":"placeOrder"}'],
    ["an end that there is not", '{"n":1,"end":"eaten"}'],
    ["an unknown record", '{"m":1}'],
    ["a halt without its fields", '{"halt":{}}'],
  ])("refuses %s, and lets another have the file", async (_, json) => {
    const store = await createFileIntentStore(path);
    await store.begin(order(1));
    await store.close();
    const whole = await readFile(path, "utf8");
    await writeFile(path, `${whole}${crc32(json).toString(16).padStart(8, "0")} ${json}\n`);
    await expect(createFileIntentStore(path)).rejects.toMatchObject({ code: "file-corrupt", details: { line: 3 } });
    await writeFile(path, whole);
    expect(await reread()).toMatchObject({ intents: [["1", undefined]] });
  });

  it("cuts off a line that was being written", async () => {
    const store = await createFileIntentStore(path);
    await store.begin(order(1));
    await store.close();
    const whole = await readFile(path);
    for (const torn of ["0", '1234abcd {"n":2,"int', "\0".repeat(20)]) {
      await appendFile(path, torn);
      expect(await reread()).toMatchObject({ intents: [["1", undefined]] });
      expect(await readFile(path)).toEqual(whole);
    }
  });

  it.each([
    ["in the middle", 3],
    ["in the last line, which somebody was told is kept", 4],
  ])("says where it is damaged %s, and touches nothing", async (_, line) => {
    const store = await createFileIntentStore(path);
    for (const id of [1, 2, 3]) {
      await store.begin(order(id));
    }
    await store.close();
    const lines = (await readFile(path, "utf8")).split("\n");
    lines[line - 1] = (lines[line - 1] ?? "").replace("BTC", "BTD");
    await writeFile(path, lines.join("\n"));
    await expect(createFileIntentStore(path)).rejects.toMatchObject({
      name: "StoreError",
      code: "file-corrupt",
      details: { file: path, line, check: "checksum" },
    });
    expect(await readFile(path, "utf8")).toBe(lines.join("\n"));
  });

  it.each(["", "something else", "something else\n"])(
    "takes no file that holds %j for its own, unless it is empty",
    async (content) => {
      await writeFile(path, content);
      const opened = createFileIntentStore(path);
      if (content === "") {
        await (await opened).close();
      } else {
        await expect(opened).rejects.toMatchObject({
          code: "file-foreign",
          details: { expected: "depthwire-intents-1" },
        });
        expect(await readFile(path, "utf8")).toBe(content);
      }
    },
  );

  const withModes = it.skipIf(process.platform === "win32"); // Files have no modes there.
  withModes("is for its owner alone, also where it was not", async () => {
    await (await createFileIntentStore(path)).close();
    await chmod(path, 0o644);
    await (await createFileIntentStore(path)).close();
    for (const name of await readdir(directory)) {
      expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    }
  });

  it("is written anew when it has grown long, and says the same", async () => {
    const store = await createFileIntentStore(path, { keptFinished: 100 });
    for (let id = 0; id < 12_000; id += 500) {
      const some = Array.from({ length: 500 }, (_, index) => order(id + index));
      await Promise.all(some.map((intent) => store.begin(intent)));
      await Promise.all(some.slice(1).map((intent) => store.finished(intent)));
    }
    await store.keepHalt(halt);
    const before = await store.load();
    expect(before.intents.filter(({ end }) => end === undefined)).toHaveLength(24);
    await store.close();
    expect((await readFile(path, "utf8")).split("\n").length).toBeLessThan(20_000);
    await using again = await createFileIntentStore(path, { keptFinished: 100 });
    expect(await again.load()).toEqual(before);
  });

  it("keeps no call waiting behind a full disk: the call is not sent, and the next one tries again", async () => {
    await using store = await createFileIntentStore(path);
    await store.begin(order(1));
    const probe = await open(path);
    const handle = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    const written = handle.write;
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    const write = vi.spyOn(handle, "write").mockImplementationOnce(async function (this: typeof probe, bytes: unknown) {
      const { size } = await this.stat();
      await (written as (part: Buffer, from: number, length: number, at: number) => Promise<unknown>).call(
        this,
        (bytes as Buffer).subarray(0, 9),
        0,
        9,
        size,
      );
      throw full;
    } as never);
    await expect(store.begin(order(2))).rejects.toMatchObject({ code: "file-failed", cause: full });
    write.mockRestore();
    await store.begin(order(3));
    expect((await store.load()).intents.map(({ intent }) => intent.clientOrderId)).toEqual(["1", "3"]);
    await store.close();
    expect(await reread()).toMatchObject({
      intents: [
        ["1", undefined],
        ["3", undefined],
      ],
    });
  });

  it("believes no disk that failed to sync once", async () => {
    await using store = await createFileIntentStore(path);
    const probe = await open(path);
    const handle = Object.getPrototypeOf(probe) as typeof probe;
    await probe.close();
    vi.spyOn(handle, "datasync").mockRejectedValueOnce(new Error("EIO"));
    await expect(store.begin(order(1))).rejects.toMatchObject({ code: "file-failed" });
    await expect(store.begin(order(2))).rejects.toMatchObject({ code: "file-failed" });
  });
});

/** A process that opens the file, says so, sends one intent after the other and waits to be killed. */
function holder(): ChildProcess {
  const program = `
    import { createFileIntentStore } from "@depthwire/node";
    const store = await createFileIntentStore(process.argv[1]);
    for (let id = 1; ; id++) {
      await store.begin({ operation: "placeOrder", signedAtMs: id, clientOrderId: String(id) });
      process.stdout.write(id + "\\n");
    }`;
  return spawn(process.execPath, ["--input-type=module", "--eval", program, path], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("a file of intents has one holder", () => {
  it("this process, once", async () => {
    const store = await createFileIntentStore(path);
    await expect(createFileIntentStore(path)).rejects.toMatchObject({
      code: "file-locked",
      details: { file: path, holder: expect.stringContaining(`process ${process.pid} `), lock: expect.any(String) },
    });
    await store.close();
    await (await createFileIntentStore(path)).close();
  });

  it("of several who want it at once", async () => {
    const opened = await Promise.allSettled(Array.from({ length: 8 }, () => createFileIntentStore(path)));
    const held = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(held).toHaveLength(1);
    await held[0]?.close();
    expect((await readdir(directory)).filter((name) => name.includes("lock"))).toHaveLength(1);
  });

  it("another process until it is killed; what that was told is kept is there", async () => {
    const child = holder();
    let told = 0;
    child.stdout?.on("data", (text: Buffer) => {
      told = Number(text.toString().trimEnd().split("\n").at(-1));
    });
    await expect.poll(() => told).toBeGreaterThan(20);
    await expect(createFileIntentStore(path)).rejects.toMatchObject({
      code: "file-locked",
      details: { holder: expect.stringContaining(`process ${child.pid} `) },
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    await using store = await createFileIntentStore(path);
    const { intents } = await store.load();
    expect(intents.length).toBeGreaterThanOrEqual(told);
    expect(intents.map(({ intent }) => intent.signedAtMs)).toEqual(intents.map((_, index) => index + 1));
  });
});
