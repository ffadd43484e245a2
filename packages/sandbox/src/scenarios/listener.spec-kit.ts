import { gunzipSync, inflateSync } from "node:zlib";
import { expect } from "vitest";
import type { PushClient } from "../spec-support/push-client.js";
import { hmacMd5, type KeyPair } from "../spec-support/rest-kit.js";
import type { Seen } from "./seen.spec-kit.js";

/** Which of the two protocols: `prefix` is A, `channel` is B. */
export type Protocol = "prefix" | "channel";

/** One message as a reader of either protocol sees it. */
export interface Message {
  /** The channel, as the protocol writes it. */
  readonly channel?: string;
  /** Whether it says everything or what changed. */
  readonly is?: "full" | "incremental";
  /** What it carries, inflated. */
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly msg: string };
  /** There is no JSON in the message. */
  readonly unreadable?: true;
}

interface RawA {
  readonly topic?: string;
  readonly t?: number;
  readonly d?: unknown;
  readonly channel?: string;
  readonly error?: Message["error"];
}

interface RawB {
  readonly channel: string;
  readonly binary: number;
  readonly data_type: number;
  readonly data: unknown;
}

const kinds: readonly Message["is"][] = ["full", "incremental"];

function inflated({ binary, data }: RawB): unknown {
  if (binary === 0 || typeof data !== "string") {
    return data;
  }
  const body = Buffer.from(data, "base64");
  return JSON.parse((body[0] === 0x1f ? gunzipSync(body) : inflateSync(body)).toString("utf8")) as unknown;
}

function readEntry(raw: RawB): Message {
  const base = { channel: raw.channel, is: kinds[raw.data_type] as NonNullable<Message["is"]> };
  try {
    return { ...base, data: inflated(raw) };
  } catch {
    return { ...base, unreadable: true };
  }
}

function readMessage(json: unknown): Message {
  if (json === undefined) {
    return { unreadable: true };
  }
  if (Array.isArray(json)) {
    return readEntry(json[0] as RawB);
  }
  const { topic, t, d, channel, error } = json as RawA;
  if (error !== undefined) {
    return channel === undefined ? { error } : { channel, error };
  }
  return { channel: topic ?? "", is: kinds[t ?? -1] as NonNullable<Message["is"]>, data: d };
}

/** How long nothing must come, in real milliseconds. */
const silenceMs = 50;

/** A channel as the protocol writes it; `inProtocolA` is what both have in common. */
export function channelOf(protocol: Protocol, inProtocolA: string, service = "svc"): string {
  return protocol === "prefix" ? inProtocolA : `${service}_sub_spot_${inProtocolA}`;
}

/** Signs a login of one of the protocols. */
export function loginMessage(protocol: Protocol, { apiKey, apiSecret }: KeyPair, service = "svc"): object {
  const proof =
    protocol === "prefix"
      ? { apikey: apiKey, sub: channelOf(protocol, "ALL_ALL_login") }
      : { apikey: apiKey, channel: channelOf(protocol, "ALL_ALL_login", service), event: "addChannel" };
  return { ...proof, sign: hmacMd5(apiSecret, JSON.stringify(proof)) };
}

/** A push connection, and what came over it. */
export class Listener {
  readonly client: PushClient;
  readonly protocol: Protocol;
  readonly #seen: Seen;
  #read = 0;
  #pings = 0;

  constructor(client: PushClient, protocol: Protocol, seen: Seen) {
    this.client = client;
    this.protocol = protocol;
    this.#seen = seen;
  }

  /** Sends a message as it is. */
  says(message: object | string): void {
    this.client.send(message);
  }

  /** Subscribes to a channel of its protocol. */
  subscribes(channel: string, extra: object = {}): void {
    this.says(
      this.protocol === "prefix"
        ? { event: "addChannel", sub: channel }
        : { event: "addChannel", channel, binary: 0, ...extra },
    );
  }

  /** Gives a channel back. */
  unsubscribes(channel: string): void {
    this.says(this.protocol === "prefix" ? { unsub: channel } : { event: "removeChannel", channel });
  }

  /** What came since the last call, pings aside. Everything that was sent before now is there: a ping's answer comes behind it. */
  async news(): Promise<readonly Message[]> {
    this.#pings += 1;
    const ping = this.#pings;
    this.says({ ping });
    await this.client.nextJson(({ pong }) => pong === ping);
    const fresh = this.client.received.slice(this.#read);
    this.#read = this.client.received.length;
    return fresh
      .filter(({ json }) => json?.pong === undefined && json?.ping === undefined)
      .map(({ json }) => readMessage(json));
  }

  /** What came since the last look is this, in this order, and nothing else. */
  async expectMessages(...expected: readonly object[]): Promise<readonly Message[]> {
    const news = await this.news();
    expect(news).toMatchObject(expected);
    this.#seen.messages(this.protocol, news);
    return news;
  }

  /** The server ended the connection, with this code; 1006: without a word. What came before it may be looked at afterwards. */
  async expectClosed(code: number): Promise<void> {
    expect(await this.client.closed).toBe(code);
    this.#seen.messages(this.protocol, []);
  }

  /** The connection is open, and nothing comes any more, not even the answer to a ping. */
  async expectSilence(): Promise<void> {
    const before = this.client.received.length;
    this.says({ ping: 0 });
    await new Promise((resolve) => setTimeout(resolve, silenceMs));
    expect(this.client.received.length).toBe(before);
    expect(this.client.socket.readyState).toBe(this.client.socket.OPEN);
    this.#seen.messages(this.protocol, []);
  }
}
