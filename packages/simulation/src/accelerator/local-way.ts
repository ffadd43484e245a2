import type { Answer, LocalCall, OpenResponse } from "@depthwire/accelerator/internal";
import type { Random } from "@depthwire/core";
import type { Process } from "../kernel/process.js";
import type { Timeline } from "../kernel/timeline.js";
import type { Trace } from "../kernel/trace.js";

/** What a program on the same computer is told of its call. */
export type LocalOutcome =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Nobody listens: nothing was sent. */
  | { readonly kind: "refused" }
  /** The connection broke before the answer. */
  | { readonly kind: "lost" };

/** Hears a stream. */
export interface StreamEar {
  text(text: string): void;
  /** It is over, or never began. */
  ended(): void;
}

/** The program that answers, whichever life of it is there. */
export interface LocalServer {
  readonly process: Process;
  /** Whether it listens already. */
  readonly isListening: boolean;
  answer(call: LocalCall): Promise<Answer>;
}

/** A way within a computer takes at most so long, in milliseconds. */
const maxDelayMs = 0.5;
/** A stream takes so many characters more before it is full. */
const maxBuffered = 16_384;

/** The loopback of one computer, as the sockets of both programs see it. */
export class LocalWay {
  readonly #client: Process;
  readonly #server: () => LocalServer | undefined;
  readonly #timeline: Timeline;
  readonly #trace: Trace;
  readonly #random: Random;

  constructor(
    client: Process,
    server: () => LocalServer | undefined,
    { timeline, trace, random }: { readonly timeline: Timeline; readonly trace: Trace; readonly random: Random },
  ) {
    this.#client = client;
    this.#server = server;
    this.#timeline = timeline;
    this.#trace = trace;
    this.#random = random;
  }

  /** Makes a call. It never rejects. */
  ask(call: LocalCall): Promise<LocalOutcome> {
    return new Promise((resolve) => {
      const tell = (outcome: LocalOutcome): void => this.#toClient(() => resolve(outcome));
      this.#reach(tell, async (server) => {
        server.process.onEnd(() => tell({ kind: "lost" }));
        const answer = await server.answer(call);
        if (!server.process.isDead && answer.kind === "text") {
          this.#trace.note(
            `${server.process.name} answers ${answer.status} to ${call.method} ${call.target}`,
            answer.body,
          );
          const { status, headers, body } = answer;
          tell({ kind: "answered", status, headers, body });
        }
      });
    });
  }

  /** Listens to a stream. @returns what ends it */
  listen(call: LocalCall, ear: StreamEar): () => void {
    let response: SimulatedResponse | undefined;
    let isOver = false;
    const over = (): void => {
      if (!isOver) {
        isOver = true;
        ear.ended();
      }
    };
    this.#reach(
      () => this.#toClient(over),
      async (server) => {
        const answer = await server.answer(call);
        if (server.process.isDead) {
          return;
        }
        if (answer.kind === "text" || isOver) {
          this.#toClient(over);
          return;
        }
        response = new SimulatedResponse(server.process, (act) => this.#toClient(act), {
          text: (text) => {
            if (!isOver) {
              ear.text(text);
            }
          },
          ended: over,
        });
        answer.run(response);
      },
    );
    return () => {
      isOver = true;
      response?.destroy();
    };
  }

  #reach(fail: (outcome: LocalOutcome) => void, act: (server: LocalServer) => Promise<void>): void {
    const server = this.#server();
    if (server === undefined || server.process.isDead) {
      fail({ kind: "refused" });
      return;
    }
    this.#later(server.process, () => {
      if (server.isListening) {
        void act(server);
      } else {
        fail({ kind: "refused" });
      }
    });
    // What stood in its queue when it ended is lost with it.
    server.process.onEnd(() => fail({ kind: "lost" }));
  }

  #toClient(act: () => void): void {
    this.#later(this.#client, act);
  }

  #later(process: Process, act: () => void): void {
    this.#timeline.at(this.#timeline.nowMs + this.#random() * maxDelayMs, process.name, () => process.enter(act));
  }
}

/** An answer that goes on, as `node:http` lets it: it takes more than its reader reads, and says so. */
class SimulatedResponse implements OpenResponse {
  destroyed = false;
  readonly writableEnded = false;
  writableNeedDrain = false;
  readonly #server: Process;
  readonly #toClient: (act: () => void) => void;
  readonly #ear: StreamEar;
  readonly #listeners: Readonly<Record<"drain" | "close", Set<() => void>>> = { drain: new Set(), close: new Set() };
  /** Texts on their way, in order: nothing overtakes. */
  readonly #onWay: string[] = [];
  #buffered = 0;

  constructor(server: Process, toClient: (act: () => void) => void, ear: StreamEar) {
    this.#server = server;
    this.#toClient = toClient;
    this.#ear = ear;
    server.onEnd(() => {
      this.destroyed = true;
      toClient(() => ear.ended());
    });
  }

  write(chunk: string | Uint8Array): boolean {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
    this.#onWay.push(text);
    this.#buffered += text.length;
    this.#toClient(() => {
      const first = this.#onWay.shift() ?? "";
      this.#ear.text(first);
      this.#buffered -= first.length;
      if (this.writableNeedDrain && this.#buffered === 0) {
        this.writableNeedDrain = false;
        this.#tell("drain");
      }
    });
    this.writableNeedDrain ||= this.#buffered > maxBuffered;
    return !this.writableNeedDrain;
  }

  on(event: "drain" | "close", act: () => void): this {
    this.#listeners[event].add(act);
    return this;
  }

  off(event: "drain" | "close", act: () => void): this {
    this.#listeners[event].delete(act);
    return this;
  }

  destroy(): void {
    if (!this.destroyed) {
      this.destroyed = true;
      this.#tell("close");
      this.#toClient(() => this.#ear.ended());
    }
  }

  #tell(event: "drain" | "close"): void {
    this.#server.enter(() => {
      for (const act of this.#listeners[event]) {
        act();
      }
    });
  }
}
