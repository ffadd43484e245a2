import { InvalidArgumentError, Option } from "commander";
import { parseDurationMs } from "../screen/duration.js";

/** Times a second. */
const rateBounds = { least: 0.1, most: 100 } as const;
/** A day. */
const maxSeconds = 86_400;

/** An option that takes a whole number, from 1 where nothing else is said. */
export function countOption(flags: string, description: string, least = 1): Option {
  return new Option(flags, description).argParser((text) => parseCount(text, least));
}

/** An option that takes a time such as `10s` or `5m`, in milliseconds. */
export function durationOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const durationMs = parseDurationMs(text);
    if (durationMs === undefined) {
      throw new InvalidArgumentError("It takes a time: 500ms, 10s, 5m or 2h.");
    }
    return durationMs;
  });
}

/** An option that takes seconds, parts of one too. */
export function secondsOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const seconds = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || seconds <= 0 || seconds > maxSeconds) {
      throw new InvalidArgumentError(`It takes seconds, above 0 and up to ${maxSeconds}.`);
    }
    return seconds;
  });
}

/** An option that takes how often a second, from 0.1 to 100. */
export function rateOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    const rate = Number(text);
    if (!/^\d+(\.\d+)?$/.test(text) || rate < rateBounds.least || rate > rateBounds.most) {
      throw new InvalidArgumentError(`It takes a number from ${rateBounds.least} to ${rateBounds.most}.`);
    }
    return rate;
  });
}

function parseCount(text: string, least: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError(`It takes a whole number from ${least}.`);
  }
  return value;
}
