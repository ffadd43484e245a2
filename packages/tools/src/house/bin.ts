import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../command-line/run-command.js";
import { judgeHouse } from "./judge.js";
import { parseHouseOptions } from "./options.js";
import { surveyHouse } from "./survey.js";

// From packages/tools/dist/house.
const root = fileURLToPath(new URL("../../../../", import.meta.url));
/** The names that people may import, door by door: growth is a change of this file. */
const listPath = join(root, "docs/api/doors.json");

runCommand("house", parseHouseOptions, async ({ doors }) => {
  const house = surveyHouse(root);
  if (doors === "write") {
    writeFileSync(listPath, `${JSON.stringify(house.doors, undefined, 2)}\n`);
  }
  return judgeHouse(house, JSON.parse(readFileSync(listPath, "utf8")) as Record<string, string[]>);
});
