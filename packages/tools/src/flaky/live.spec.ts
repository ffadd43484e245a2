import { expect, it } from "vitest";
import { isLive } from "./live.js";

const sources: Readonly<Record<string, string>> = {
  "packages/node/src/index.ts":
    'export { connect } from "./connect.js";\nexport { parse, type Options } from "./options.js";\n',
  "packages/node/src/connect.ts": 'import { WebSocket } from "ws";\n',
  "packages/node/src/options.ts": "export const parse = 1;\n",
};

function isLiveSpec(text: string): boolean {
  const path = "packages/e2e/src/a.spec.ts";
  return isLive(path, (asked) => (asked === path ? text : sources[asked]));
}

it.each([
  ["imports a socket", 'import { createServer } from "node:net";'],
  ["waits for a time", 'import { it } from "vitest";\nawait new Promise((done) => setTimeout(done, 5));'],
  ["takes from a package what imports a socket", 'import { connect, parse } from "@depthwire/node";'],
  ["takes a whole package", 'import * as node from "@depthwire/node";'],
  ["imports over several lines", 'import {\n  connect,\n  parse,\n} from "@depthwire/node";'],
  ["imports late", 'const { connect } = await import("@depthwire/node");'],
])("a spec is live that %s", (_, text) => {
  expect(isLiveSpec(text)).toBe(true);
});

it.each([
  ["takes something else of such a package", 'import { parse } from "@depthwire/node";'],
  ["takes types alone", 'import type { Socket } from "node:net";\nimport { type connect } from "@depthwire/node";'],
  ["imports what is not there", 'import { x } from "./gone.js";'],
])("a spec is not live that %s", (_, text) => {
  expect(isLiveSpec(text)).toBe(false);
});
