import { setMaxListeners } from "node:events";
import { resolve } from "node:path";
import {
  createEngine,
  createInflate,
  createNodeClock,
  openDirectoryStore,
  replay as openReplay,
  replayEngineOptions,
} from "@depthwire/node";
import type { Engine, EnginePorts } from "@depthwire/stream";
import { drawBooks, drawnLevels } from "../../books/draw-books.js";
import { FollowedBook } from "../../books/followed-book.js";
import { tellViews } from "../../books/tell-views.js";
import { ChannelLines } from "../../frames/channel-lines.js";
import { followChannels } from "../../frames/follow-channels.js";
import type { RunCommand } from "../../program/command.js";
import type { Context } from "../../program/context.js";
import { channelsOf } from "../../recordings/channels-of.js";
import type { NamedChannel } from "../../venue/known-channel.js";
import { pickChannels } from "./pick-channels.js";

/** What the command line says. */
export interface ReplayFlags {
  readonly as: "tail" | "book";
  readonly speed: number;
  readonly from?: number;
  readonly until?: number;
  readonly conflate?: true;
  readonly count?: number;
  readonly levels?: number;
  readonly raw?: true;
  readonly hex?: true;
}

/** A recording that is about to be played. */
interface Stage {
  readonly channels: readonly NamedChannel[];
  readonly clock: EnginePorts["clock"];
  createEngine(ports: Pick<EnginePorts, "wireTap">): Engine;
  /** Plays it. @returns why it stopped */
  play(signal: AbortSignal): Promise<string>;
}

/** Whoever reads is waited for as long as it takes: a pager is no stall. */
const patienceMs = 1e12;
const usualLevels = 10;

/** Plays a recording. */
export const run: RunCommand<ReplayFlags> = async ({ arguments: [typed, channels], options }, context) => {
  const directory = resolve(context.workingDirectory, String(typed));
  const store = await openDirectoryStore(directory);
  const player = await openReplay(store, { from: options.from });
  const recorded = await channelsOf(store);
  const picked = pickChannels((channels ?? []) as readonly string[], recorded, options.as);
  const { clock, loops, openSocket } = player.ports;
  const stage: Stage = {
    channels: picked,
    clock,
    createEngine: (ports) =>
      createEngine(
        { ...replayEngineOptions, ...recorded.dialect },
        { ...ports, clock, loops, random: () => 0, shard: { openSocket, createInflate: () => createInflate() } },
      ),
    play: (signal) =>
      player.run({
        speed: Number.isFinite(options.speed) ? options.speed : undefined,
        clock: createNodeClock(),
        until: options.until,
        conflate: options.conflate === true,
        patienceMs,
        signal,
      }),
  };
  await (options.as === "book" ? showBooks(stage, options, context) : showLines(stage, options, context));
};

async function showLines(stage: Stage, { count, raw, hex, from }: ReplayFlags, context: Context): Promise<void> {
  const form = raw === true ? "raw" : hex === true ? "hex" : "decoded";
  const { channels, clock } = stage;
  const now = (): number => clock.epochMs();
  const most = count ?? Number.POSITIVE_INFINITY;
  const lines = new ChannelLines({ channels, form, count: most, now, fromMs: from }, context);
  const engine = stage.createEngine({ wireTap: lines.tap });
  const enough = stopWith(context.signal);
  const written = lines.run().then(() => enough.abort());
  // Each item waits for the output, so the replay does. Connections that ended are what the recording has: inspect lists the gaps.
  const followed = followChannels(engine, channels, { note: () => {}, onItem: () => lines.empty() });
  try {
    const ended = await Promise.race([stage.play(enough.signal), throwing(followed)]);
    lines.close();
    await written;
    context.output.result({ ended: count === undefined ? ended : "count", ...lines.counts });
  } finally {
    // What came before damage is shown.
    lines.close();
    await written;
    await engine.close();
  }
}

async function showBooks(stage: Stage, { levels }: ReplayFlags, context: Context): Promise<void> {
  const { output, screen, signal } = context;
  const isDrawn = !output.isJson && screen.isTerminal && context.environment["TERM"] !== "dumb";
  const engine = stage.createEngine({});
  const most = levels ?? (isDrawn ? drawnLevels(stage.channels.length) : usualLevels);
  const streams = stage.channels.map(({ pair }) => engine.book(pair, { levels: most }));
  const quit = stopWith(signal);
  try {
    if (isDrawn) {
      const over = stage.play(quit.signal);
      await drawBooks(
        streams.map((stream) => new FollowedBook(stream)),
        context,
        { levels, over },
      );
      quit.abort();
      await over;
      return;
    }
    const told = Promise.all(streams.map((stream) => tellViews(stream, context, 0)));
    const ended = await Promise.race([stage.play(stopWith(signal).signal), throwing(told)]);
    output.result({ ended });
  } finally {
    await engine.close();
  }
}

/** Aborted with the signal, or by itself. */
function stopWith(signal: AbortSignal): AbortController {
  const stop = new AbortController();
  // The replay adds a listener for each item that it waits for, and takes it away a little later.
  setMaxListeners(0, stop.signal);
  signal.addEventListener("abort", () => stop.abort(), { once: true });
  if (signal.aborted) {
    stop.abort();
  }
  return stop;
}

/** Settles only where the work fails. */
async function throwing(work: Promise<unknown>): Promise<never> {
  await work;
  return new Promise<never>(() => {});
}
