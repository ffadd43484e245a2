import type { RunCommand } from "../../program/command.js";
import { limitsOf, readLimits, writeLimits } from "../../trading/limits.js";
import { keyFolderOf } from "../../venue/find-credential.js";
import type { KeptLimitFlags } from "./key-flags.js";

/** Shows the kept limits, or sets those that are named. */
export const run: RunCommand<KeptLimitFlags> = async ({ options }, context) => {
  const folder = keyFolderOf(options, context);
  const given = limitsOf(options);
  if (options.none === true) {
    await writeLimits(folder, {});
  } else if (Object.keys(given).length > 0) {
    await writeLimits(folder, { ...(await readLimits(folder)), ...given });
  }
  const limits = await readLimits(folder);
  const { maxValue, maxQuantity } = limits;
  const lines = [
    ...(maxValue === undefined ? [] : [`No order may be worth more than ${maxValue}, in the coin that it is paid in.`]),
    ...(maxQuantity === undefined ? [] : [`No order may be of more than ${maxQuantity}.`]),
  ];
  context.output.result(limits, lines.length === 0 ? "There are no limits." : lines.join("\n"));
  return undefined;
};
