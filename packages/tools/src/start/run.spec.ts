import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCredentialFile } from "@depthwire/node";
import { credentialFileOf, replaceCredentialFile } from "@depthwire/sandbox/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Display } from "./display.js";
import type { LiveState } from "./live-state.js";
import type { StartOptions } from "./options.js";
import { runStart } from "./run.js";

class RecordingDisplay implements Display {
  readonly everyMs = 50;
  readonly states: LiveState[] = [];
  show(state: LiveState): void {
    this.states.push(state);
  }
  announced = "";
  announce(text: string): void {
    this.announced += text;
  }
  close(): void {}
}

let folder = "";
const credentialFile = (): string => join(folder, ".depthwire", "credential.json");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "npm-start-"));
});
afterAll(() => rm(folder, { recursive: true }));

const options: Omit<StartOptions, "credentialFile"> = {
  pairs: 3,
  shards: 0,
  profile: "documented",
  seed: 7,
  port: 0,
  forMs: 600,
  summary: "json",
};

describe("runStart", () => {
  it.each(["documented", "deployed"] as const)(
    "ends by itself with live, compared books, profile %s",
    async (profile) => {
      const display = new RecordingDisplay();
      const { summary, text, failures } = await runStart(
        { ...options, credentialFile: credentialFile(), profile },
        display,
        new AbortController().signal,
      );
      expect(failures).toEqual([]);
      expect(summary.divergent).toBe(0);
      expect(summary.compared).toBeGreaterThanOrEqual(3);
      expect(summary.messages).toBeGreaterThan(0);
      expect(summary.books.map(({ status }) => status)).toEqual(["live", "live", "live"]);
      expect(text).toContain("3 of 3 books live");
      const last = display.states.at(-1);
      expect(last?.liveForMs).toBeGreaterThan(590);
      expect(last?.rows[0]).toMatchObject({ pair: summary.books[0]?.pair, status: "live", seq: summary.books[0]?.seq });
    },
  );

  it("ends at once when it is asked to, without failures", async () => {
    const stop = new AbortController();
    stop.abort();
    const { failures } = await runStart(
      { ...options, credentialFile: credentialFile(), forMs: undefined },
      new RecordingDisplay(),
      stop.signal,
    );
    expect(failures).toEqual([]);
  });

  it("says that a port is taken", async () => {
    const stop = new AbortController();
    const display = new RecordingDisplay();
    const first = runStart({ ...options, credentialFile: credentialFile(), forMs: undefined }, display, stop.signal);
    await expect.poll(() => display.states.length).toBeGreaterThan(0);
    const port = Number(new URL(display.states[0]?.pushUrl ?? "").port);
    await expect(
      runStart({ ...options, credentialFile: credentialFile(), port }, display, stop.signal),
    ).rejects.toThrowError(
      expect.objectContaining({ code: "option-invalid", details: expect.objectContaining({ option: "port" }) }),
    );
    stop.abort();
    await first;
  });

  it("keeps its key for its owner, in a file of its own beside that of another run, says what to try next, and takes it away", async () => {
    const runs = [1, 2].map(() => {
      const stop = new AbortController();
      const display = new RecordingDisplay();
      const fresh = { ...options, seed: undefined, credentialFile: credentialFile(), forMs: undefined };
      return { stop, display, ended: runStart(fresh, display, stop.signal) };
    });
    const files: string[] = [];
    const keys: string[] = [];
    for (const { display } of runs) {
      await expect.poll(() => display.states.length).toBeGreaterThan(0);
      expect(display.announced).toMatch(/curl "http:\/\/127\.0\.0\.1:\d+\/v2\/mdata\/depth\?pair=4BTC_USDT/);
      const { restUrl, credentialFile: file } = display.states[0] as LiveState;
      expect(file).toBe(credentialFile().replace(".json", `-${new URL(restUrl).port}.json`));
      expect(display.announced).toContain(`key and secret are in ${file}`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      files.push(file);
      keys.push((await readCredentialFile(file)).revealApiKey());
    }
    expect([new Set(files).size, new Set(keys).size]).toEqual([2, 2]);
    expect((await stat(dirname(credentialFile()))).mode & 0o777).toBe(0o700);
    for (const { stop, ended } of runs) {
      stop.abort();
      await ended;
    }
    for (const file of files) {
      await expect(stat(file)).rejects.toMatchObject({ code: "ENOENT" });
    }
  });

  it("replaces the key of an earlier run at the usual port", async () => {
    const file = credentialFileOf(credentialFile(), 8090);
    expect(file).toBe(credentialFile());
    for (const apiKey of ["first", "second"]) {
      await replaceCredentialFile(file, { apiKey, apiSecret: "secret" });
      expect((await readCredentialFile(file)).revealApiKey()).toBe(apiKey);
    }
  });
});
