import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readCredentialFile } from "@depthwire/node";
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

  it("puts the key where only its owner may read it, in place of an older one, and says what to try next", async () => {
    const keys: string[] = [];
    for (let i = 0; i < 2; i++) {
      const stop = new AbortController();
      const display = new RecordingDisplay();
      const fresh = { ...options, seed: undefined, credentialFile: credentialFile(), forMs: undefined };
      const run = runStart(fresh, display, stop.signal);
      await expect.poll(() => display.announced).toContain(credentialFile());
      expect(display.announced).toMatch(/curl "http:\/\/127\.0\.0\.1:\d+\/v2\/mdata\/depth\?pair=4BTC_USDT/);
      keys.push((await readCredentialFile(credentialFile())).revealApiKey());
      stop.abort();
      await run;
    }
    expect(new Set(keys).size).toBe(2);
    expect((await stat(credentialFile())).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(credentialFile()))).mode & 0o777).toBe(0o700);
  });
});
