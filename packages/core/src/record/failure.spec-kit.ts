import { ProtocolError } from "../error/protocol-error.js";
import { ValidationError } from "../error/validation-error.js";

/** Code and details of the error that `run` throws. */
export function failure(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof ValidationError) {
      return { code: error.code, ...error.details };
    }
    throw error;
  }
  return "nothing thrown";
}
