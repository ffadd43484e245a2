import { deflateSync, gzipSync } from "node:zlib";
import { systemRandomBytes } from "./system-random.js";
import type { SandboxPorts } from "./venue-ports.js";

/** A venue's ports in Node. */
export const nodePorts: SandboxPorts = {
  deflate: { zlib: (text) => deflateSync(text), gzip: (text) => gzipSync(text) },
  randomBytes: systemRandomBytes,
  nextTurn: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
};
