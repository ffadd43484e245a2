import { onTestFinished, vi } from "vitest";
import { type BrowserHttpClient, createBrowserHttpClient } from "./http-client.js";

/** A request as the browser was asked for it. */
export interface Fetched {
  readonly url: string;
  readonly init: RequestInit;
}

export const page = "https://page.test";
export const venue = "https://venue.test";
export const limits = { maxBodyBytes: 100 };

/** What the browser says of a request that ended in nothing. */
export const failed = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A page that makes requests, and the browser behind it, for one test. */
export class FetchScene {
  readonly fetched: Fetched[] = [];
  readonly document = new EventTarget();
  readonly http: BrowserHttpClient;
  /** What becomes of requests, and of the question whether anything answers. */
  answer: (request: Fetched) => Response | Promise<Response> = () => new Response("");

  constructor() {
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      this.fetched.push({ url, init });
      return this.answer({ url, init });
    });
    vi.stubGlobal("document", this.document);
    vi.stubGlobal("location", { origin: page });
    vi.stubGlobal("navigator", { onLine: true });
    this.http = createBrowserHttpClient();
    onTestFinished(() => this.http.close());
  }

  get(target = "/a?b=1", more: object = {}) {
    return this.http.request(venue, { method: "GET", target, headers: {} }, { ...limits, ...more });
  }

  /** Requests fail; the question whether anything answers has this answer. */
  fail(probe: () => Response): void {
    this.answer = ({ init }) => (init.method === "HEAD" ? probe() : failed());
  }
}
