import { Argument, Command } from "commander";
import { operatorTokenVariable } from "../guard/guard-flags.js";
import { askOperator } from "./ask-operator.js";
import type { Printed } from "./list-scenarios.js";
import { notAnswered } from "./not-answered.js";
import { usualPort } from "./usual-port.js";

interface SnapshotFlags {
  readonly venue: string;
  readonly port?: string;
  readonly json?: true;
}

/** What the operator's addresses answer, as far as it is printed. */
interface Answered {
  readonly error?: { readonly msg: string };
  readonly snapshots?: readonly { readonly name: string; readonly at: string; readonly bytes: number }[];
  readonly forks?: readonly { readonly snapshot: string; readonly port: number; readonly restUrl: string }[];
  readonly snapshot?: { readonly name: string; readonly at: string };
  readonly fork?: { readonly snapshot: string; readonly restUrl: string; readonly pushUrl: string };
}

type Asking = (name: string, flags: SnapshotFlags) => readonly [method: string, path: string, body?: object];

/** What can be done, and how the operator's addresses are asked for it. */
const doings: Readonly<Record<string, Asking>> = {
  list: () => ["GET", "snapshots"],
  take: (name) => ["POST", "snapshots", { name }],
  "go-back": (name) => ["POST", `snapshots/${encodeURIComponent(name)}/go-back`, {}],
  fork: (name, { port }) => [
    "POST",
    `snapshots/${encodeURIComponent(name)}/fork`,
    port === undefined ? {} : { port: Number(port) },
  ],
  remove: (name) => ["DELETE", `snapshots/${encodeURIComponent(name)}`],
  "end-fork": (port) => ["DELETE", `forks/${encodeURIComponent(port)}`],
};

function snapshotCommand(name: string): Command {
  return new Command(name)
    .description("Snapshots of a sandbox that runs: takes them, goes back to one, begins a second venue from one")
    .addArgument(new Argument("[do]", "what to do").choices(Object.keys(doings)).default("list"))
    .argument("[name]", "the snapshot's name; of end-fork the fork's port")
    .option("--venue <address>", "where the sandbox listens", `http://127.0.0.1:${usualPort}`)
    .option("--port <number>", "of fork: its port; any free one by default")
    .option("--json", "print the answer as it comes")
    .addHelpText("after", `\nThe operator's token, where there is one, is taken from ${operatorTokenVariable}.`)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

function wordsOf({ snapshots, forks, snapshot, fork }: Answered, what: string): string {
  if (fork !== undefined) {
    return `A venue from ${fork.snapshot} runs at ${fork.restUrl}, push at ${fork.pushUrl}\n`;
  }
  if (snapshot !== undefined) {
    return what === "take"
      ? `Took ${snapshot.name} at ${snapshot.at}\n`
      : `It is ${snapshot.at} again, as in ${snapshot.name}\n`;
  }
  const width = Math.max(0, ...(snapshots ?? []).map(({ name }) => name.length));
  const lines = (snapshots ?? []).map(({ name, at, bytes }) => `${name.padEnd(width)}  ${at}  ${bytes} bytes\n`);
  const running = (forks ?? []).map((one) => `A venue from ${one.snapshot} runs at ${one.restUrl}\n`);
  return lines.length + running.length === 0 ? "There are no snapshots\n" : [...lines, ...running].join("");
}

function ask(what: string, name: string, flags: SnapshotFlags, token: string | undefined): Promise<Printed> {
  const [method, path, body] = (doings[what] as Asking)(name, flags);
  const question = { venue: flags.venue, token, method, path, ...(body === undefined ? {} : { body }) };
  return askOperator(question, (text) =>
    flags.json === true ? `${text}\n` : wordsOf(JSON.parse(text) as Answered, what),
  );
}

/** The command `snapshots`: asks a sandbox that runs. @param token the operator's, where there is one */
export async function steerSnapshots(
  argv: readonly string[],
  name: string,
  token: string | undefined,
): Promise<Printed> {
  try {
    const command = snapshotCommand(`${name} snapshots`).parse(argv, { from: "user" });
    const [what, subject] = command.processedArgs as [string, string | undefined];
    if (subject === undefined && what !== "list") {
      return { text: `snapshots ${what}: the name of the snapshot is missing\n`, exitCode: 2 };
    }
    return await ask(what, subject ?? "", command.opts<SnapshotFlags>(), token);
  } catch (error) {
    return notAnswered(error);
  }
}
