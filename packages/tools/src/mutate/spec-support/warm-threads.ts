import { type ResolvedConfig, type TestProject, ThreadsPoolWorker, type WorkerRequest } from "vitest/node";
import { tellFailedFiles } from "./failed-files.js";
import { FirstRunRecorder, readFirstRun, writeFirstRun } from "./first-run.js";

type PoolRunner = NonNullable<ResolvedConfig["poolRunner"]>;
type ThreadOptions = ConstructorParameters<typeof ThreadsPoolWorker>[0];
type Listener = (message: unknown) => void;

/** A run that took longer may have left something behind that still runs: its thread is not used again. Milliseconds. */
const usableAfterMs = 2_000;
/**
 * A mutant that makes a promise wait for ever is found after this, or after {@link hangFactor} times what the slowest test took
 * before all mutants: a busy machine does not count as a hang. Milliseconds.
 *
 * No spec sets it with `vi.setConfig`: vitest keeps the configuration of that moment as long as the thread lives, and puts it back
 * after each spec file, so that the files of later mutants would run the tests that were asked for then.
 */
const leastTestTimeoutMs = 4_000;
const hangFactor = 4;
/** What vitest leaves in a thread with each run adds up. */
const maxRuns = 60;

/** A thread that has loaded the sources already. */
interface WarmThread {
  readonly worker: ThreadsPoolWorker;
  readonly runs: number;
}

/** Holds at most one thread between two runs. */
interface WarmThreadSlot {
  warm: WarmThread | undefined;
}

/** What Stryker's runner tells each run. */
interface MutantContext {
  readonly mode?: string;
  readonly mutantActivation?: string;
}

/**
 * Lets a vitest project run its specs in a thread that lives from one run to the next, with the modules in it: starting one
 * and loading them takes ten times as long as the specs of a mutant. A mutant that acts while its module is loaded gets a
 * new thread, which ends with it.
 */
export function useWarmThreads(project: TestProject): void {
  const slot: WarmThreadSlot = { warm: undefined };
  const poolRunner: PoolRunner = {
    name: "warm-threads",
    createPoolWorker: (options) => new WarmThreadWorker(options, slot, project.config.root),
  };
  Object.assign(project.config, { pool: poolRunner.name, poolRunner });
}

class WarmThreadWorker {
  readonly name = "warm-threads";
  readonly #slot: WarmThreadSlot;
  readonly #worker: ThreadsPoolWorker;
  readonly #runsBefore: number;
  readonly #isForMany: boolean;
  readonly #isMutant: boolean;
  readonly #listeners = new Map<Listener, string>();
  readonly #folder: string;
  readonly #firstRun = new FirstRunRecorder();
  #config: object | undefined;
  #waiting: Extract<WorkerRequest, { type: "run" }>[] = [];
  #sentAtMs = 0;
  #isUsable = false;
  #hasFailed = false;

  constructor(options: ThreadOptions, slot: WarmThreadSlot, folder: string) {
    this.#folder = folder;
    const { mode, mutantActivation } = options.project.getProvidedContext() as MutantContext;
    this.#isMutant = mode === "mutant";
    this.#isForMany = this.#isMutant && mutantActivation !== "static";
    this.#slot = slot;
    const warm = this.#isForMany ? slot.warm : undefined;
    if (warm !== undefined) {
      slot.warm = undefined;
    }
    this.#worker = warm?.worker ?? new ThreadsPoolWorker(options);
    this.#runsBefore = warm?.runs ?? 0;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(listener, event);
    if (event !== "message") {
      this.#worker.on(event, listener);
    }
  }

  off(event: string, listener: Listener): void {
    this.#listeners.delete(listener);
    if (event !== "message") {
      this.#worker.off(event, listener);
    }
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (this.#runsBefore === 0) {
      await this.#worker.start();
    }
    this.#worker.on("message", this.#hear);
  }

  async stop(): Promise<void> {
    for (const [listener, event] of this.#listeners) {
      this.off(event, listener);
    }
    this.#worker.off("message", this.#hear);
    const runs = this.#runsBefore + 1;
    if (this.#isUsable && runs < maxRuns && this.#slot.warm === undefined) {
      this.#slot.warm = { worker: this.#worker, runs };
    } else {
      await this.#worker.stop();
    }
  }

  send(message: WorkerRequest): void {
    if (message.type === "start") {
      this.#config = this.#configOf(message);
    }
    // The end of the run before, which a mutant's first failure cut short, may be told late: this run goes on.
    if (calls(message, "onCancel") && !this.#hasFailed) {
      return;
    }
    const answer = this.#ownAnswer(message);
    if (answer !== undefined) {
      this.#answer(answer);
    } else if (message.type === "run") {
      this.#run(message);
    } else {
      this.#worker.send(message);
    }
  }

  #run(message: Extract<WorkerRequest, { type: "run" }>): void {
    this.#sentAtMs = performance.now();
    // Spec files beside the mutant come first. Those that run after one has failed would be loaded for nothing.
    const parts = this.#isMutant ? message.context.files.map((file) => [file]) : [message.context.files];
    this.#waiting = parts.map((files) => ({ ...message, context: { ...message.context, files } }));
    this.#runNext();
  }

  #runNext(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      return;
    }
    // A thread that is used again was started with another run's configuration, and no thread with the time for mutants.
    const context = { ...next.context, config: this.#config };
    this.#worker.send({ ...next, context });
  }

  /** The run before all mutants must pass, however slow the machine is. */
  #configOf({ context }: Extract<WorkerRequest, { type: "start" }>): object {
    if (!this.#isMutant) {
      return context.config;
    }
    const { slowestTestMs = 0 } = readFirstRun(this.#folder) ?? {};
    const limitMs = Math.max(leastTestTimeoutMs, hangFactor * slowestTestMs);
    return { ...context.config, testTimeout: limitMs, hookTimeout: limitMs };
  }

  readonly #hear = (message: unknown): void => {
    if (calls(message, "onCancel")) {
      this.#hasFailed = true;
    }
    if (!this.#isMutant) {
      this.#firstRun.hear(message);
    }
    // Before all mutants too: a spec file that cannot be loaded there would be missing, and all that it notices would live.
    tellFailedFiles(message);
    if (isEndOfRun(message)) {
      if (!this.#isMutant) {
        writeFirstRun(this.#folder, this.#firstRun.run);
      }
      const isAllRight = !this.#hasFailed && message.error === undefined;
      if (isAllRight && this.#waiting.length > 0) {
        this.#runNext();
        return;
      }
      this.#isUsable = this.#isForMany && performance.now() - this.#sentAtMs < usableAfterMs;
    }
    this.#tell(message);
  };

  /** A thread that is kept is started once, and not told to stop. */
  #ownAnswer({ type }: WorkerRequest): "started" | "stopped" | undefined {
    if (type === "start" && this.#runsBefore > 0) {
      return "started";
    }
    return type === "stop" && this.#isUsable ? "stopped" : undefined;
  }

  /** In place of the thread. */
  #answer(type: "started" | "stopped"): void {
    queueMicrotask(() => this.#tell({ type, __vitest_worker_response__: true }));
  }

  #tell(message: unknown): void {
    for (const [listener, event] of this.#listeners) {
      if (event === "message") {
        listener(message);
      }
    }
  }
}

/** Whether it is a call from the thread or to it. */
function calls(message: unknown, name: string): boolean {
  return typeof message === "object" && message !== null && "m" in message && message.m === name;
}

/** Whether the thread has run what it was sent. */
function isEndOfRun(message: unknown): message is { readonly error?: unknown } {
  return typeof message === "object" && message !== null && "type" in message && message.type === "testfileFinished";
}
