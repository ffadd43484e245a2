import { ValidationError } from "@depthwire/core";
import type { Asked } from "./flags.js";
import { nextFreePort } from "./free-port.js";
import { endingOf } from "./refusal-text.js";
import type { Ending } from "./usage-text.js";

/** Says why the program does not run; of a port that is taken, which one is free. */
export async function endingFor(error: unknown, asked: Asked): Promise<Ending> {
  const isPort = error instanceof ValidationError && "option" in error.details && error.details.option === "port";
  const freePort = isPort && asked.kind === "run" ? await nextFreePort(asked.flags.port, asked.flags.bind) : undefined;
  return endingOf(error, freePort);
}
