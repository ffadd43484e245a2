import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Credential, type Logger, ValidationError } from "@depthwire/core";
import type { Sandbox } from "@depthwire/sandbox";
import { type Accelerator, openAccelerator } from "../accelerator.js";
import type { AcceleratorDataOptions } from "../data/data-options.js";
import { keptToken } from "../guard/token.js";
import { usualAccount } from "../keys/usual-account.js";
import type { VenueAddress } from "../options.js";
import type { ReplaySource } from "../replay/replayed-venue.js";
import type { Terminal } from "./ask-hidden.js";
import type { Started } from "./describe.js";
import type { RunFlags } from "./flags.js";
import { KeptKey } from "./kept-key.js";
import { passphraseOf } from "./passphrase-of.js";

/** A running program. */
export interface Running extends Started {
  /** Ends it; with `--cancel-on-exit` its orders are cancelled before. */
  end(): Promise<void>;
}

/** What it stands before, and with which key. */
interface Before {
  readonly venue: VenueAddress | ReplaySource;
  readonly name: string;
  readonly credential: Credential | undefined;
  readonly sandbox: Sandbox | undefined;
  /** Where the key stands; undefined where it is not one of the user's. */
  readonly kept?: KeptKey;
}

/** Name of the data of a sandbox of its own. No account has a name with a dot. */
const ownSandbox = "own.sandbox";

/** How the names of a recording's segments end. */
const segmentEnding = ".dwrec";

const msPerSecond = 1_000;

/** How long an end waits for cancels, in milliseconds. */
const cancelWithinMs = 10_000;

/**
 * Starts what the command line says.
 *
 * @throws ValidationError `option-invalid`, `credential-invalid`; StoreError of the data
 */
export async function run(flags: RunFlags, terminal: Terminal, logger: Logger): Promise<Running> {
  const token = flags.token ? await keptToken(flags.folder) : undefined;
  const before = await standBefore(flags, terminal);
  const recording = await recordingOf(flags);
  const access = flags.readOnly === true ? "read-only" : "trade";
  try {
    const accelerator = await openAccelerator({
      venue: before.venue,
      credential: before.credential,
      port: flags.port,
      bind: flags.bind,
      pairs: flags.pairs,
      token: token?.token,
      allowHosts: flags.allowHost,
      allowOrigins: flags.allowOrigin,
      access,
      ...(flags.tolerance === undefined
        ? {}
        : { trader: { outcomes: { toleranceMs: flags.tolerance * msPerSecond } } }),
      data: dataOf(flags),
      record: flags.record,
      logger,
    });
    const unfollow = before.kept?.follow(accelerator, (words) => void terminal.output.write(`${words}\n`));
    const end = (): Promise<void> => {
      unfollow?.();
      return endAll(flags, accelerator, before.sandbox);
    };
    const pair = flags.pairs[0] ?? before.sandbox?.pairs[0];
    return { accelerator, token, venue: before.name, access, recording, pair, end };
  } catch (error) {
    await before.sandbox?.close();
    throw error;
  }
}

async function standBefore(flags: RunFlags, terminal: Terminal): Promise<Before> {
  const { serviceName, protocol } = flags;
  if (flags.replay !== undefined) {
    const venue = { replay: flags.replay, speed: flags.speed ?? 1, serviceName };
    return { venue, name: `the recording in ${flags.replay}`, credential: undefined, sandbox: undefined };
  }
  if (flags.speed !== undefined) {
    throw new ValidationError("option-invalid", { option: "speed", rule: "beside --replay" });
  }
  if (flags.sandbox === true) {
    // A whole exchange: it is loaded where it is wanted.
    const { startSandbox } = await import("@depthwire/sandbox");
    const sandbox = await startSandbox({
      serviceName,
      ...(flags.pairs.length === 0 ? {} : { pairs: flags.pairs }),
      // What is kept of its account is worth something as long as it is the same venue.
      ...(flags.data === undefined ? {} : { dataDirectory: join(flags.data, ownSandbox) }),
    });
    const venue = { addresses: [sandbox.pushUrl], restAddress: sandbox.restUrl, serviceName };
    return { venue, name: "a sandbox of its own", credential: new Credential(sandbox.credential), sandbox };
  }
  if (flags.venue === undefined) {
    const rule = "given: the base address of the service, or --sandbox in its place";
    throw new ValidationError("option-invalid", { option: "venue", rule });
  }
  const push = flags.push ?? pushBeside(flags.venue);
  const venue = { addresses: [push], restAddress: flags.venue, serviceName, protocol };
  const kept = new KeptKey(flags.folder, flags.account, passphraseOf(flags, terminal));
  const credential = await kept.read();
  if (credential === undefined && flags.account !== usualAccount) {
    const rule = `an account whose key is kept here: put it in with "key put --account ${flags.account}"`;
    throw new ValidationError("option-invalid", { option: "account", rule });
  }
  return { venue, name: flags.venue, credential, sandbox: undefined, kept };
}

/** A directory is one recording: a later start goes on with it. */
async function recordingOf({ record: directory }: RunFlags): Promise<Started["recording"]> {
  if (directory === undefined) {
    return undefined;
  }
  const names = await readdir(directory).catch((): string[] => []);
  return { directory, goesOn: names.some((name) => name.endsWith(segmentEnding)) };
}

function pushBeside(venue: string): string {
  if (!URL.canParse(venue)) {
    throw new ValidationError("option-invalid", { option: "venue", rule: "an address, such as https://api.example" });
  }
  const { protocol, host } = new URL(venue);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/cbu`;
}

/** Each account has a directory of its own. */
function dataOf({ data, sandbox, venue, account, acceptOlderState }: RunFlags): AcceleratorDataOptions | undefined {
  if (data === undefined) {
    if (acceptOlderState === true) {
      throw new ValidationError("option-invalid", { option: "acceptOlderState", rule: "beside --data" });
    }
    return undefined;
  }
  const olderState = acceptOlderState === true ? "accept" : "refuse";
  return sandbox === true
    ? { directory: join(data, `${ownSandbox}-account`), venue: ownSandbox, account: ownSandbox, olderState }
    : { directory: join(data, account), account, olderState, ...(venue === undefined ? {} : { venue }) };
}

async function endAll(
  { cancelOnExit }: RunFlags,
  accelerator: Accelerator,
  sandbox: Sandbox | undefined,
): Promise<void> {
  const { account } = accelerator;
  if (cancelOnExit === true && account !== undefined) {
    const tooLong = new Promise((resolve) => {
      setTimeout(resolve, cancelWithinMs).unref();
    });
    await Promise.race([account.trader.halt("the accelerator ends"), tooLong]);
    // The halt was the way to cancel, and is not meant for the next start.
    account.trader.resume();
  }
  await accelerator.close();
  await sandbox?.close();
}
