import { decodeUtf8, encodeUtf8 } from "@depthwire/core/internal";
import type { Bus, BusMessage } from "../bus/bus.js";
import type { Subjects } from "../wire/subjects.js";
import type { InstanceCore } from "./instance-core.js";
import { maxRequestBytes, type OperatorAnswer, type OperatorRequest } from "./operator.js";

/** What the door of an instance for operators needs. */
export interface OperatorDoorParts {
  readonly bus: Bus;
  readonly subjects: Subjects;
  readonly name: string;
  readonly core: Pick<InstanceCore, "status" | "handOver" | "leases">;
}

/** Answers operators who ask over the bus. Returns what ends that. */
export function listenToOperators({ bus, subjects, name, core }: OperatorDoorParts): () => void {
  const answer = async ({ bytes, respond }: BusMessage, asked: "one" | "all"): Promise<void> => {
    const request = readRequest(bytes);
    // Of everybody asked, only the owner has something to say about a hand-over.
    if (asked === "one" || request?.kind !== "hand-over" || core.leases.owned.has(request.shard)) {
      respond(encodeUtf8(JSON.stringify(await answerTo(request, name, core))));
    }
  };
  const ends = [
    bus.subscribe(subjects.ops(), (message) => void answer(message, "all")),
    bus.subscribe(subjects.ops(name), (message) => void answer(message, "one")),
  ];
  return () => {
    for (const end of ends) {
      end();
    }
  };
}

async function answerTo(
  request: OperatorRequest | undefined,
  instance: string,
  core: OperatorDoorParts["core"],
): Promise<OperatorAnswer> {
  if (request === undefined) {
    return { kind: "refused", instance, refusal: "malformed" };
  }
  if (request.kind === "status") {
    return { kind: "status", status: core.status() };
  }
  const { shard, to } = request;
  const end = await core.handOver(shard, to);
  return end.kind === "refused" ? { ...end, instance } : { ...end, instance, shard };
}

/** Undefined for what is no request of this version. */
function readRequest(bytes: Uint8Array): OperatorRequest | undefined {
  if (bytes.length > maxRequestBytes) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(decodeUtf8(bytes, 0, bytes.length));
    const { kind, shard, to }: { readonly kind?: unknown; readonly shard?: unknown; readonly to?: unknown } =
      Object(value);
    if (kind === "status") {
      return { kind };
    }
    const isHandOver =
      kind === "hand-over" && typeof shard === "string" && (to === undefined || typeof to === "string");
    return isHandOver ? { kind, shard, to } : undefined;
  } catch {
    return undefined;
  }
}
