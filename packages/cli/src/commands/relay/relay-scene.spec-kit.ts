import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Sandbox, startSandbox } from "@depthwire/sandbox";
import { SpecNatsServer } from "@depthwire/testkit/servers";
import { expect, vi } from "vitest";
import { type CommandEnd, runCommandLine, type SceneOptions } from "../../command-scene.spec-kit.js";
import type { Envelope } from "../../program/envelope.js";

const bin = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));

/** A machine that is starved takes so long. */
const patienceMs = 120_000;

/** Pairs of the sandbox that every owner here carries. */
export const scenePairs: readonly string[] = ["4BTC_USDT", "4ETH_USDT"];

/** A venue, a nats-server, and processes that take part in a relay between them. */
export class RelayScene {
  readonly server: SpecNatsServer;
  readonly sandbox: Sandbox;
  /** Where command lines are typed. */
  readonly folder: string;
  readonly #processes: RelayProcess[] = [];

  private constructor(server: SpecNatsServer, sandbox: Sandbox, folder: string) {
    this.server = server;
    this.sandbox = sandbox;
    this.folder = folder;
  }

  /** @param configuration of nats-server */
  static async open(configuration?: string): Promise<RelayScene> {
    const server = new SpecNatsServer(configuration);
    await server.start();
    const sandbox = await startSandbox({ port: 0, pairs: 4, seed: 3, depthIntervalMs: 50, requestsPerWindow: 0 });
    return new RelayScene(server, sandbox, await mkdtemp(join(tmpdir(), "depthwire-relay-")));
  }

  /** What stands in the environment of every command. */
  get environment(): Readonly<Record<string, string>> {
    return { DEPTHWIRE_BUS: this.server.address, DEPTHWIRE_VENUE: this.sandbox.restUrl };
  }

  /** Starts a process that takes part. */
  serve(name: string, ...words: readonly string[]): RelayProcess {
    return this.start("relay", "serve", "--name", name, "--pairs", scenePairs.join(","), "--views-hz", "2", ...words);
  }

  /** Starts a command in a process of its own, with items as its output. */
  start(...words: readonly string[]): RelayProcess {
    return this.#start([bin, ...words]);
  }

  /** The same from a program that node was given as text: with flags that no worker of a file takes. */
  startAsText(...words: readonly string[]): RelayProcess {
    const text = `process.argv.splice(1, 0, "depthwire"); await import(${JSON.stringify(pathToFileURL(bin))});`;
    return this.#start(["--input-type=module", "--eval", text, ...words]);
  }

  #start(argv: readonly string[]): RelayProcess {
    const started = new RelayProcess(argv, this.environment, this.folder);
    this.#processes.push(started);
    return started;
  }

  /** Carries a command line out in this process. */
  run(words: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> {
    return runCommandLine(words, { environment: this.environment, workingDirectory: this.folder, ...options });
  }

  async close(): Promise<void> {
    await Promise.all(this.#processes.map((one) => one.kill()));
    await this.sandbox.close();
    await this.server.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A command in a process of its own. */
export class RelayProcess {
  /** What it said, line by line. */
  readonly items: Readonly<Record<string, unknown>>[] = [];
  /** Its last line, where that is no item. */
  end: Envelope | undefined;
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown[]>;
  #words = "";

  /** @param argv of node */
  constructor(argv: readonly string[], environment: Readonly<Record<string, string>>, cwd: string) {
    const env = { PATH: process.env["PATH"], HOME: cwd, ...environment };
    this.#process = spawn(process.execPath, [...argv, "--json"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    this.#ended = once(this.#process, "close");
    const { stdout, stderr } = this.#process;
    stderr?.on("data", (chunk: Buffer) => {
      this.#words += chunk.toString();
    });
    if (stdout !== null) {
      createInterface({ input: stdout }).on("line", (line) => this.#hear(JSON.parse(line) as Envelope));
    }
  }

  /** Waits until it has said a thing like this since the `from`th item. @returns the place behind it */
  async said(like: object, from: number = 0): Promise<number> {
    const place = await vi.waitFor(
      () => {
        const at = this.items.findIndex((item, index) => index >= from && isLike(item, like));
        if (at < 0 && this.end?.kind !== "error") {
          throw new Error(`not said yet; last ${JSON.stringify(this.items.at(-1))}; ${this.#words}`);
        }
        return at;
      },
      { timeout: patienceMs },
    );
    expect(this.end?.error).toBeUndefined();
    return place + 1;
  }

  /** Ctrl-C. @returns its exit code */
  async interrupt(): Promise<number | null> {
    this.#process.kill("SIGINT");
    await this.#ended;
    return this.#process.exitCode;
  }

  /** The end without a warning. */
  /** Stops it wherever it is, or has it go on. */
  signal(what: "SIGSTOP" | "SIGCONT"): void {
    this.#process.kill(what);
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }

  #hear(envelope: Envelope): void {
    if (envelope.kind === "item") {
      this.items.push(envelope.data as Readonly<Record<string, unknown>>);
    } else {
      this.end = envelope;
    }
  }
}

function isLike(item: Readonly<Record<string, unknown>>, like: object): boolean {
  return Object.entries(like).every(([key, value]) =>
    value instanceof RegExp ? value.test(String(item[key])) : item[key] === value,
  );
}
