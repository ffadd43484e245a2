import type { DataFiles, DataRuntime } from "@depthwire/accelerator/internal";
import type { Change } from "@depthwire/sandbox/internal";
import type { AcceleratorParts } from "../accelerator/accelerator-parts.js";
import type { Plant } from "./plant.js";

type Records = DataFiles["records"];

/** The same data, of which some is written otherwise. */
function withWrites(parts: AcceleratorParts, write: (records: Records) => Records["write"]): AcceleratorParts {
  const { data } = parts;
  const runtime: DataRuntime = {
    open: (directory, olderState, introduce) =>
      data.open(directory, olderState, (files) => {
        const { records } = files;
        return introduce({ ...files, records: { ...records, write: write(records) } });
      }),
    nextTurn: (act) => data.nextTurn(act),
  };
  return { ...parts, data: runtime };
}

/** The same data without some changes. */
function without(parts: AcceleratorParts, isLost: (change: Change) => boolean): AcceleratorParts {
  return withWrites(
    parts,
    (records) => (changes, waitFor) =>
      records.write(
        changes.filter((change) => !isLost(change)),
        waitFor,
      ),
  );
}

/** First bytes of keys: which kind a record is of. */
const kinds = { delivered: 4, answers: 7 } as const;

/** Faults that stand in for ports of the accelerator. */
export const acceleratorPlants: readonly Plant[] = [
  {
    name: "sent-before-kept",
    text: "An order leaves before the disk has it: nothing waits for what is written.",
    foundBy: ["orders", "liveness"],
    within: "accelerator",
    accelerator: (parts) =>
      withWrites(parts, (records) => (changes, waitFor) => {
        // Nobody hears of a failure, either.
        records.write(changes, waitFor).catch(() => undefined);
        return Promise.resolve();
      }),
  },
  {
    name: "forgotten-names",
    text: "The next process does not know which requests were carried out.",
    foundBy: ["orders"],
    within: "accelerator",
    accelerator: (parts) => without(parts, ({ key }) => key[0] === kinds.answers),
  },
  {
    name: "halt-not-kept",
    text: "A halt is told as kept, and the next process trades.",
    foundBy: ["halts"],
    within: "accelerator",
    accelerator: (parts) => without(parts, ({ value }) => value?.includes('{"halt":{') === true),
  },
  {
    name: "fills-told-twice",
    text: "That a trade was told is not kept beside it: the next process tells it again, under another number.",
    foundBy: ["events"],
    within: "accelerator",
    accelerator: (parts) =>
      without(parts, ({ key, value }) => key[0] === kinds.delivered && value?.includes('{"fact":') === true),
  },
  {
    name: "list-behind-writes",
    text: "A list of open orders is answered as it was up to 1 s ago.",
    foundBy: ["reads"],
    within: "accelerator",
    accelerator: (parts, process) => ({
      ...parts,
      host: async (options, ports) => {
        const hosted = await parts.host(options, ports);
        let known: ReturnType<typeof hosted.answer> | undefined;
        return {
          ...hosted,
          answer: (call) => {
            if (call.method !== "GET" || call.target !== "/orders") {
              return hosted.answer(call);
            }
            if (known === undefined) {
              known = hosted.answer(call);
              process.clock.after(1_000, () => {
                known = undefined;
              });
            }
            return known;
          },
        };
      },
    }),
  },
  {
    name: "key-in-an-answer",
    text: "What the accelerator answers of its health names its key.",
    foundBy: ["secrets"],
    within: "accelerator",
    accelerator: (parts) => ({
      ...parts,
      host: async (options, ports) => {
        const hosted = await parts.host(options, ports);
        return {
          ...hosted,
          answer: async (call) => {
            const answer = await hosted.answer(call);
            const key = options.credential?.revealApiKey() ?? "";
            return call.target === "/health" ? { ...answer, headers: { ...answer.headers, "x-key": key } } : answer;
          },
        };
      },
    }),
  },
];
