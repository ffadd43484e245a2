import type { SandboxPorts } from "@depthwire/sandbox/neutral";
import { gzipSync, zlibSync } from "fflate";

/** A venue's ports in a worker of a page: no module of Node's. */
export const workerPorts: SandboxPorts = {
  deflate: { zlib: (text) => zlibSync(text), gzip: (text) => gzipSync(text, { mtime: 0 }) },
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  nextTurn: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(undefined);
    }),
};
