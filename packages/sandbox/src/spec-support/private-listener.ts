import { onTestFinished } from "vitest";
import { type Json, PushClient } from "./push-client.js";
import { hmacMd5, type KeyPair } from "./rest-kit.js";

type Wire = Readonly<Record<string, unknown>>;

/** One event of a private stream: its key, and what stands under it. */
export type PrivateMessage = readonly [key: string, value: Wire | readonly Wire[]];

/** Somebody who has logged in over protocol A and remembers what he was told. */
export class PrivateListener {
  readonly client: PushClient;
  #read = 0;
  #pings = 0;

  private constructor(client: PushClient) {
    this.client = client;
  }

  /** Logs in and waits for the whole account. */
  static async open(restUrl: string, key: KeyPair, path = "/cbu"): Promise<PrivateListener> {
    const client = await PushClient.open(restUrl.replace("http", "ws") + path);
    onTestFinished(() => client.close());
    const listener = new PrivateListener(client);
    client.send(loginOf(key));
    await client.nextJson(({ d }) => d !== undefined && "order_all" in d);
    return listener;
  }

  /** What came since the last call. Everything that was sent before now is there: a ping's answer comes behind it. */
  async news(): Promise<readonly PrivateMessage[]> {
    this.#pings += 1;
    const ms = this.#pings;
    this.client.send({ ping: ms });
    await this.client.nextJson(({ pong }) => pong === ms);
    const fresh = this.client.received.slice(this.#read);
    this.#read = this.client.received.length;
    return fresh.flatMap(({ json }): PrivateMessage[] => {
      const payload = privatePayload(json);
      return payload === undefined ? [] : (Object.entries(payload) as unknown as PrivateMessage[]);
    });
  }

  /** The keys of what came since the last call. */
  async keys(): Promise<readonly string[]> {
    return (await this.news()).map(([key]) => key);
  }
}

function privatePayload(json: Json | undefined): object | undefined {
  return json?.topic === "ALL_ALL_login" ? json.d : undefined;
}

/** A login of protocol A. */
export function loginOf({ apiKey, apiSecret }: KeyPair): { apikey: string; sign: string; sub: string } {
  const sub = "ALL_ALL_login";
  return { apikey: apiKey, sign: hmacMd5(apiSecret, JSON.stringify({ apikey: apiKey, sub })), sub };
}
