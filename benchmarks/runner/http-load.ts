import { connect, type Socket } from "node:net";

/** One request, as its bytes go over the wire. */
export type RawRequest = Buffer;

/** A whole request of HTTP/1.1 over a connection that stays. */
export function rawRequest(
  method: "GET" | "POST",
  target: string,
  { headers = {}, body = "" }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: string } = {},
): RawRequest {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("")}${length}\r\n${body}`);
}

const headEnd = Buffer.from("\r\n\r\n");
const lengthHeader = /\r\ncontent-length: (\d+)/i;

/** One connection that asks and waits for the answer: as lean as a client can be, since it shares the machine with what it measures. */
export class HttpLine {
  readonly #socket: Socket;
  #pending: Buffer = Buffer.alloc(0);
  #answered: ((answer: Buffer) => void) | undefined;
  #failed: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (bytes) => this.#take(bytes));
    socket.on("error", (error) => this.#failed?.(error));
    socket.on("close", () => this.#failed?.(new Error("a connection was closed while an answer was awaited")));
  }

  /** Connects to a port of this computer. */
  static open(port: number): Promise<HttpLine> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1", () => resolve(new HttpLine(socket)));
      socket.once("error", reject);
    });
  }

  /** Asks, and waits for the whole answer with its head. One at a time. */
  ask(request: RawRequest): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#failed = reject;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#failed = undefined;
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const end = this.#pending.indexOf(headEnd);
    if (end < 0) {
      return;
    }
    const length = Number(lengthHeader.exec(this.#pending.toString("latin1", 0, end))?.[1] ?? 0);
    const whole = end + headEnd.length + length;
    if (this.#pending.length < whole) {
      return;
    }
    const answer = this.#pending.subarray(0, whole);
    this.#pending = this.#pending.subarray(whole);
    const answered = this.#answered;
    this.#failed = undefined;
    answered?.(answer);
  }
}

/** Status of an answer. */
export function statusOf(answer: Buffer): number {
  return Number(answer.toString("latin1", 9, 12));
}

/** Body of an answer. */
export function bodyOf(answer: Buffer): string {
  return answer.toString("utf8", answer.indexOf(headEnd) + headEnd.length);
}

/** Throws when an answer is no success. */
function check(answer: Buffer): void {
  if (statusOf(answer) !== 200) {
    throw new Error(`a read was answered with ${answer.toString().slice(0, 400)}`);
  }
}

/** Asks the same over several lines, each as soon as it has its answer. @returns answers a second */
export async function answersPerSecond(
  lines: readonly HttpLine[],
  request: RawRequest,
  forMs: number,
): Promise<number> {
  const beganAtMs = performance.now();
  const untilMs = beganAtMs + forMs;
  let answers = 0;
  const work = async (line: HttpLine): Promise<void> => {
    while (performance.now() < untilMs) {
      check(await line.ask(request));
      answers += 1;
    }
  };
  await Promise.all(lines.map(work));
  return (answers / (performance.now() - beganAtMs)) * 1000;
}

/**
 * Asks so often a second, whether or not answers come. @returns how long each took, in milliseconds, from when it was due: one that had to wait since
 * those before it were late counts its wait
 */
export async function timesAtRate(
  lines: readonly HttpLine[],
  request: RawRequest,
  { perSecond, forMs }: { readonly perSecond: number; readonly forMs: number },
): Promise<readonly number[]> {
  const beganAtMs = performance.now();
  const count = Math.floor((perSecond * forMs) / 1000);
  const times: number[] = [];
  const work = async (line: HttpLine, first: number): Promise<void> => {
    for (let index = first; index < count; index += lines.length) {
      const dueAtMs = beganAtMs + (index * 1000) / perSecond;
      const leftMs = dueAtMs - performance.now();
      if (leftMs > 0) {
        await new Promise((resolve) => setTimeout(resolve, leftMs));
      }
      // A timer may be late by itself: that is the client's fault, and no part of the time.
      const askedAtMs = performance.now();
      const lateMs = askedAtMs - dueAtMs;
      check(await line.ask(request));
      times.push(performance.now() - (lateMs > 2 ? dueAtMs : askedAtMs));
    }
  };
  await Promise.all(lines.map(work));
  return times;
}
