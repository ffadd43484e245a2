import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { CommandEnd, SceneOptions } from "./command-scene.spec-kit.js";

/** Carries a command line out. */
export type RunLine = (argv: readonly string[], options?: SceneOptions) => Promise<CommandEnd>;

/** What command lines say, whole, as one text: a review sees every word and number that changes. */
export class Transcript {
  readonly #parts: string[] = [];
  readonly #names: readonly (readonly [text: string, name: string])[];

  readonly #times: "fixed" | "own";
  readonly #plainer: (text: string) => string;

  /**
   * @param names what is another in every run, and what stands in its place
   * @param times `fixed`: times and large numbers are the same in every run; each run has its own by default
   * @param plainer takes out what else no two runs have in common
   */
  constructor(
    names: Readonly<Record<string, string>> = {},
    times: "fixed" | "own" = "own",
    plainer: (text: string) => string = (text) => text,
  ) {
    this.#names = Object.entries(names);
    this.#times = times;
    this.#plainer = plainer;
  }

  /** Carries a command line out, and writes down what was typed, answered and said. */
  async say(run: RunLine, argv: readonly string[], options: SceneOptions = {}): Promise<CommandEnd> {
    const end = await run(argv, options);
    const typed = argv.map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word))).join(" ");
    const answers = options.answers === undefined ? "" : ` < ${JSON.stringify(options.answers)}`;
    const said = [
      `$ depthwire ${typed}${answers}`,
      ...linesOf(end.err).map((line) => `! ${line}`),
      ...linesOf(end.out),
      ...(end.exitCode === 0 ? [] : [`= ${end.exitCode}`]),
    ];
    this.#parts.push(said.join("\n"));
    return end;
  }

  /** Holds what was said against what stands in `packages/cli/transcripts`. @returns it */
  async expectToBe(name: string): Promise<string> {
    const text = this.#plain();
    await textTranscript(name, [text]);
    return text;
  }

  /** The texts with names in place of what no two runs have in common; numbers that are made up are numbered. */
  #plain(): string {
    const named = this.#plainer(
      this.#names.reduce((text, [found, name]) => text.replaceAll(found, name), this.#parts.join("\n\n")),
    );
    if (this.#times === "fixed") {
      return named;
    }
    const ids = new Map<string, string>();
    return named
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replaceAll(/(?<![\w.])1[6-9]\d{11}(?!\d)/g, "<ms>")
      .replaceAll(/(?<![\w.])\d{9,}(?![\w.])/g, (id) => {
        const name = ids.get(id) ?? `<id ${ids.size + 1}>`;
        ids.set(id, name);
        return name;
      });
  }
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

/** Holds parts of any text against what stands in `packages/cli/transcripts`. */
export async function textTranscript(name: string, parts: readonly string[]): Promise<void> {
  const file = new URL(`../transcripts/${name}.txt`, import.meta.url);
  await expect(`${parts.join("\n\n")}\n`).toMatchFileSnapshot(fileURLToPath(file));
}
