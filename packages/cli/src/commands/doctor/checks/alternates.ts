import { type Finding, sound } from "../finding.js";
import { isReached, type Probe, placeOf } from "../probe/probe-address.js";

/** Other addresses of the venue. */
export interface AlternatesPorts {
  /** What the venue lists; undefined where it does not answer. */
  list(): Promise<readonly { readonly restUrl: string; readonly pushUrl: string }[] | undefined>;
  probe(role: Probe["role"], address: string): Promise<Probe>;
}

/** More than that no deployment has; a venue that lists more is not followed everywhere. */
const maxProbed = 5;

/** Whether the other addresses that the venue lists answer: those that a client moves on to. */
export async function checkAlternates({ list, probe }: AlternatesPorts): Promise<Finding> {
  const listed = await list();
  if (listed === undefined || listed.length === 0) {
    return sound("The venue lists no other addresses");
  }
  const addresses = listed
    .slice(0, maxProbed)
    .flatMap(({ restUrl, pushUrl }) => [
      { role: "rest", address: restUrl } as const,
      { role: "push", address: pushUrl } as const,
    ]);
  const usable = addresses.filter(({ role, address }) => schemes[role].test(address) && URL.canParse(address));
  const probes = await Promise.all(usable.map(({ role, address }) => probe(role, address)));
  const away = probes.filter((one) => !isReached(one));
  const details = { listed: listed.length, probed: probes.length, away: away.map(placeOf) };
  if (away.length > 0 || usable.length < addresses.length) {
    const causes = away.map(
      (one) => `${placeOf(one)} (${one.failure?.step ?? "tls"}: ${one.failure?.cause ?? "its certificate"})`,
    );
    const says = `Of the other addresses that the venue lists, ${[...causes, ...(usable.length < addresses.length ? ["some that are no addresses"] : [])].join(", ")} cannot be used`;
    return {
      status: "warn",
      code: "alternate-unreachable",
      says,
      remedy: "Nothing, as long as the first address answers; a client that moves on to these gets nowhere.",
      details,
    };
  }
  return sound(`The ${probes.length} other addresses that the venue lists answer`, details);
}

const schemes = { rest: /^https?:\/\//, push: /^wss?:\/\// } as const;
