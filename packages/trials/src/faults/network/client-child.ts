import dns from "node:dns";
import type { Ask, Tell } from "./client-messages.js";
import { ScenarioClient } from "./scenario-client.js";

/** Sends to the process that asks; nobody hears what is sent after the end. */
function tell(message: Tell): void {
  if (process.connected) {
    process.send?.(message);
  }
}

process.on("warning", ({ name, message }) => tell({ warning: `${name}: ${message}` }));
process.on("unhandledRejection", (reason) => tell({ warning: `unhandled rejection: ${String(reason)}` }));
process.on("uncaughtException", (error) => tell({ warning: `uncaught: ${error.stack ?? error.message}` }));
/** Nobody waits for a client whose parent is gone. */
const abandoned = (): never => process.exit(0);
process.once("disconnect", abandoned);

const client = new ScenarioClient(dns);

process.on("message", (message) => {
  const { id, ask } = message as { readonly id: number; readonly ask: Ask };
  void answer(id, ask);
});

/** Questions that are not answered yet. */
let open = 0;
let isClosed = false;

async function answer(id: number, ask: Ask): Promise<void> {
  open++;
  try {
    tell({ id, value: (await client.answer(ask)) ?? null });
  } catch (error) {
    tell({ id, failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
  open--;
  isClosed ||= ask.kind === "close";
  if (isClosed && open === 0) {
    end();
  }
}

/** The client is closed and whatever was asked has ended: the process ends by itself, unless something was left behind. */
function end(): void {
  process.off("disconnect", abandoned);
  process.disconnect();
}
