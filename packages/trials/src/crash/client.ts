import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";
import type { ChildReport } from "./child-orders.js";

/** An answer as its JSON; ids may exceed what a number holds, so there is the text too. */
export interface Answer {
  readonly state: number;
  readonly text: string;
}

/** Talks to one sandbox until it is gone. */
export class Client {
  readonly #target: ChildReport;
  readonly #agent: Agent = new Agent({ keepAlive: true });

  constructor(target: ChildReport) {
    this.#target = target;
  }

  /** A signed request. @returns nothing when the answer did not come whole */
  post(path: string, params: object): Promise<Answer | undefined> {
    const { serviceName, apiKey, apiSecret } = this.#target;
    const body = JSON.stringify(params);
    const timestamp = String(Date.now());
    const headers = {
      "content-type": "application/json",
      [`${serviceName}-api-key`]: apiKey,
      [`${serviceName}-timestamp`]: timestamp,
      [`${serviceName}-api-sign`]: createHmac("md5", apiSecret)
        .update(timestamp + body)
        .digest("hex"),
    };
    return this.#ask("POST", path, headers, body);
  }

  /** An unsigned request. @returns nothing when the answer did not come whole */
  get(path: string): Promise<Answer | undefined> {
    return this.#ask("GET", path, {}, undefined);
  }

  /** One of the operator's addresses. @returns nothing when the answer did not come whole */
  operate(path: string, params: object): Promise<Answer | undefined> {
    return this.#ask("POST", `/_sandbox/${path}`, { "content-type": "application/json" }, JSON.stringify(params));
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(method: string, path: string, headers: object, body: string | undefined): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const options = { method, agent: this.#agent, headers: { ...headers } };
      const call = request(this.#target.restUrl + path, options, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve(response.statusCode === 200 ? { state: stateOf(text), text } : undefined));
        response.on("error", () => resolve(undefined));
      });
      call.on("error", () => resolve(undefined));
      call.end(body);
    });
  }
}

function stateOf(text: string): number {
  const { state } = JSON.parse(text) as { readonly state?: number };
  return state ?? 0;
}
