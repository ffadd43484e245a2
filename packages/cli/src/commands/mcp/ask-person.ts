import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { plainLines } from "./plain-text.js";

/** A person who reads a question may have gone for a coffee. */
const patienceMs = 10 * 60_000;

/** Whether the client can show its person a question. */
export function canAsk(server: Server): boolean {
  const asked = server.getClientCapabilities()?.elicitation;
  // Without a word on how, it is by a form.
  return asked !== undefined && (asked.form !== undefined || asked.url === undefined);
}

/** Shows the person at the client what is to be done. @returns whether they said yes: an answer that is wrong, late or none is a no */
export async function askPerson(server: Server, message: string, signal: AbortSignal): Promise<boolean> {
  const question = server.elicitInput(
    {
      mode: "form",
      message: plainLines(message),
      requestedSchema: {
        type: "object",
        properties: { confirm: { type: "boolean", title: "Do it", description: "Yes: it is done at once." } },
        required: ["confirm"],
      },
    },
    { signal, timeout: patienceMs },
  );
  try {
    const answer = await question;
    return answer.action === "accept" && answer.content?.["confirm"] === true;
  } catch {
    // The SDK refuses answers of another form than was asked for.
    signal.throwIfAborted();
    return false;
  }
}
