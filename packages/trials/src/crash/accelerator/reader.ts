import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "@depthwire/core";
import type { Lives } from "./lives.js";
import type { Notes } from "./notes.js";

/** How a reader reads until it is told to stop. */
export interface ReaderOptions {
  readonly lives: Lives;
  readonly notes: Notes;
  readonly random: Random;
  readonly over: AbortSignal;
  /** Told when it hears for the first time. */
  readonly listening: () => void;
}

interface Line {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

const pauseMs = 20;

/** So far back a reader begins anew at most, as one that has lost what it noted last. */
const maxBack = 5;

/** Reads events, over one end of the accelerator after the other, each time from the last one that it noted, or some before. */
export async function readEvents(options: ReaderOptions): Promise<void> {
  const { lives, over } = options;
  const state = { place: undefined as string | undefined };
  while (!over.aborted) {
    const url = await Promise.race([lives.url(), aborted(over)]);
    if (url === undefined) {
      return;
    }
    await readOnce(options, url, state).catch(() => undefined);
    await sleep(pauseMs);
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return undefined;
}

async function readOnce(
  { notes, random, over, listening }: ReaderOptions,
  url: string,
  state: { place: string | undefined },
): Promise<void> {
  const ids = [...notes.events.keys()];
  const back = Math.floor(random() * maxBack);
  const from = state.place === undefined ? "" : (ids.at(-1 - back) ?? state.place);
  const headers = { accept: "application/x-ndjson", "last-event-id": from };
  const response = await fetch(`${url}/events`, { headers, signal: over });
  const decoder = new TextDecoder();
  let place = from === "" ? undefined : from;
  let rest = "";
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      if (line.event === "hello") {
        const { after } = line.data as { readonly after: string };
        place ??= after;
        state.place ??= after;
        listening();
      } else {
        place = note(notes, line, place) ?? place;
        state.place = place ?? state.place;
      }
    }
  }
}

/** @returns the place behind it; undefined for what has none */
function note(notes: Notes, { id, event, data }: Line, place: string | undefined): string | undefined {
  if (id === undefined) {
    return undefined;
  }
  const isMissed = event === "gap" && isListenersGap(data);
  if (isMissed) {
    notes.lostEvents.push(`behind ${place}: ${JSON.stringify(data)}`);
    return id;
  }
  const [run, n] = splitId(id);
  const [runBefore, before] = splitId(place ?? id);
  if (place !== undefined && (run !== runBefore || n !== before + 1)) {
    notes.lostEvents.push(`${id} came behind ${place}`);
  }
  const text = JSON.stringify(data);
  const known = notes.events.get(id);
  if (known !== undefined && known.text !== text) {
    notes.lostEvents.push(`${id} came with another meaning: ${known.text}, then ${text}`);
  }
  if (known === undefined) {
    notes.events.set(id, { id, kind: event, text });
  }
  return id;
}

/** A gap that the listener himself has, unlike those of the account. */
function isListenersGap(data: unknown): boolean {
  const { reason } = data as { readonly reason?: string };
  return reason === "another-run" || reason === "too-slow";
}

function splitId(id: string): readonly [run: string, n: number] {
  const at = id.lastIndexOf("-");
  return [id.slice(0, at), Number(id.slice(at + 1))];
}
