/** How the command ends: what a script may rely on. The same table stands in `--help` and in the guide. */
export const exitCodes = {
  /** It did what it was asked; so did what goes on until it is ended. */
  done: 0,
  /** Something went wrong that has no code of its own here. */
  failed: 1,
  /** The command line is wrong: an option, a pair, a period, a field, an operation. */
  usage: 2,
  /** Data is damaged or has a gap: what could be read was used, and where it ends is said. */
  damaged: 3,
  /** The service said no. */
  refusedByVenue: 4,
  /** An order may or may not have arrived. Never send it again: resolve it. */
  outcomeUnknown: 5,
  /** The service, or the network on the way, could not be reached. */
  unreachable: 6,
  /** This side said no: halted, above a limit, not confirmed, a key that others can read. */
  refusedHere: 7,
  /** An order did not arrive and never will: the one thing that may be sent again without a look. */
  notPlaced: 8,
  /** Ctrl-C before the work was done. */
  interrupted: 130,
} as const;

/** Any of them. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What each means, for people. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done; a follower or an owner that was ended, too: by Ctrl-C, SIGTERM, a closed terminal, a reader that went away",
  failed: "something went wrong that has no code of its own",
  usage: "the command line is wrong",
  damaged: "data is damaged or incomplete; it says where",
  refusedByVenue: "the service refused it",
  outcomeUnknown: "an order may or may not have arrived: resolve it, never repeat it",
  unreachable: "the service could not be reached",
  refusedHere: "refused here: halted, above a limit, not confirmed, a key that others can read",
  notPlaced: "an order did not arrive, which is certain: it may be placed again",
  interrupted: "Ctrl-C before the work was done",
};
