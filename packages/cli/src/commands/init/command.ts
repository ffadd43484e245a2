import { Argument, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import type { InitFlags } from "./run.js";

export const init: CommandDescription<InitFlags> = {
  name: "init",
  group: "tools",
  summary: "make a project to start from: a quoting bot in TypeScript, with a test",
  details:
    "The bot quotes both sides of a pair within limits and withdraws everything when it ends; its test runs it on an exchange in memory. Folders that hold something are left alone.",
  arguments: () => [new Argument("<name>", "of the project and its folder")],
  options: () => [
    new Option(
      "--from <directory>",
      "install the packages from tarballs (npm pack) in this directory, in place of the registry",
    ),
    new Option("--no-install", "write the files alone"),
  ],
  examples: [
    { line: "init my-bot --no-install", does: "the files; then, in my-bot: npm install, npm test, npm start" },
  ],
  load: () => import("./run.js"),
};
