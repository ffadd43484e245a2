import { deflateSync, gzipSync } from "node:zlib";
import type { SandboxPorts } from "../venue-ports.js";
import { systemRandomBytes } from "./system-random.js";

/** A venue's ports in Node. */
export const nodePorts: SandboxPorts = {
  deflate: { zlib: (text) => deflateSync(text), gzip: (text) => gzipSync(text) },
  randomBytes: systemRandomBytes,
  nextTurn: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
};
