import { readFileSync } from "node:fs";
import type { MessageVectors, OperationVectors, RecordVector } from "./protocol-vector-types.js";
import type {
  DecimalVectors,
  DepthVector,
  FrameVectors,
  HmacMd5Vector,
  Md5Vector,
  RandomVector,
  RelayVectors,
  SigningVectors,
} from "./vector-types.js";

/** `@spec RFC 1321 A.5, RFC 2202 section 2` */
export function loadDigestVectors(): {
  readonly md5: readonly Md5Vector[];
  readonly hmacMd5: readonly HmacMd5Vector[];
} {
  return load("digest");
}

/** `@spec document 1, Authentication; document 2, Authentication; field note 21; field notes, Samples` */
export function loadSigningVectors(): SigningVectors {
  return load("signing");
}

/** Comparison, multiples, dropped decimals, scaled integers. */
export function loadDecimalVectors(): DecimalVectors {
  return load("decimals");
}

/** `@spec document 1, Events, Protocol A; field notes 2, 3, 4` */
export function loadFrameVectors(): FrameVectors {
  return load("frames");
}

/** `@spec field notes 9 to 13` */
export function loadDepthVectors(): readonly DepthVector[] {
  return load<{ readonly cases: readonly DepthVector[] }>("depth").cases;
}

/** `@spec document 1, Resources; document 1, Events; document 2, Resources; field notes 4 to 33` */
export function loadRecordVectors(): readonly RecordVector[] {
  return load<{ readonly cases: readonly RecordVector[] }>("records").cases;
}

/** `@spec document 1, Endpoints, Authentication and Errors; document 2, Endpoints and Authentication; field notes 24 to 26` */
export function loadOperationVectors(): OperationVectors {
  return load("operations");
}

/** `@spec document 1, Events; field notes 4 to 21` */
export function loadMessageVectors(): MessageVectors {
  return load("messages");
}

/** The relay's wire: headers, beats, echoes. */
export function loadRelayVectors(): RelayVectors {
  return load("relay");
}

/** xoshiro128** seeded by splitmix32. */
export function loadRandomVectors(): readonly RandomVector[] {
  return load<{ readonly xoshiro128: readonly RandomVector[] }>("random").xoshiro128;
}

/** The same relative path holds from `src` and from `dist`. */
function load<T>(name: string): T {
  const file = new URL(`../../vectors/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as T;
}
