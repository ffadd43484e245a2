import { Credential } from "@depthwire/core";
import { type Sandbox, type SandboxOptions, startSandbox } from "@depthwire/sandbox";
import { onTestFinished } from "vitest";
import { type Accelerator, openAccelerator } from "./accelerator.js";
import type { AcceleratorOptions } from "./options.js";

/** The pair that most specs trade. */
export const pair = "4BTC_USDT";

/** What a scene is asked. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a text is sent as it is, as a form. */
  readonly body?: unknown;
}

/** What it answers. */
export interface Told {
  readonly status: number;
  readonly source: string | null;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly error?: { readonly code: string; readonly msg: string } };
}

/** An accelerator before a sandbox, over real sockets. */
export interface Scene {
  readonly sandbox: Sandbox;
  readonly accelerator: Accelerator;
  /** Asks the accelerator: GET, or POST where there is a body. */
  ask(path: string, asked?: Asked): Promise<Told>;
}

/** Waits that suit a test: as in production, but shorter. */
const throttle = { coolDownMs: 200, firstProbeMs: 50 };
const backoff = { firstWindowMs: 50, maxWindowMs: 200 };

/** Asks an address. */
export async function askAt(base: string, path: string, { method, headers = {}, body }: Asked = {}): Promise<Told> {
  const isForm = typeof body === "string";
  const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
  const response = await fetch(`${base}${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: method === undefined && body === undefined ? headers : { "content-type": type, ...headers },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const source = response.headers.get("x-depthwire-source");
  return { status: response.status, source, headers: response.headers, body: (await response.json()) as Told["body"] };
}

/** Sets the scene, and takes it down when the test is over. The venue counts no calls unless it is told to. */
export async function setScene(
  options: Partial<AcceleratorOptions> = {},
  sandboxOptions: SandboxOptions = {},
): Promise<Scene> {
  const { requestsPerWindow = 0 } = sandboxOptions;
  const sandbox = await startSandbox({ pairs: [pair], seed: 7, ...sandboxOptions, requestsPerWindow });
  onTestFinished(() => sandbox.close());
  const accelerator = await openBefore(sandbox, options, { requestsPerWindow });
  return { sandbox, accelerator, ask: (path, asked) => askAt(accelerator.url, path, asked) };
}

/** Asks until it is in step with what is asked for: a read gives up after seconds, and a starved machine takes longer. */
export async function inStep({ ask }: Pick<Scene, "ask">, path: string): Promise<Told> {
  for (;;) {
    const told = await ask(path);
    if (told.body.error?.code !== "stale") {
      return told;
    }
  }
}

/** Opens an accelerator before a sandbox, and closes it when the test is over. */
export async function openBefore(
  sandbox: Sandbox,
  options: Partial<AcceleratorOptions> = {},
  { requestsPerWindow }: Pick<SandboxOptions, "requestsPerWindow"> = {},
): Promise<Accelerator> {
  // Before a venue that counts no calls nobody waits for a turn.
  const rest = { throttle: requestsPerWindow === 0 ? { ...throttle, limit: 10_000 } : throttle };
  const accelerator = await openAccelerator({
    venue: { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, backoff, rest },
    port: 0,
    credential: new Credential(sandbox.credential),
    ...options,
  });
  onTestFinished(() => accelerator.close());
  return accelerator;
}
