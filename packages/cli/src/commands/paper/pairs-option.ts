import { Option } from "commander";

/** The pairs to trade on paper. */
export function pairsOption(): Option {
  return new Option("--pairs <names>", "pairs to follow there and trade here, with commas between")
    .argParser((text: string): readonly string[] => text.split(",").filter((name) => name !== ""))
    .makeOptionMandatory();
}
