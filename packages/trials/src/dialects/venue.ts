import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Profile } from "./tally.js";
import { type OpenedAccount, Truth } from "./truth.js";

/** A sandbox in a process of its own, started as its users start it. */
export interface Venue {
  readonly restUrl: string;
  readonly serviceName: string;
  readonly truth: Truth;
  readonly resident: OpenedAccount;
  close(): Promise<void>;
}

interface Announcement {
  readonly restUrl: string;
  readonly serviceName: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly userId: number;
}

/** Starts a venue. @param onDeath hears when it ends before it is closed */
export async function openVenue(
  profile: Profile,
  pairs: readonly string[],
  onDeath: (how: string) => void,
): Promise<Venue> {
  const program = fileURLToPath(new URL("bin/sandbox.js", import.meta.resolve("@depthwire/sandbox/package.json")));
  const flags = ["--port", "0", "--profile", profile, "--pairs", pairs.join(","), "--json"];
  const child = spawn(process.execPath, [program, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const { restUrl, serviceName, apiKey, apiSecret, userId } = await announcement(child);
  let isClosing = false;
  child.once("exit", (code, signal) => {
    if (!isClosing) {
      onDeath(`the ${profile} venue ended by itself (${signal ?? code})`);
    }
  });
  return {
    restUrl,
    serviceName,
    truth: new Truth(restUrl),
    resident: { account: userId, apiKey, apiSecret },
    close: async () => {
      isClosing = true;
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function announcement(child: ChildProcess): Promise<Announcement> {
  if (child.stdout === null) {
    throw new Error("the venue's output cannot be read");
  }
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as Announcement;
  }
  throw new Error("the venue did not start");
}
