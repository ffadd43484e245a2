import { readyScenario, readyScenarios } from "../play/ready-scenarios.js";
import { scenarioSchema } from "../play/scenario.js";

/** What a command prints, and its exit code. */
export interface Printed {
  readonly text: string;
  readonly exitCode: 0 | 1 | 2;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The command `scenarios`: lists those that come with the sandbox, shows one as a file, or shows the schema of such files. */
export function printScenarios([word]: readonly string[]): Printed {
  if (word === undefined) {
    const width = Math.max(...readyScenarios.map(({ name }) => name.length));
    const lines = readyScenarios.map(({ name, says }) => `${name.padEnd(width)}  ${says}`);
    return { text: `${lines.join("\n")}\n`, exitCode: 0 };
  }
  if (word === "--schema") {
    return { text: json(scenarioSchema()), exitCode: 0 };
  }
  const found = readyScenario(word);
  if (found !== undefined) {
    return { text: json(found), exitCode: 0 };
  }
  const names = readyScenarios.map(({ name }) => name).join(", ");
  return { text: `scenarios ${word}: it must be --schema or one of ${names}\n`, exitCode: 2 };
}
