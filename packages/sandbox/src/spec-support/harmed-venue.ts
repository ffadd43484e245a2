import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { VirtualClock } from "../clock/virtual-clock.js";
import type { SandboxOptions } from "../options.js";
import { type Sandbox, startSandbox } from "../sandbox.js";
import { openText } from "../store/sealed-text.js";
import { orderBody, paths, startMs } from "./rest-door.js";
import { RestKit } from "./rest-kit.js";

/** Does something to a file. */
export type Harm = (file: string) => Promise<void>;

/** What may happen to a file. */
export const harms = {
  empty: (file) => truncate(file, 0),
  cut: async (file) => truncate(file, Math.floor((await readFile(file)).length / 2)),
  remove: (file) => rm(file),
  zero: async (file) => writeFile(file, (await readFile(file)).fill(0)),
  flip: async (file) => {
    const bytes = await readFile(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    await writeFile(file, bytes);
  },
  /** The end of a write that was cut off. */
  tear: async (file) => {
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes, bytes.subarray(0, 20)]));
  },
  /** A copy behind itself: a restore that appended. */
  double: async (file) => {
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes, bytes]));
  },
} as const satisfies Record<string, Harm>;

/** Names of the database's files. */
export const log = /^\d+\.log$/;
export const table = /^\d+\.ldb$/;

/** A venue that is kept in a directory, to which something happens between its end and its next start. */
export class HarmedVenue {
  readonly directory: string;
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
    this.directory = join(root, "venue");
  }

  /** A directory for the running test. */
  static async prepare(): Promise<HarmedVenue> {
    const root = await mkdtemp(join(tmpdir(), "sandbox-damage-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    return new HarmedVenue(root);
  }

  async open(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; kit: RestKit }> {
    const clock = new VirtualClock(startMs);
    const usual = { pairs: ["4BTC_USDT"], requestsPerWindow: 0, clock, dataDirectory: this.directory };
    const sandbox = await startSandbox({ ...usual, ...options });
    onTestFinished(() => sandbox.close());
    return { sandbox, kit: new RestKit(sandbox, sandbox.credential, () => clock.epochMs()) };
  }

  /** Starts and ends: a start turns the log into a table. */
  async openAndClose(): Promise<void> {
    await (await this.open()).sandbox.close();
  }

  /** A venue with some orders; ended as `how` says. @returns number of its last command */
  async make(how: "closed" | "killed", orders = 20): Promise<number> {
    const { sandbox, kit } = await this.open();
    for (let i = 0; i < orders; i++) {
      expect(await kit.post(paths.open, orderBody())).toMatchObject({ state: 0 });
    }
    await this.end(sandbox, how);
    return ((await this.readMark(".kept")) as { last: number }).last;
  }

  /** Closes it. What a killed process leaves behind is what the system has of its files at that moment. */
  async end(sandbox: Sandbox, how: "closed" | "killed"): Promise<void> {
    if (how === "killed") {
      await this.takeCopy("killed");
    }
    await sandbox.close();
    if (how === "killed") {
      await this.bringBack("killed");
    }
  }

  /** Every file with what is in it. */
  async bytes(): Promise<ReadonlyMap<string, string>> {
    const names = (await readdir(this.directory)).sort();
    const file = async (name: string): Promise<[string, string]> => {
      return [name, await readFile(join(this.directory, name), "base64")];
    };
    return new Map(await Promise.all(names.map(file)));
  }

  async readMark(name: string): Promise<unknown> {
    return JSON.parse(openText((await readFile(join(this.directory, name), "latin1")).trimEnd()) ?? "null");
  }

  async takeCopy(name: string): Promise<void> {
    await cp(this.directory, join(this.#root, name), { recursive: true });
  }

  async bringBack(name: string): Promise<void> {
    await rm(this.directory, { recursive: true });
    await cp(join(this.#root, name), this.directory, { recursive: true });
  }

  /** The last file of such a name. */
  async fileLike(pattern: RegExp): Promise<string> {
    const names = (await readdir(this.directory)).filter((name) => pattern.test(name)).sort();
    const last = names.at(-1);
    if (last === undefined) {
      throw new Error(`no file like ${String(pattern)}`);
    }
    return last;
  }

  /** @returns the name of the file that was harmed */
  async harm(pattern: RegExp, how: Harm): Promise<string> {
    const name = await this.fileLike(pattern);
    await how(join(this.directory, name));
    return name;
  }

  /** Removes everything but the marks: what `rm -r venue/*` does. */
  async removeAllButMarks(): Promise<void> {
    for (const name of await readdir(this.directory)) {
      if (!name.startsWith(".")) {
        await rm(join(this.directory, name));
      }
    }
  }
}
