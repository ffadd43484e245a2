/** How one thing is: as it should be, worth a look, or wrong. */
export type FindingStatus = "ok" | "warn" | "wrong";

/** What was found, for programs. Codes never change; more may come. */
export type FindingCode =
  | "sound"
  | "not-checked"
  | "runtime-old"
  | "runtime-untested"
  | "versions-mixed"
  | "port-taken"
  | "disk-full"
  | "disk-low"
  | "key-open"
  | "name-unknown"
  | "proxy-refuses"
  | "proxy-unreachable"
  | "proxy-unused"
  | "certificate-expired"
  | "certificate-early"
  | "certificate-ends-soon"
  | "certificate-name"
  | "certificate-untrusted"
  | "tls-failed"
  | "tls-absent"
  | "rest-unreachable"
  | "rest-silent"
  | "rest-foreign"
  | "push-unreachable"
  | "push-silent"
  | "push-refused"
  | "alternate-unreachable"
  | "clock-skewed"
  | "clock-unknown"
  | "latency-high"
  | "sequence-jumps"
  | "sequence-monotonic"
  | "sequence-quiet"
  | "key-absent"
  | "key-unusable"
  | "key-unknown"
  | "key-revoked"
  | "key-permission"
  | "key-address"
  | "key-signature"
  | "key-refused"
  | "key-unanswered"
  | "bus-unreachable"
  | "bus-open"
  | "jetstream-absent"
  | "server-old"
  | "payload-small"
  | "permissions-absent"
  | "permissions-wide"
  | "permissions-narrow"
  | "readers-unlimited"
  | "readers-many"
  | "lease-store-away"
  | "lease-store-refused"
  | "lease-store-stuck"
  | "lease-store-unsafe"
  | "lease-unreadable"
  | "plan-unreadable"
  | "check-failed";

/** What one check came to. */
export interface Finding {
  readonly status: FindingStatus;
  readonly code: FindingCode;
  /** One sentence: what is, or what is wrong. */
  readonly says: string;
  /** What to do; absent where nothing is to be done. */
  readonly remedy?: string;
  /** Figures, for programs. */
  readonly details?: object;
}

/** As it should be. */
export function sound(says: string, details?: object): Finding {
  return { status: "ok", code: "sound", says, ...(details === undefined ? {} : { details }) };
}

/** What could not be looked at, because something else has to be mended first. */
export function notChecked(because: string): Finding {
  return {
    status: "warn",
    code: "not-checked",
    says: `Not checked: ${because}`,
    remedy: "Mend that first, then ask again.",
  };
}
