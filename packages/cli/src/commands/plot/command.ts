import { Argument, InvalidArgumentError, Option } from "commander";
import type { CommandDescription } from "../../program/command.js";
import { plotNames } from "./plot.js";
import type { PlotFlags } from "./run.js";

const usualWidth = 960;
const usualHeight = 480;
const leastPixels = 200;
const mostPixels = 8_000;

export const plot: CommandDescription<PlotFlags> = {
  name: "plot",
  group: "recordings",
  summary: "draw a recording's depth, spread, lag, gaps or equity as SVG or PNG",
  details: `  depth   what could be bought and sold at which price when the recording ended, of one pair
  spread  from best bid to best ask over time, in basis points of the price between
  lag     from the venue's time of a message to its arrival: a clock that is wrong shows here, too
  gaps    when each book could be trusted, and when not
  equity  what the account had of each coin, from its private events`,
  arguments: () => [new Argument("<directory>", "of the recording")],
  options: () => [
    new Option("--what <plot>", "what is drawn").choices(plotNames).default("spread"),
    new Option("--out <file>", "the picture: .svg or .png").makeOptionMandatory(),
    new Option("--pair <pairs...>", "these pairs alone"),
    new Option("--width <pixels>", "of the picture").default(usualWidth).argParser(pixels),
    new Option("--height <pixels>", "of the picture").default(usualHeight).argParser(pixels),
    new Option("--force", "replace a file that is there already"),
  ],
  examples: [
    { line: "plot recording --out spread.svg", does: "the spread of every book" },
    { line: "plot recording --what depth --pair 4BTC_USDT --out depth.png", does: "the book at the end" },
    { line: "plot recording --what lag --out lag.png --width 1600 --height 600", does: "how long messages took" },
    { line: "plot recording --what gaps --out gaps.svg", does: "when books could be trusted" },
  ],
  load: () => import("./run.js"),
};

function pixels(typed: string): number {
  const number = Number(typed);
  if (!(Number.isInteger(number) && number >= leastPixels && number <= mostPixels)) {
    throw new InvalidArgumentError(`It is a whole number from ${leastPixels} to ${mostPixels}.`);
  }
  return number;
}
