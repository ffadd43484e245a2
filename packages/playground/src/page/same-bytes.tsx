import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { PlayedDigests, PlayOptions } from "../same-bytes/play-commands.js";
import { Panel } from "./panel.js";

/** Plays in a worker of its own, and ends it. */
function play(options: PlayOptions): Promise<PlayedDigests> {
  const worker = new Worker(new URL("../same-bytes/same-bytes-worker.ts", import.meta.url), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<PlayedDigests>) => {
      worker.terminate();
      resolve(data);
    });
    worker.addEventListener("error", () => reject(new Error("the worker ended")));
    worker.postMessage(options, []);
  });
}

function verdictOf(played: PlayedDigests): { readonly tone: string; readonly words: string } {
  const inNode = nodeDigests.find(({ commands }) => commands === played.commands);
  const isSame =
    inNode !== undefined &&
    (["journal", "events", "state", "trades"] as const).every((part) => inNode[part] === played[part]);
  return isSame
    ? { tone: "good", words: "the same bytes as in Node" }
    : { tone: "bad", words: "not the bytes that Node gives" };
}

/** The exchange is the same program here as in Node: the same seed gives the same bytes. */
export function SameBytesPanel(): JSX.Element {
  const played = useSignal<PlayedDigests | undefined>(undefined);
  const running = useSignal(0);
  const verdict = played.value && verdictOf(played.value);
  const begin = async (options: PlayOptions): Promise<void> => {
    running.value = options.commands;
    played.value = undefined;
    try {
      played.value = await play(options);
    } finally {
      running.value = 0;
    }
  };
  return (
    <Panel area="bytes" title="The same exchange">
      <div class="bytes">
        {nodeDigests.map(({ commands, seed }) => (
          <button
            key={commands}
            type="button"
            disabled={running.value !== 0}
            onClick={() => void begin({ commands, seed })}
          >
            Play {commands.toLocaleString("en")} commands
          </button>
        ))}
        <p role="status" class="muted">
          {running.value === 0
            ? undefined
            : `${running.value.toLocaleString("en")} commands are played on an exchange of their own …`}
          {played.value === undefined || verdict === undefined ? undefined : (
            <>
              <b class={verdict.tone}>{verdict.words}</b>: journal {played.value.journal}, events {played.value.events},
              state {played.value.state}, {played.value.trades} trades
            </>
          )}
          {running.value === 0 && played.value === undefined
            ? "Orders, cancels and plans that follow from a seed: digests of commands, events and state are compared with those of Node."
            : undefined}
        </p>
      </div>
    </Panel>
  );
}
