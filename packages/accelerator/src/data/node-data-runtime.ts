import { openStore } from "@depthwire/sandbox/internal";
import { ensureOwnFolder } from "../guard/token.js";
import type { DataRuntime } from "./data-runtime.js";

/** Data in a directory of this computer, which its owner alone may look into. */
export const nodeDataRuntime: DataRuntime = {
  open: async (directory, olderState, introduce) => {
    await ensureOwnFolder(directory, "data");
    return openStore(directory, olderState, introduce);
  },
  nextTurn: (act) => void setImmediate(act),
};
