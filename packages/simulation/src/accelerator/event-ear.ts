import type { AccountEvent } from "@depthwire/account";
import type { BookViewJson } from "@depthwire/book";
import { randomInteger } from "@depthwire/testkit";
import type { BookAudit } from "../audit/book-audit.js";
import type { EventAudit } from "../audit/event-audit.js";
import type { SecretAudit } from "../audit/secret-audit.js";
import type { StreamAudit } from "../audit/stream-audit.js";
import type { Process } from "../kernel/process.js";
import type { LocalWay } from "./local-way.js";

const levels = 5;
const target = `/events?pairs=4BTC_USDT&levels=${levels}&every-ms=500`;

/** What one line of the stream says. */
interface Line {
  readonly id?: string;
  readonly event: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Who looks at what is heard. */
export interface EarAudits {
  readonly events: EventAudit;
  readonly stream: StreamAudit;
  readonly books: BookAudit;
  readonly secrets: SecretAudit;
}

/** A program that listens to the accelerator's events, and goes on behind the last one whenever its connection ends. */
export class EventEar {
  readonly #who: string;
  readonly #process: Process;
  readonly #way: LocalWay;
  readonly #audits: EarAudits;
  #rest = "";
  #hangUp: (() => void) | undefined;
  #isOpen = false;

  constructor(who: string, process: Process, way: LocalWay, audits: EarAudits) {
    this.#who = who;
    this.#process = process;
    this.#way = way;
    this.#audits = audits;
    this.#listen();
  }

  /** Whether it has been told where the events begin: what happens from now on it hears. */
  get hasBegun(): boolean {
    return this.#audits.stream.last !== undefined;
  }

  /** Whether it is connected. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Ends its connection; it makes another one. */
  hangUp(): void {
    if (this.#isOpen) {
      this.#hangUp?.();
      this.#again();
    }
  }

  #listen(): void {
    const { last } = this.#audits.stream;
    const resumed: Readonly<Record<string, string>> = last === undefined ? {} : { "last-event-id": last };
    this.#rest = "";
    this.#hangUp = this.#way.listen(
      { method: "GET", target, headers: { accept: "application/x-ndjson", ...resumed }, body: "" },
      { text: (text) => this.#hear(text), ended: () => this.#again() },
    );
  }

  #again(): void {
    this.#isOpen = false;
    this.#process.clock.after(randomInteger(this.#process.random, 50, 1_000), () => this.#listen());
  }

  #hear(text: string): void {
    this.#audits.secrets.written(this.#who, text);
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) {
      this.#read(JSON.parse(line) as Line);
    }
  }

  #read({ id, event, data = {} }: Line): void {
    const { events, stream, books } = this.#audits;
    if (event === "hello") {
      this.#isOpen = true;
      stream.begins(String(data["after"]));
    } else if (event === "gap" && (data["reason"] === "another-run" || data["reason"] === "too-slow")) {
      // Its id is that behind which it goes on.
      stream.missed(JSON.stringify(data));
      return;
    } else if (event === "book") {
      books.served(this.#who, data as unknown as BookViewJson, levels);
    }
    if (id === undefined) {
      return;
    }
    stream.told(id, JSON.stringify(data));
    const heard = (told: object): void =>
      stream.hasMissed ? events.heardAgain(told as AccountEvent) : events.heard(told as AccountEvent);
    if (event === "fill") {
      heard({ kind: "fill", fill: data });
    } else if (event === "position-change") {
      heard({ kind: "position-change", ...data });
    }
  }
}
