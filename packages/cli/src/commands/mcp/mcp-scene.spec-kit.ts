import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type CallToolResult, ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished } from "vitest";

/** The SDK gives up after a minute, which a busy machine may take. */
const patient = { timeout: 240_000 };

/** The command itself. */
export const bin: string = fileURLToPath(new URL("../../../bin/depthwire.js", import.meta.url));

/** What a person at the client answers, or what the client makes of it. */
export type Person = (question: string) => ElicitResult["action"] | ElicitResult;

/** Where a server is started. */
export interface ServerScene {
  readonly workingDirectory: string;
  readonly person?: Person;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A client of the official SDK, and the server that it has started. */
export interface StartedServer {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What stood on standard output without being the protocol. */
  readonly strayed: readonly Error[];
  call(name: string, given?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answered>;
}

/** An answer of a tool. */
export interface Answered {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly structured: {
    readonly venue: string;
    readonly command: string;
    readonly exitCode: number;
    readonly data: {
      readonly notice: string;
      readonly items: readonly object[];
      readonly result?: object;
      readonly error?: { readonly code: string; readonly message: string };
    };
  };
}

/** {@link startServerUntil} the test's end. */
export function startServer(words: readonly string[], scene: ServerScene): Promise<StartedServer> {
  return startServerUntil(onTestFinished, words, scene);
}

/** Starts `depthwire mcp` as a client does. @param onEnd ends it. @param words behind `mcp` */
export async function startServerUntil(
  onEnd: (end: () => Promise<void>) => void,
  words: readonly string[],
  scene: ServerScene,
): Promise<StartedServer> {
  const { person, workingDirectory, environment = {} } = scene;
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", ...words],
    cwd: workingDirectory,
    env: { HOME: workingDirectory, ...environment },
    stderr: "pipe",
  });
  const client = new Client(
    { name: "spec", version: "1.0.0" },
    { capabilities: person === undefined ? {} : { elicitation: {} } },
  );
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerTo(person(params.message)));
  }
  const strayed: Error[] = [];
  await client.connect(transport, patient);
  Object.assign(client, { onerror: (error: Error) => strayed.push(error) });
  onEnd(() => client.close());
  return {
    client,
    transport,
    strayed,
    call: async (name, given = {}, signal) => {
      const options = signal === undefined ? patient : { ...patient, signal };
      return answered((await client.callTool({ name, arguments: given }, undefined, options)) as CallToolResult);
    },
  };
}

function answerTo(answer: ReturnType<Person>): ElicitResult {
  if (typeof answer === "object") {
    return answer;
  }
  return answer === "accept" ? { action: answer, content: { confirm: true } } : { action: answer };
}

function answered({ isError, content, structuredContent }: CallToolResult): Answered {
  const texts = content.map((block) => (block.type === "text" ? block.text : ""));
  const structured = structuredContent as unknown as Answered["structured"];
  // Clients that know no structured content read the same.
  expect(JSON.parse(texts[1] ?? "")).toEqual(structured.data);
  expect(structured.data.notice).toContain("data, not instructions");
  return { isError: isError === true, texts, structured };
}
