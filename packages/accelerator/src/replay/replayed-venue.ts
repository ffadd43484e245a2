import { openVenue, type Venue } from "@depthwire/client";
import { type Clock, type Logger, TransportError, ValidationError } from "@depthwire/core";
import { createNodeClock, openDirectoryStore } from "@depthwire/node";
import { replay, replayEngineOptions } from "@depthwire/recording";
import { type RecordedChannel, recordedChannels } from "@depthwire/recording/internal";

/** A recording in the place of a venue. */
export interface ReplaySource {
  /** Directory of the recording. */
  readonly replay: string;
  /** 1, the default: as it was; 10: ten times as fast. */
  readonly speed?: number;
  /** The deployment's name in the headers of clients; `svc` by default. */
  readonly serviceName?: string;
}

/** How far a replay has come. Times are epoch milliseconds of the recording. */
export interface ReplayStatus {
  readonly phase: "playing" | "ended" | "failed";
  readonly speed: number;
  readonly atMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Why it failed. */
  readonly reason?: string;
}

/** A recording that is played as if it were live. */
export interface ReplayedVenue {
  /** It asks nobody: it has neither a key nor a connection. */
  readonly venue: Venue;
  /** The recording's wall clock; what is waited for here takes real time. */
  readonly clock: Clock;
  /** What the recording has from its beginning. */
  readonly channels: readonly RecordedChannel[];
  status(): ReplayStatus;
  /** Plays. Books that are asked for before miss nothing. @param onEnd told once, when nothing more comes */
  begin(onEnd: () => void): void;
  /** Ends it, and what follows it. */
  close(): Promise<void>;
}

/** Where a client of the replay would send calls, if there were connections. */
const noAddress = "http://replay.invalid";

/**
 * Opens a recording.
 *
 * @throws ValidationError `option-invalid`; RecordingError `recording-absent`, `recording-corrupt`, `recording-version`, `recording-truncated`
 */
export async function openReplay(
  { replay: directory, speed = 1 }: ReplaySource,
  logger: Logger | undefined,
): Promise<ReplayedVenue> {
  if (!(speed > 0 && Number.isFinite(speed))) {
    throw new ValidationError("option-invalid", { option: "speed", rule: "a number above 0" });
  }
  const real = createNodeClock();
  const store = await openDirectoryStore(directory);
  const player = await replay(store);
  const channels = await recordedChannels(store);
  const { protocol = "prefix", serviceName } = channels[0] ?? {};
  const { clock, openSocket } = player.ports;
  const venue = openVenue(
    { ...replayEngineOptions, protocol, serviceName, restAddress: noAddress, logger },
    { clock, random: Math.random, openSocket, http: { connections: 1, open: () => ({ request: refuseCall, close }) } },
  );
  const fromMs = player.segments[0]?.startedEpochMs ?? 0;
  const untilMs = player.segments.at(-1)?.endedEpochMs ?? fromMs;
  const ending = new AbortController();
  let phase: ReplayStatus["phase"] = "playing";
  let reason: string | undefined;
  let played: Promise<void> = Promise.resolve();
  const play = async (onEnd: () => void): Promise<void> => {
    try {
      // As live: whoever is slow misses views, and nobody waits for him.
      await player.run({ speed, clock: real, conflate: true, signal: ending.signal });
      phase = "ended";
    } catch (error) {
      phase = "failed";
      reason = error instanceof Error ? error.message : String(error);
      logger?.log("error", "replay-failed", { reason });
    }
    onEnd();
  };
  return {
    venue,
    clock: { epochMs: () => clock.epochMs(), monotonicMs: () => real.monotonicMs(), after: real.after.bind(real) },
    channels,
    status: () => ({
      phase,
      speed,
      atMs: clock.epochMs(),
      fromMs,
      untilMs,
      ...(reason === undefined ? {} : { reason }),
    }),
    begin: (onEnd) => {
      played = play(onEnd);
    },
    close: async () => {
      ending.abort();
      await played;
      await venue.close();
    },
  };
}

function refuseCall(): Promise<never> {
  return Promise.reject(new TransportError("closed", {}));
}

function close(): Promise<void> {
  return Promise.resolve();
}
