import { createContestant } from "../contestants/registry.js";
import { createDepthCorpus } from "../corpus/depth-corpus.js";
import { type ProfileRow, profileOf } from "./profile.js";
import { replayFor } from "./replay.js";

const shown = 15;
const warmUpMs = 1_000;
const profiledMs = 3_000;

/** Where a message's time goes, in the pieces and in the whole engine, as text for people. */
export async function profileContestants(peersFolder: string): Promise<string> {
  const corpus = createDepthCorpus({ seed: 1, levels: 200, updates: 600 });
  const texts: string[] = [];
  for (const name of ["ours", "ours, whole engine"]) {
    const contestant = await createContestant(name, peersFolder);
    replayFor(contestant, corpus, warmUpMs);
    const rows = await profileOf(() => replayFor(contestant, corpus, profiledMs), shown);
    texts.push(`${name}, 200 levels: own time\n${rows.map(rowText).join("\n")}`);
  }
  return texts.join("\n\n");
}

function rowText({ name, part }: ProfileRow): string {
  return `  ${(part * 100).toFixed(1).padStart(5)} %  ${name}`;
}
