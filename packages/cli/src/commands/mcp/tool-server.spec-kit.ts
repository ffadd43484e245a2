import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { type ClientCapabilities, ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";
import { sceneContext } from "../../context.spec-kit.js";
import type { Surroundings } from "../../program/context.js";
import { stylesFor } from "../../program/styles.js";
import type { McpFlags } from "./flags.js";
import { createToolServer } from "./server.js";
import { serverTermsOf } from "./terms.js";

const usualFlags: McpFlags = {
  venue: "http://127.0.0.1:8090",
  serviceName: "svc",
  protocol: "documented",
  ask: true,
  files: [],
  querySeconds: 30,
} as unknown as McpFlags;

/** Orders are allowed. */
export const orderFlags = { allowOrders: true, maxValue: "500", maxOrdersPerMinute: "2" } as const;

/** What a command line was carried out with. */
interface Carried {
  readonly argv: readonly string[];
  readonly surroundings: Surroundings;
}

/** Says what a command would: items and a result, an error, or words. @returns its exit code */
export type Carry = (carried: Carried) => Promise<number> | number;

/** A command that says these lines. */
export const says =
  (exitCode: number, ...lines: readonly object[]): Carry =>
  ({ argv, surroundings: { out } }) => {
    for (const line of lines) {
      out.write(`${JSON.stringify({ command: argv[0], ...line })}\n`);
    }
    return exitCode;
  };

/** A command that is done. */
export const done: Carry = says(0, { kind: "result", data: { done: true } });

/** How a server is started, and who is at its client. */
export interface Scene {
  readonly flags?: Partial<McpFlags>;
  readonly carry?: Carry;
  readonly person?: (question: string) => ElicitResult;
  readonly elicitation?: NonNullable<ClientCapabilities["elicitation"]>;
  readonly nowMs?: () => number;
}

/** Starts a server, and a client of it, in memory. */
export async function serve({ flags = {}, carry = done, person, elicitation, nowMs = () => 0 }: Scene = {}) {
  const carried: Carried[] = [];
  const stop = new AbortController();
  const { context, streams } = sceneContext("mcp", "text", {
    screen: { isTerminal: true, size: () => ({ columns: 200, rows: 9 }), onResize: () => () => {} },
    styles: stylesFor({ isTerminal: true, environment: {} }),
    signal: stop.signal,
    environment: { DEPTHWIRE_VENUE: "http://127.0.0.1:1", HOME: "/home/person" },
    home: "/home/person",
    workingDirectory: "/home/person/bots",
    version: "1.2.3",
    carryOut: async (argv, surroundings) => {
      const one = { argv, surroundings };
      carried.push(one);
      return carry(one);
    },
  });
  const { server, end } = createToolServer(serverTermsOf({ ...usualFlags, ...flags }, context), context, nowMs);
  const asks = elicitation ?? (person === undefined ? undefined : {});
  const client = new Client(
    { name: "spec", version: "1.0.0" },
    { capabilities: asks === undefined ? {} : { elicitation: asks } },
  );
  const questions: unknown[] = [];
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params);
      return person(params.message);
    });
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  const call = async (name: string, given: Readonly<Record<string, unknown>> = {}) =>
    client.callTool({ name, arguments: given });
  const words = async (name: string, given: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { structuredContent } = await call(name, given);
    const { data } = structuredContent as { data: { error?: { code: string; message: string } } };
    return `${data.error?.code}: ${data.error?.message}`;
  };
  return { client, call, words, carried, questions, streams, stop, end };
}

/** A person who says yes. */
export const yes = (): ElicitResult => ({ action: "accept", content: { confirm: true } });
