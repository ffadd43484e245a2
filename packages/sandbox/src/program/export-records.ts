import { Argument, Command, Option } from "commander";
import { exportTables } from "../export/exports.js";
import { operatorTokenVariable } from "../guard/guard-flags.js";
import { askOperator } from "./ask-operator.js";
import type { Printed } from "./list-scenarios.js";
import { notAnswered } from "./not-answered.js";
import { usualPort } from "./usual-port.js";

interface ExportFlags {
  readonly venue: string;
  readonly format: string;
  readonly account?: string;
}

function exportCommand(name: string): Command {
  return new Command(name)
    .description("Prints what is on record of a sandbox that runs")
    .addArgument(new Argument("<what>", "what to print").choices(Object.keys(exportTables)))
    .option("--venue <address>", "where the sandbox listens", `http://127.0.0.1:${usualPort}`)
    .addOption(new Option("--format <name>", "how it is written").choices(["csv", "json"]).default("csv"))
    .option("--account <number>", "of this account alone")
    .addHelpText("after", `\nThe operator's token, where there is one, is taken from ${operatorTokenVariable}.`)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

function ask(what: string, { venue, format, account }: ExportFlags, token: string | undefined): Promise<Printed> {
  const query = new URLSearchParams({ format, ...(account === undefined ? {} : { account }) });
  const path = `exports/${what}?${query.toString()}`;
  return askOperator({ venue, token, method: "GET", path }, (text) => (format === "json" ? `${text}\n` : text));
}

/** The command `export`: asks a sandbox that runs for what is on record. @param token the operator's, where there is one */
export async function exportRecords(
  argv: readonly string[],
  name: string,
  token: string | undefined,
): Promise<Printed> {
  try {
    const command = exportCommand(`${name} export`).parse(argv, { from: "user" });
    return await ask(command.args[0] ?? "", command.opts<ExportFlags>(), token);
  } catch (error) {
    return notAnswered(error);
  }
}
