import type { DepthwireError } from "../error/depthwire-error.js";

/** The error that `run` throws. */
export function thrownBy(run: () => unknown): DepthwireError {
  try {
    run();
  } catch (error) {
    return error as DepthwireError;
  }
  throw new Error("nothing thrown");
}
