import { join, resolve } from "node:path";
import type { RunCommand } from "../../program/command.js";
import { installPackages } from "./install-packages.js";
import { manifestOf } from "./project-manifest.js";
import { checkName } from "./project-name.js";
import { findTarballs } from "./tarballs.js";
import { requireEmpty, writeProject } from "./write-project.js";

/** What the command line says to init. */
export interface InitFlags {
  readonly from?: string;
  /** False after `--no-install`. */
  readonly install: boolean;
}

/** Makes the project's folder, its files, and unless told not to installs its packages. */
export const run: RunCommand<InitFlags> = async ({ arguments: [given], options }, context) => {
  const { output, workingDirectory, version } = context;
  const name = checkName(String(given));
  const directory = resolve(workingDirectory, name);
  await requireEmpty(directory);
  const tarballs = options.from === undefined ? undefined : await findTarballs(resolve(workingDirectory, options.from));
  const files = await writeProject(directory, { name, manifest: await manifestOf(name, version, tarballs) });
  output.note(`${files.length} files are in ${directory}.`);
  if (options.install) {
    output.note("npm install …");
    await installPackages(directory, context);
  }
  const next = [
    `cd ${name}`,
    ...(options.install ? [] : ["npm install"]),
    "npm test",
    "npx depthwire sandbox",
    "npm start",
  ];
  output.result(
    { name, directory, files, installed: options.install, next },
    `${name} is made. Next:\n  cd ${name}\n${options.install ? "" : "  npm install\n"}  npm test               # the bot, on an exchange in memory\n  npx depthwire sandbox  # in another terminal: an exchange with play money\n  npm start              # the bot; begin with ${join("src", "quote.ts")}`,
  );
  return undefined;
};
