import { startSandbox } from "@depthwire/sandbox";
import type { OpenSubject } from "./subject.js";

const pair = "4BTC_USDT";

/** A sandbox as the one whose door is tried. */
export const openSandbox: OpenSubject = async (setup) => {
  const sandbox = await startSandbox({ pairs: [pair], requestsPerWindow: 0, ...setup });
  return {
    port: sandbox.port,
    readTarget: `/v2/mdata/depth?pair=${pair}&size=1`,
    changeTarget: "/_sandbox/faults",
    changeBody: `{"kind":"drop","pair":"${pair}"}`,
    upgradeTarget: new URL(sandbox.pushUrl).pathname,
    changes: () => sandbox.faults.pending().length,
    close: () => sandbox.close(),
  };
};
