import { createHash } from "node:crypto";

/** How long a one-time code opens the page, in milliseconds. */
export const codeLifeMs: number = 10 * 60_000;

/** How long a page stays logged in, in milliseconds: a day in front of it. */
export const sessionLifeMs: number = 24 * 60 * 60_000;

/** Codes that wait at once, and pages that are logged in at once; the oldest goes. */
const max = { codes: 16, sessions: 64 } as const;

/** What logins are made from. */
export interface PageLoginPorts {
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** A text that nobody guesses, of letters that addresses and cookies carry. */
  readonly randomText: () => string;
}

/**
 * Logins of pages: a code that is good once becomes a cookie. Only digests are kept, and only in memory, so that a login ends with the
 * program. The cookie's name differs from program to program: cookies of one host name do not tell its ports apart.
 */
export class PageLogins {
  readonly #ports: PageLoginPorts;
  readonly #codes = new Map<string, number>();
  readonly #sessions = new Map<string, number>();
  readonly #cookieName: string;
  #shown = "";

  constructor(ports: PageLoginPorts) {
    this.#ports = ports;
    this.#cookieName = `depthwire-${digestOf(ports.randomText()).slice(0, 8)}`;
  }

  /** A code that opens the page once, within {@link codeLifeMs}. */
  createCode(): string {
    const code = this.#ports.randomText();
    keep(this.#codes, digestOf(code), this.#ports.nowMs() + codeLifeMs, max.codes);
    return code;
  }

  /** A code to be shown for as long as it is good: the same until it was used, or half of its life is over. */
  shownCode(): string {
    const untilMs = this.#codes.get(digestOf(this.#shown)) ?? 0;
    if (untilMs - this.#ports.nowMs() < codeLifeMs / 2) {
      this.#shown = this.createCode();
    }
    return this.#shown;
  }

  /** The value of a `Set-Cookie` header for a code, which is good no longer then; undefined for one that is not good. */
  redeem(code: string): string | undefined {
    const digest = digestOf(code);
    const untilMs = this.#codes.get(digest);
    this.#codes.delete(digest);
    if (untilMs === undefined || untilMs <= this.#ports.nowMs()) {
      return undefined;
    }
    const session = this.#ports.randomText();
    keep(this.#sessions, digestOf(session), this.#ports.nowMs() + sessionLifeMs, max.sessions);
    // Not "Secure": there is no TLS on loopback.
    return `${this.#cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${sessionLifeMs / 1_000}`;
  }

  /** Whether one of the cookies that were sent is that of a page which is logged in. */
  isLoggedIn(cookieHeader: string | undefined): boolean {
    const prefix = `${this.#cookieName}=`;
    return (cookieHeader ?? "").split(";").some((cookie) => {
      const text = cookie.trim();
      const untilMs = text.startsWith(prefix) ? this.#sessions.get(digestOf(text.slice(prefix.length))) : undefined;
      return untilMs !== undefined && untilMs > this.#ports.nowMs();
    });
  }
}

/** Looked up by digest, a guess tells nothing by the time that it takes. */
function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function keep(known: Map<string, number>, digest: string, untilMs: number, size: number): void {
  known.set(digest, untilMs);
  for (const oldest of known.keys()) {
    if (known.size <= size) {
      break;
    }
    known.delete(oldest);
  }
}
