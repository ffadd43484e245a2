import { askInstances, type RelayError, type RelayInstanceStatus } from "@depthwire/relay";
import { Refused } from "../program/refused.js";
import type { OpenedBus } from "./open-bus.js";

/** How long all that take part may take to answer: nobody knows how many there are. */
const answersWithinMs = 1_000;

/**
 * What every instance on the bus says of itself, by name.
 *
 * @throws RelayError `relay-forbidden` where the key may not ask
 */
export async function askStatuses(
  { bus, subjects }: OpenedBus,
  limitMs: number = answersWithinMs,
): Promise<readonly RelayInstanceStatus[]> {
  let forbidden: RelayError | undefined;
  const end = bus.onEvent((event) => {
    if (event.kind === "forbidden") {
      forbidden ??= event.error;
    }
  });
  const answers = await askInstances({ bus, subjects, limitMs }, { kind: "status" });
  end();
  if (answers.length === 0 && forbidden !== undefined) {
    throw forbidden;
  }
  const statuses = answers.flatMap((answer) => (answer.kind === "status" ? [answer.status] : []));
  return statuses.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Says that nobody publishes this venue here. */
export function noRelay({ address }: OpenedBus, venueName: string): Refused {
  return new Refused(
    "no-relay",
    `No relay answers for the venue ${venueName} at ${address}`,
    "Start one: depthwire relay serve --venue URL --pairs PAIRS. If one runs, --venue-name must be the same on both sides.",
    { bus: address, venueName },
  );
}
