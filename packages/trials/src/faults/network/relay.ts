import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A request that came by. */
export interface RelayedRequest {
  readonly path: string;
  /** How many came before it. */
  readonly index: number;
  /** The id of the order that it wants to place, where it does. */
  readonly clientOrderId: string | undefined;
}

/** What becomes of one request. */
export interface Passage {
  /** How long it is under way, in milliseconds. */
  readonly requestMs?: number;
  /** How long its answer is under way, in milliseconds. */
  readonly answerMs?: number;
  /** How often the venue gets it. The answer is the one to the first. */
  readonly times?: 0 | 1 | 2;
  /** Whether its answer is handed on. */
  readonly answer?: "pass" | "lose";
}

/** Where orders are placed. */
export const placingPath = "/v3/cbu/order/open";
/** The code that says "too frequent". */
const tooFrequent = /"(?:state|code)":"?2091"?[,}]/;
/** Longer than any client keeps a connection: it is never this end that closes. */
const keepAliveMs = 60_000;

/** A reverse proxy that understands requests: it holds them up, sends them twice, and notes which came, and which were refused. */
export class Relay {
  /** Requests so far. */
  readonly requests: RelayedRequest[] = [];
  /** Paths of requests that the venue called too frequent. */
  readonly refusedByRate: string[] = [];
  /** What becomes of requests from now on. */
  passage: (asked: RelayedRequest) => Passage = () => ({});
  /** Whether connections of the push service are let through. */
  push: "pass" | "refuse" = "pass";
  /** Requests that are not answered yet. */
  underWay = 0;
  readonly #target: number;
  readonly #server: Server;
  readonly #pushed = new Set<Socket>();

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ keepAliveTimeout: keepAliveMs }, (asked, answer) => void this.#pass(asked, answer));
    this.#server.on("upgrade", (asked, socket, head) => this.#upgrade(asked, socket as Socket, head));
  }

  /** Starts one before a port of this machine. */
  static async start(target: number): Promise<Relay> {
    const relay = new Relay(target);
    relay.#server.listen(0, "127.0.0.1");
    await once(relay.#server, "listening");
    return relay;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resets all connections of the push service. */
  cutPush(): void {
    for (const socket of this.#pushed) {
      socket.resetAndDestroy();
    }
  }

  async close(): Promise<void> {
    this.cutPush();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    this.underWay++;
    try {
      const body = await bodyOf(asked);
      const passage = this.passage(this.#note(asked, body));
      await pause(passage.requestMs);
      const first = await this.#send(asked, body, passage.times ?? 1);
      if (tooFrequent.test(first.body.toString("latin1", 0, 200))) {
        this.refusedByRate.push(asked.url ?? "");
      }
      await pause(passage.answerMs);
      if (passage.answer === "lose") {
        throw new Error("the answer is lost");
      }
      answer.writeHead(first.status, first.headers).end(first.body);
    } catch {
      asked.socket.destroy();
    } finally {
      this.underWay--;
    }
  }

  #note(asked: IncomingMessage, body: Buffer): RelayedRequest {
    const path = asked.url ?? "";
    const clientOrderId = path === placingPath ? /"client_oid":"?(\d+)/.exec(body.toString())?.[1] : undefined;
    const noted = { path, index: this.requests.length, clientOrderId };
    this.requests.push(noted);
    return noted;
  }

  /** The venue gets it so often. @returns the first answer @throws Error when there is none */
  async #send(asked: IncomingMessage, body: Buffer, times: number): Promise<Answer> {
    const answers: Answer[] = [];
    for (let time = 0; time < times; time++) {
      answers.push(await this.#ask(asked, body));
    }
    const [first] = answers;
    if (first === undefined) {
      throw new Error("it did not arrive");
    }
    return first;
  }

  #ask({ method, url, rawHeaders }: IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const target = { host: "127.0.0.1", port: this.#target, path: url, method, headers: rawHeaders, agent: false };
      const call = request(target, (answer) => {
        bodyOf(answer).then(
          (got) => resolve({ status: answer.statusCode ?? 502, headers: kept(answer), body: got }),
          reject,
        );
      });
      call.on("error", reject);
      call.end(body);
    });
  }

  #upgrade({ url, rawHeaders }: IncomingMessage, client: Socket, head: Buffer): void {
    client.on("error", () => undefined);
    if (this.push === "refuse") {
      client.resetAndDestroy();
      return;
    }
    const venue = connect({ host: "127.0.0.1", port: this.#target, noDelay: true });
    for (const socket of [client, venue]) {
      this.#follow(socket);
    }
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, i) => `${rawHeaders[2 * i]}: ${rawHeaders[2 * i + 1]}`,
    );
    venue.write(`GET ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    venue.write(head);
    client.pipe(venue).pipe(client);
    const end = (): void => {
      client.destroy();
      venue.destroy();
    };
    client.once("close", end);
    venue.on("error", () => undefined).once("close", end);
  }

  #follow(socket: Socket): void {
    this.#pushed.add(socket);
    socket.once("close", () => this.#pushed.delete(socket));
  }
}

/** What the venue said. */
interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}

/** Only what says how to read the body: the connection's own headers are each side's. */
function kept({ headers }: IncomingMessage): Record<string, string> {
  const { "content-type": type } = headers;
  return type === undefined ? {} : { "content-type": type };
}

async function pause(ms = 0): Promise<void> {
  if (ms > 0) {
    await sleep(ms);
  }
}
