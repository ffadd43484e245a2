import { venueCodes } from "@depthwire/schema";
import { channelProtocolChannels, prefixProtocolChannels } from "@depthwire/schema/internal";
import { faultKinds, restFaultKinds } from "../faults/fault.js";
import { operations } from "./operations.spec-kit.js";
import { type Covers, loginOutcomes, type Script } from "./script.spec-kit.js";

function idsOf(protocol: string, channels: object): readonly string[] {
  return Object.keys(channels).map((name) => `${protocol}.${name}`);
}

/** What the scripts together must show: every list comes from what the product itself declares. */
export const required: Readonly<Record<keyof Covers, readonly (string | number)[]>> = {
  happy: [...operations.keys()],
  unhappy: [...operations.keys()],
  codes: Object.keys(venueCodes).map(Number),
  channels: [...idsOf("prefix", prefixProtocolChannels), ...idsOf("channel", channelProtocolChannels)],
  faults: [...Object.keys(faultKinds), ...Object.keys(restFaultKinds)],
  logins: loginOutcomes,
};

/** What no script declares. That a script shows what it declares is the runner's concern. */
export function uncovered(scripts: readonly Script[], kind: keyof Covers): readonly (string | number)[] {
  const declared = new Set(scripts.flatMap(({ covers }): readonly (string | number)[] => covers[kind] ?? []));
  return required[kind].filter((one) => !declared.has(one));
}
