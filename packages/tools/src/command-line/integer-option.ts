import { InvalidArgumentError, Option } from "commander";

/** An option that takes a whole number from `lowest` to `highest`. */
export function integerOption(flags: string, description: string, lowest: number, highest: number): Option {
  return new Option(flags, description).argParser((text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) {
      return value;
    }
    throw new InvalidArgumentError(`It must be a whole number from ${lowest} to ${highest}.`);
  });
}
