import type { Bus } from "@depthwire/relay";
import {
  type Beat,
  decodeBeat,
  decodeEchoAnswer,
  decodeEchoQuestion,
  emptyHeader,
  encodeBeat,
  encodeEchoAnswer,
  encodeMessage,
  HeaderReader,
} from "@depthwire/relay/internal";
import type { Plant } from "./plant.js";
import { standingStill } from "./standing-still.js";

type Rewrite = (bytes: Uint8Array, subject: string) => Uint8Array | undefined;

/** What a planted fault makes of messages on their way to a program; undefined: they do not come. */
interface Rewrites {
  readonly beat?: (beat: Beat, shard: string) => Beat | undefined;
  /** Frames, and answers with a state. */
  readonly raw?: Rewrite;
  readonly snap?: Rewrite;
  readonly echo?: Rewrite;
}

/** The same bus with other words. */
function withWords(bus: Bus, { beat, raw, snap, echo }: Rewrites): Bus {
  const heard = (subject: string, bytes: Uint8Array): Uint8Array | undefined => {
    const [, , kind, name = ""] = subject.split(".");
    if (kind === "beat" && beat !== undefined) {
      const read = decodeBeat(bytes);
      const other = typeof read === "string" ? undefined : beat(read, name);
      return other && encodeBeat(other);
    }
    return kind === "raw" && raw !== undefined ? raw(bytes, subject) : bytes;
  };
  return {
    get status() {
      return bus.status;
    },
    onStatus: (listener) => bus.onStatus(listener),
    publish: (subject, bytes) => bus.publish(subject, bytes),
    subscribe: (subject, handler, forbidden) =>
      bus.subscribe(
        subject,
        (message) => {
          const bytes = heard(subject, message.bytes);
          if (bytes !== undefined) {
            handler({ ...message, bytes, respond: (answer) => message.respond(answer) });
          }
        },
        forbidden,
      ),
    request: (subject, question, limitMs, answered) => {
      const [, , kind] = subject.split(".");
      const rewrite = kind === "snap" ? snap : kind === "echo" ? echo : undefined;
      bus.request(subject, question, limitMs, (bytes) => {
        const other = bytes === undefined || rewrite === undefined ? bytes : rewrite(bytes, subject);
        if (bytes === undefined || other !== undefined) {
          answered(other);
        }
      });
    },
  };
}

/** Reads a header and writes it anew. */
function withHeader(
  bytes: Uint8Array,
  change: (header: ReturnType<typeof emptyHeader>) => boolean,
): Uint8Array | undefined {
  const header = emptyHeader();
  const start = new HeaderReader().read(bytes, header);
  if (typeof start === "string") {
    return bytes;
  }
  return change(header) ? encodeMessage(header, bytes.subarray(start)) : undefined;
}

/** Where a reader of one pair's messages that minds no holes thinks it is. */
interface Count {
  term: number;
  last: number;
  missing: number;
}

/** Frames that were lost are not missed, neither by their numbers on the bus nor by the venue's. */
const holesPass: Plant = {
  name: "holes-pass",
  text: "A follower does not look at holes, neither in the relay's numbers nor in the venue's.",
  foundBy: ["books"],
  within: "relay",
  follower: (parts) => {
    const counts = new Map<string, Count>();
    const countOf = (subject: string): Count => {
      const pair = subject.split(".").at(-1) ?? "";
      const count = counts.get(pair) ?? { term: 0, last: 0, missing: 0 };
      counts.set(pair, count);
      return count;
    };
    const shards = new Map<string, Count>();
    const bus = withWords(parts.bus, {
      raw: (bytes, subject) =>
        withHeader(bytes, (header) => {
          const count = countOf(subject);
          if (header.term > count.term) {
            Object.assign(count, { term: header.term, last: header.relaySeq, missing: 0 });
          } else if (header.term === count.term && header.relaySeq > count.last) {
            count.missing += header.relaySeq - count.last - 1;
            count.last = header.relaySeq;
          }
          header.relaySeq -= header.term === count.term ? count.missing : 0;
          return true;
        }),
      snap: (bytes, subject) =>
        withHeader(bytes, (header) => {
          const count = countOf(subject);
          if (header.term > count.term) {
            Object.assign(count, { term: header.term, last: header.relaySeq, missing: 0 });
          }
          if (header.term === count.term) {
            count.last = Math.max(count.last, header.relaySeq);
            header.relaySeq = Math.max(0, header.relaySeq - count.missing);
          }
          return true;
        }),
      beat: (beat, shard) => {
        const [pair] = beat.pairs ?? [];
        const count = pair === undefined ? shards.get(shard) : countOf(pair);
        if (count !== undefined) {
          shards.set(shard, count);
        }
        const rows = beat.rows.map((row) =>
          count?.term === beat.term ? { ...row, relaySeq: Math.max(0, count.last - count.missing) } : row,
        );
        return { ...beat, rows };
      },
    });
    return { ...parts, bus, engine: { sequencePolicy: "monotonic" } };
  },
};

/** Who owned a shard first, and how far it was heard. */
interface Pinned {
  readonly owner: string;
  readonly term: number;
}

/** Faults of what follows books over the relay. */
const followerPlants: readonly Plant[] = [
  holesPass,
  {
    name: "echo-not-required",
    text: "A follower answers its own echoes: what comes late counts as what is now.",
    foundBy: ["relay"],
    within: "relay",
    follower: (parts) => {
      const terms = new Map<string, number>();
      const heard = withWords(parts.bus, {
        beat: (beat, shard) => {
          terms.set(shard, Math.max(beat.term, terms.get(shard) ?? 0));
          return beat;
        },
      });
      const bus: Bus = {
        get status() {
          return heard.status;
        },
        onStatus: (listener) => heard.onStatus(listener),
        publish: (subject, bytes) => heard.publish(subject, bytes),
        subscribe: (subject, handler) => heard.subscribe(subject, handler),
        request: (subject, question, limitMs, answered) => {
          const [, , kind, shard = ""] = subject.split(".");
          const asked = kind === "echo" ? decodeEchoQuestion(question) : "no echo";
          if (typeof asked === "string") {
            heard.request(subject, question, limitMs, answered);
          } else {
            const term = terms.get(shard) ?? 0;
            parts.clock.after(1, () => answered(encodeEchoAnswer({ nonce: asked.nonce, term })));
          }
        },
      };
      return { ...parts, bus };
    },
  },
  {
    name: "terms-not-checked",
    text: "A beat and an echo of any term count for the book of any other.",
    foundBy: ["relay"],
    within: "relay",
    follower: (parts) => {
      const pinned = new Map<string, Pinned>();
      const rows = new Map<string, Beat["rows"]>();
      const isPinned = (term: number): boolean => [...pinned.values()].some((one) => one.term === term);
      const ofPinned: Rewrite = (bytes) => withHeader(bytes, ({ term }) => isPinned(term));
      const bus = withWords(parts.bus, {
        beat: (beat, shard) => {
          const { owner, term } = pinned.get(shard) ?? beat;
          pinned.set(shard, { owner, term });
          if (beat.term === term) {
            rows.set(shard, beat.rows);
            return beat;
          }
          const { isRetiring: _, ...others } = beat;
          return { ...others, owner, term, rows: rows.get(shard) ?? beat.rows };
        },
        raw: ofPinned,
        snap: ofPinned,
        echo: (bytes, subject) => {
          const answer = decodeEchoAnswer(bytes);
          const shard = subject.split(".").at(-1) ?? "";
          const term = pinned.get(shard)?.term;
          return typeof answer === "string" || term === undefined ? bytes : encodeEchoAnswer({ ...answer, term });
        },
      });
      return { ...parts, bus };
    },
  },
  {
    name: "newer-owners-unheard",
    text: "A follower listens to the first owner that it heard, and to no other.",
    foundBy: ["liveness"],
    within: "relay",
    follower: (parts) => {
      const pinned = new Map<string, string>();
      const bus = withWords(parts.bus, {
        beat: (beat, shard) => {
          const owner = pinned.get(shard) ?? beat.owner;
          pinned.set(shard, owner);
          return beat.owner === owner ? beat : undefined;
        },
      });
      return { ...parts, bus };
    },
  },
];

/** Faults of what owns shards. */
const instancePlants: readonly Plant[] = [
  {
    name: "lease-by-own-time",
    text: "An owner's clock stands still while it does: its lease seems good when it goes on.",
    foundBy: ["relay"],
    within: "relay",
    instance: (parts) => ({ ...parts, clock: standingStill(parts.clock) }),
  },
];

/** Faults that stand in for ports of the relay's programs. */
export const relayPlants: readonly Plant[] = [...followerPlants, ...instancePlants];
