import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** A program of TypeScript and where a reader finds it. */
export interface TypedProgram {
  /** Page and line. */
  readonly place: string;
  readonly text: string;
  readonly runsIn: "node" | "page";
}

/** Nothing is left unchecked, the declarations of the packages neither. */
const strict = {
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  strict: true,
  noEmit: true,
};

const settings = {
  node: { ...strict, lib: ["es2023", "esnext.disposable"], types: ["node"] },
  page: { ...strict, lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"], types: [] },
};

/**
 * Type-checks programs against the packages that are installed in a folder.
 *
 * @param examples files that guides import from beside them
 * @param compiler path of TypeScript's program
 * @returns what is wrong, each sentence with the place that a reader finds
 */
export function checkTypes(
  programs: readonly TypedProgram[],
  folder: string,
  examples: readonly string[],
  compiler: string,
): readonly string[] {
  return (["node", "page"] as const).flatMap((runsIn) => {
    const chosen = programs.filter((program) => program.runsIn === runsIn);
    const place = join(folder, `types-${runsIn}`);
    mkdirSync(place, { recursive: true });
    for (const example of examples) {
      copyFileSync(example, join(place, basename(example)));
    }
    chosen.forEach(({ text }, i) => {
      writeFileSync(join(place, `${i}.ts`), `export {};\n${text}`);
    });
    const files = chosen.map((_, i) => `${i}.ts`);
    writeFileSync(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: settings[runsIn], files }));
    return files.length === 0 ? [] : compile(place, compiler).map((line) => withPlace(line, chosen));
  });
}

/**
 * Type-checks the folder of examples where a user has copied it: beside installed packages, and nothing of the repository around it.
 *
 * @param source the folder in the repository
 * @returns what is wrong, each sentence with its file
 */
export function checkCopiedExamples(source: string, folder: string, compiler: string): readonly string[] {
  const place = join(folder, "examples");
  cpSync(source, place, { recursive: true, filter: (path) => !path.includes("node_modules") });
  // Node runs them as they stand: nothing in them may need more than taking types away.
  return compile(place, compiler, "--erasableSyntaxOnly").map((line) => `docs/examples/${line}`);
}

function compile(place: string, compiler: string, ...flags: readonly string[]): readonly string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, "--pretty", "false", "-p", ".", ...flags], {
    cwd: place,
    encoding: "utf8",
  });
  const lines = stdout.split("\n").filter((line) => line !== "");
  return status !== 0 && lines.length === 0 ? [`the compiler ended with ${status}: ${stderr}`] : lines;
}

function withPlace(line: string, programs: readonly TypedProgram[]): string {
  return line.replace(/^(\d+)\.ts\((\d+),\d+\): /, (whole, at: string, row: string) => {
    const program = programs[Number(at)];
    const code = program?.text.split("\n")[Number(row) - 2]?.trim() ?? "";
    return program === undefined ? whole : `${program.place}: ${code}: `;
  });
}
