import { DepthwireError, errorCodes, ValidationError } from "@depthwire/core";
import { KeyRefused } from "../keys/key-refused.js";
import { type Ending, help, usageExitCode } from "./usage-text.js";

const failureExitCode = 1;

/** Options whose names in programs are others than on the command line. */
const flagNames: Readonly<Record<string, string>> = {
  acceptOlderState: "accept-older-state",
  allowHosts: "allow-host",
  allowOrigins: "allow-origin",
  passphraseFile: "passphrase-file",
  passphraseDescriptor: "passphrase-descriptor",
  restAddress: "venue",
  addresses: "push",
  serviceName: "service-name",
};

/**
 * Says what is wrong and what to do about it.
 *
 * @param freePort the next port that nobody has, where the wanted one is taken
 */
export function endingOf(error: unknown, freePort: number | undefined): Ending {
  if (error instanceof ValidationError && "option" in error.details) {
    const { option, rule } = error.details;
    if (option === "port" && freePort !== undefined) {
      const text = `--port: another program has this port; ${freePort} is free: --port ${freePort}`;
      return { text, exitCode: failureExitCode };
    }
    return { text: `--${flagNames[option] ?? option}: it must be ${rule}; ${help}`, exitCode: usageExitCode };
  }
  if (error instanceof KeyRefused) {
    return { text: `${error.words}.`, exitCode: failureExitCode };
  }
  if (error instanceof DepthwireError) {
    const { remedy } = errorCodes[error.code as keyof typeof errorCodes];
    return { text: `${error.message}. ${remedy}`, exitCode: failureExitCode };
  }
  return { text: error instanceof Error ? error.message : String(error), exitCode: failureExitCode };
}
