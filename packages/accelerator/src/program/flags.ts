import { homedir } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { usualAccount } from "../keys/usual-account.js";
import { usualPort } from "../options.js";

/** What the command line says of a run. */
export interface RunFlags {
  readonly port: number;
  readonly bind: string;
  readonly venue?: string;
  readonly push?: string;
  readonly serviceName: string;
  readonly protocol: "prefix" | "channel";
  readonly pairs: readonly string[];
  readonly sandbox?: true;
  readonly readOnly?: true;
  readonly account: string;
  readonly passphraseFile?: string;
  readonly passphraseDescriptor?: number;
  readonly folder: string;
  /** Seconds. */
  readonly tolerance?: number;
  readonly data?: string;
  readonly acceptOlderState?: true;
  readonly record?: string;
  readonly replay?: string;
  readonly speed?: number;
  readonly cancelOnExit?: true;
  readonly allowHost: readonly string[];
  readonly allowOrigin: readonly string[];
  /** False after `--no-token`. */
  readonly token: boolean;
  readonly json?: true;
}

/** What the command line says of keys. */
export interface KeyFlags {
  readonly account: string;
  readonly folder: string;
  readonly passphraseFile?: string;
  readonly passphraseDescriptor?: number;
  readonly seal?: true;
}

/** What the program is asked to do. */
export type Asked =
  | { readonly kind: "run"; readonly flags: RunFlags }
  | { readonly kind: "put-key" | "list-keys" | "remove-key"; readonly flags: KeyFlags };

function wholeNumber(text: string): number {
  if (!/^[0-9]{1,5}$/.test(text) || Number(text) > 65_535) {
    throw new InvalidArgumentError("it must be a whole number up to 65535");
  }
  return Number(text);
}

function positiveNumber(text: string): number {
  if (!/^[0-9]{1,6}(\.[0-9]{1,6})?$/.test(text) || Number(text) === 0) {
    throw new InvalidArgumentError("it must be a number above 0, such as 1 or 0.5");
  }
  return Number(text);
}

function secondsFrom0(text: string): number {
  if (!/^[0-9]{1,5}(\.[0-9]{1,3})?$/.test(text)) {
    throw new InvalidArgumentError("it must be a number of seconds, such as 30");
  }
  return Number(text);
}

function names(text: string): readonly string[] {
  return text.split(",").filter((name) => name !== "");
}

function several(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

const noTokenHelp = "want no token: every user of this computer may trade then";

function runCommand(program: Command): Command {
  return program
    .option("--port <number>", "where it listens; 0: any free port", wholeNumber, usualPort)
    .option("--bind <address>", "address to listen at; beyond loopback it wants --allow-host", "127.0.0.1")
    .option("--venue <url>", "base address of the service's REST interface")
    .option("--push <url>", "its push address; by default the path /cbu beside it")
    .addOption(
      new Option("--sandbox", "run against a sandbox of its own, with play money").conflicts(["venue", "push"]),
    )
    .option("--service-name <name>", "the deployment's name in header and channel names", "svc")
    .addOption(
      new Option("--protocol <name>", "what the push address speaks").choices(["prefix", "channel"]).default("prefix"),
    )
    .option("--pairs <names>", "books to keep from the start, with commas between", names, [])
    .option("--read-only", "change nothing")
    .option("--data <directory>", "keep orders, answers, trades and events there: the next start goes on from them")
    .option("--accept-older-state", "start although a part of the data is missing or damaged, once")
    .addOption(
      new Option("--record <directory>", "write down everything that the service sends, for --replay").conflicts(
        "replay",
      ),
    )
    .addOption(
      new Option(
        "--replay <directory>",
        "serve a recording as if it were live: no key is loaded, nobody is asked",
      ).conflicts(["venue", "push", "sandbox", "data", "cancelOnExit"]),
    )
    .addOption(new Option("--speed <number>", "how fast it is replayed; 1: as it was").argParser(positiveNumber))
    .option(
      "--tolerance <seconds>",
      "how far a timestamp may be from the service's clock: an order may arrive for so long; 30 by default",
      secondsFrom0,
    )
    .option("--cancel-on-exit", "cancel its orders when it ends")
    .option("--allow-host <name>", "a name that clients may call it by; may be repeated", several, [])
    .option("--allow-origin <origin>", "an origin whose pages may use it; may be repeated", several, [])
    .option("--no-token", noTokenHelp)
    .option("--json", "print one line of JSON instead of text");
}

function keyOptions(command: Command): Command {
  return command
    .option("--account <name>", "which account's key", usualAccount)
    .option("--folder <directory>", "where token and keys are kept", join(homedir(), ".depthwire"))
    .option("--passphrase-file <file>", "what a key is sealed with; of mode 0600")
    .option("--passphrase-descriptor <number>", "the same, from a descriptor that is open for reading", wholeNumber);
}

/**
 * Reads the arguments of the program. Help and version are printed when they are asked for.
 *
 * @param name how it was called, for its help
 * @throws CommanderError when the program is to end: with exit code 0 after help or version, else since the arguments are wrong
 */
export function parseFlags(argv: readonly string[], version: string, name: string): Asked {
  let asked: Asked | undefined;
  const quiet = (command: Command): Command => command.configureOutput({ outputError: () => {} }).exitOverride();
  const program = quiet(keyOptions(runCommand(new Command(name))))
    .description("The exchange service on this computer: unsigned, from memory, orders signed and in turn")
    .version(version, "--version", "print the version")
    // What stands behind a command is the command's.
    .enablePositionalOptions()
    .action((flags: RunFlags) => {
      asked = { kind: "run", flags };
    });
  const keys = quiet(program.command("key")).description("The API keys that it holds");
  const add = (name: string, kind: "put-key" | "list-keys" | "remove-key", words: string): Command =>
    quiet(keyOptions(keys.command(name)))
      .description(words)
      .action((flags: KeyFlags) => {
        asked = { kind, flags };
      });
  add("put", "put-key", "put a key in: typed, or two lines piped in").option("--seal", "seal it with a passphrase");
  add("list", "list-keys", "names of the accounts that have one");
  add("remove", "remove-key", "forget one");
  program.parse(argv, { from: "user" });
  return asked as unknown as Asked;
}
