/** Hears whether the page's own content security policy barred an address. */
export interface PolicyWatch {
  /** Whether the policy barred a connection to this address' origin so far. */
  hasBarred(origin: string): boolean;
  stop(): void;
}

/** Listens to violations of `connect-src`, in a page or a worker. */
export function watchPolicy(): PolicyWatch {
  const target: EventTarget = typeof document === "undefined" ? globalThis : document;
  const barred = new Set<string>();
  const hear = (event: Event): void => {
    const { effectiveDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    if (effectiveDirective === "connect-src" && URL.canParse(blockedURI)) {
      barred.add(new URL(blockedURI).origin);
    }
  };
  target.addEventListener("securitypolicyviolation", hear);
  return {
    hasBarred: (origin) => barred.has(origin),
    stop: () => target.removeEventListener("securitypolicyviolation", hear),
  };
}
