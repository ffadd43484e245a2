import type { Command, Option } from "commander";
import type { CommandDescription } from "../command.js";
import type { Surroundings } from "../context.js";
import { buildProgram } from "../program.js";
import { pathsThatBeginWith } from "./paths.js";

/**
 * Prints what may stand where the last word is being typed, one a line: the script of a shell calls it as `depthwire complete -- …`.
 *
 * @param words what is typed behind the command's own name; the last one may be empty
 */
export async function complete(
  commands: readonly CommandDescription[],
  words: readonly string[],
  { out, version, workingDirectory }: Surroundings,
): Promise<void> {
  const typed = words[0] === "--" ? words.slice(1) : [...words];
  const last = typed.at(-1) ?? "";
  const program = buildProgram(commands, version, { out: () => {}, err: () => {} }, () => {});
  const offered = await offeredBehind(typed.slice(0, -1), { commands, program, last, workingDirectory });
  const fitting = [...new Set(offered)].filter((word) => word.startsWith(last));
  out.write(fitting.map((word) => `${word}\n`).join(""));
}

/** What is known where a word is being typed. */
interface Place {
  readonly commands: readonly CommandDescription[];
  readonly program: Command;
  /** The word that is being typed. */
  readonly last: string;
  readonly workingDirectory: string;
}

async function offeredBehind(before: readonly string[], place: Place): Promise<readonly string[]> {
  const { command, behind } = commandOf(place.program, before);
  const option = command.options.find(({ long, short }) => [long, short].includes(before.at(-1)));
  if (option !== undefined && takesValue(option)) {
    return option.argChoices ?? (await paths(place));
  }
  if (place.last.startsWith("-")) {
    return command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => (long == null ? [] : [long]));
  }
  if (command.commands.length > 0) {
    return command.commands.map((one) => one.name());
  }
  const described = place.commands.find(({ name }) => name === nameOf(command));
  if (described?.suggest !== undefined) {
    return described.suggest([...behind, place.last]);
  }
  return command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []).concat(await paths(place));
}

/** The command that is typed, and the words behind its name that are no options. */
function commandOf(
  program: Command,
  words: readonly string[],
): { readonly command: Command; readonly behind: readonly string[] } {
  let command = program;
  const behind: string[] = [];
  for (const word of words) {
    const next = behind.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (next === undefined) {
      behind.push(word);
    } else {
      command = next;
    }
  }
  return { command, behind };
}

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent == null ? command.name() : `${parent.name()} ${command.name()}`;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function paths({ last, workingDirectory }: Place): Promise<readonly string[]> {
  return pathsThatBeginWith(last, workingDirectory);
}
