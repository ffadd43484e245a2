import { rename, rm, writeFile } from "node:fs/promises";
import { extname, relative, resolve } from "node:path";
import { unfinished } from "../../export/files/write-file.js";
import { requirePairs } from "../../export/recorded-pairs.js";
import { refuseExisting } from "../../export/targets.js";
import type { RunCommand } from "../../program/command.js";
import { exitCodes } from "../../program/exit-codes.js";
import { Refused } from "../../program/refused.js";
import { readMarket } from "../../recordings/market/read-market.js";
import { depth } from "./depth.js";
import { equity } from "./equity.js";
import { gaps } from "./gaps.js";
import { lag } from "./lag.js";
import type { CreatePlot, PlotName } from "./plot.js";
import { spread } from "./spread.js";

/** What the command line says. */
export interface PlotFlags {
  readonly what: PlotName;
  readonly out: string;
  readonly pair?: readonly string[];
  readonly width: number;
  readonly height: number;
  readonly force?: true;
}

const plots: Readonly<Record<PlotName, CreatePlot>> = { depth, spread, lag, gaps, equity };

/** Draws a recording. */
export const run: RunCommand<PlotFlags> = async ({ arguments: [typed], options }, context) => {
  const { output, signal, workingDirectory } = context;
  const { what, width, height, force = false } = options;
  const directory = resolve(workingDirectory, String(typed));
  const out = resolve(workingDirectory, options.out);
  const ending = extname(out).toLowerCase();
  if (ending !== ".svg" && ending !== ".png") {
    throw new Refused("usage", `${options.out} says no form of a picture`, "Let its name end in .svg or .png.");
  }
  refuseExisting(out, force);
  const pairs = options.pair?.flatMap((word) => word.split(",")).filter((word) => word !== "");
  if (pairs !== undefined) {
    await requirePairs(directory, pairs);
  }
  const plot = plots[what]((pair) => pairs === undefined || pairs.includes(pair));
  const bar = output.progress("Reading");
  const read = await readMarket(directory, plot.listener, {
    signal,
    progress: (done, all) => bar.update(done, all),
  }).finally(() => bar.end());
  const picture = plot.draw(read, { width, height });
  if (picture === undefined) {
    throw new Refused(
      "usage",
      `The recording has nothing to draw as ${what}`,
      "depthwire inspect shows what is in it.",
    );
  }
  const bytes = ending === ".svg" ? Buffer.from(picture) : await rendered(picture);
  await writeFile(`${out}${unfinished}`, bytes);
  await rename(`${out}${unfinished}`, out).catch(async (error: unknown) => {
    await rm(`${out}${unfinished}`, { force: true });
    throw error;
  });
  const file = relative(workingDirectory, out);
  const damaged = read.damaged.map(({ code, details }) => ({ code, ...details }));
  for (const { file: name = "", offset = 0 } of damaged as { file?: string; offset?: number }[]) {
    output.note(`The recording is damaged in ${name} at byte ${offset}: what stands behind is not in the picture.`);
  }
  output.result({ file, what, bytes: bytes.length, damaged }, `${what} in ${file}`);
  return damaged.length > 0 ? exitCodes.damaged : exitCodes.done;
};

/** The same picture in dots. */
async function rendered(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import("@resvg/resvg-js");
  return new Resvg(svg, { font: { loadSystemFonts: true, defaultFontFamily: "DejaVu Sans" } }).render().asPng();
}
