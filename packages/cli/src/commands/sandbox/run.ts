import { usualCredentialFile } from "@depthwire/sandbox/internal";
import { runSandboxProgram } from "@depthwire/sandbox/program";
import type { RunCommand } from "../../program/command.js";
import type { ExitCode } from "../../program/exit-codes.js";
import { openRecordedMarket } from "../../recordings/market/open-recorded-market.js";

/** Starts the sandbox with the words behind the command's name. It can play recordings too. */
export const run: RunCommand<object> = async ({ arguments: [words] }, { signal }) =>
  (await runSandboxProgram((words ?? []) as readonly string[], {
    name: "depthwire sandbox",
    credentialFile: usualCredentialFile,
    told: signal,
    openRecording: openRecordedMarket,
  })) as ExitCode;
