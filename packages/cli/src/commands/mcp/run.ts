import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { RunCommand } from "../../program/command.js";
import type { Output } from "../../program/output.js";
import { confineTo } from "./confine-to.js";
import type { McpFlags } from "./flags.js";
import { createToolServer } from "./server.js";
import { serverTermsOf } from "./terms.js";

/** Serves until the client goes, or Ctrl-C. Standard output has the protocol and nothing else. */
export const run: RunCommand<McpFlags> = async ({ options }, context) => {
  const { input, output, signal } = context;
  const terms = serverTermsOf(options, context);
  const confine = await confineTo(options, context);
  if (input.isTerminal) {
    output.note(
      'This speaks the Model Context Protocol: a client starts it, such as with {"command": "depthwire", "args": ["mcp"]}. Ctrl-C ends it.',
    );
  }
  const { server, end } = createToolServer(terms, { ...context, confine }, () => performance.now());
  const stdin = input.stream as Readable;
  const gone = new AbortController();
  const ended = Promise.race([
    once(stdin, "end", { signal: gone.signal }),
    once(stdin, "close", { signal: gone.signal }),
    once(signal, "abort", { signal: gone.signal }),
  ]);
  const stdout = new PassThrough();
  const written = passOn(stdout, output);
  try {
    await server.connect(new StdioServerTransport(stdin, stdout));
    if (!signal.aborted) {
      await ended;
    }
  } finally {
    gone.abort();
    await ended.catch(() => {});
    await end();
    stdout.end();
    await written;
  }
  return undefined;
};

/** Resolves when everything is written. */
async function passOn(stream: AsyncIterable<Buffer>, output: Output): Promise<void> {
  for await (const chunk of stream) {
    await output.bytes(chunk);
  }
}
