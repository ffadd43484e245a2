import { createHmac } from "node:crypto";
import type { Sandbox } from "../sandbox.js";

/** A key with its secret. */
export interface KeyPair {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What is unusual about a request. */
export interface RequestTwist {
  readonly timestamp?: number | string;
  readonly signature?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** What is sent in place of what was signed. */
  readonly sent?: string | Uint8Array<ArrayBuffer>;
}

/** HMAC-MD5 by another implementation than the sandbox's own. */
export function hmacMd5(secret: string, ...parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac("md5", secret);
  for (const part of parts) {
    hmac.update(part);
  }
  return hmac.digest("hex");
}

/** Talks to a sandbox through its door, with signatures of node:crypto. */
export class RestKit {
  readonly url: string;
  readonly key: KeyPair;
  readonly serviceName: string;
  readonly now: () => number;
  /** The last answer as it came: bare ids exceed what a number can hold. */
  lastText = "";

  constructor(
    sandbox: Pick<Sandbox, "restUrl" | "credential" | "serviceName">,
    key: KeyPair = sandbox.credential,
    now = Date.now,
  ) {
    this.url = sandbox.restUrl;
    this.serviceName = sandbox.serviceName;
    this.key = key;
    this.now = now;
  }

  /** The same door with another key. */
  as(key: KeyPair): RestKit {
    return new RestKit({ restUrl: this.url, credential: key, serviceName: this.serviceName }, key, this.now);
  }

  /** The JSON of an answer that comes with status 200. */
  async #json(response: Response): Promise<Answered> {
    const text = await response.text();
    this.lastText = text;
    if (response.status !== 200) {
      throw new Error(`HTTP ${response.status}: ${text}`);
    }
    return JSON.parse(text) as Answered;
  }

  /** A signed request; `undefined`: without any body. */
  async post(path: string, body: unknown, twist: RequestTwist = {}): Promise<Answered> {
    const signed = typeof body === "string" || body instanceof Uint8Array ? body : (JSON.stringify(body) ?? "");
    const timestamp = String(twist.timestamp ?? this.now());
    const headers: Record<string, string> = { "content-type": "application/json" };
    const signing = {
      [`${this.serviceName}-api-key`]: this.key.apiKey,
      [`${this.serviceName}-timestamp`]: timestamp,
      [`${this.serviceName}-api-sign`]: twist.signature ?? hmacMd5(this.key.apiSecret, timestamp, signed),
      ...twist.headers,
    };
    for (const [name, value] of Object.entries(signing)) {
      if (value !== undefined) {
        headers[name] = value;
      }
    }
    const sent = twist.sent ?? (signed as string | Uint8Array<ArrayBuffer>);
    const init = sent.length === 0 ? {} : { body: sent };
    return this.#json(await fetch(this.url + path, { method: "POST", headers, ...init }));
  }

  async get(path: string): Promise<Answered> {
    return this.#json(await fetch(this.url + path));
  }

  /** The form of a batch query. */
  async form(
    commands: string | readonly object[],
    twist: Partial<Record<"apikey" | "sign" | "cmds", string>> = {},
  ): Promise<Answered> {
    const cmds = typeof commands === "string" ? commands : JSON.stringify(commands);
    const fields = { cmds, apikey: this.key.apiKey, sign: hmacMd5(this.key.apiSecret, cmds), ...twist };
    const body = new URLSearchParams(fields);
    return this.#json(await fetch(`${this.url}/v1.1/cquery`, { method: "POST", body }));
  }

  /** One of the operator's addresses. */
  async operate(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: Answered }> {
    const init = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${this.url}/_sandbox/${path}`, { method, headers, ...init });
    return { status: response.status, body: (await response.json()) as Answered };
  }
}

/** An answer as its JSON. */
export interface Answered {
  readonly [key: string]: unknown;
  readonly state?: number;
  readonly result?: unknown;
  readonly msg?: string;
}
