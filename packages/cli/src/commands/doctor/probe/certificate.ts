import { checkServerIdentity, type TLSSocket } from "node:tls";

/** A server's certificate as it was shown. */
export interface Certificate {
  readonly subject: string;
  readonly validFromMs: number;
  readonly validToMs: number;
  /** Why it is not trusted (OpenSSL's name of it); undefined where it is. */
  readonly distrust: string | undefined;
  /** Why it is not this host's; undefined where it is. */
  readonly otherName: string | undefined;
}

/** What a connection that accepted any certificate was shown. @returns undefined where the server showed none */
export function certificateOf(socket: TLSSocket, host: string): Certificate | undefined {
  const shown = socket.getPeerCertificate();
  if (Object.keys(shown).length === 0) {
    return undefined;
  }
  const error: unknown = socket.authorizationError;
  const distrust =
    error === undefined || error === null ? undefined : typeof error === "string" ? error : codeOf(error);
  return {
    subject: one(shown.subject.CN) ?? host,
    validFromMs: Date.parse(shown.valid_from),
    validToMs: Date.parse(shown.valid_to),
    distrust: distrust === nameMismatch ? undefined : distrust,
    otherName: checkServerIdentity(host, shown)?.message,
  };
}

const nameMismatch = "ERR_TLS_CERT_ALTNAME_INVALID";

function one(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "string" ? value : value?.[0];
}

function codeOf(error: unknown): string {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  return code ?? message ?? "unknown";
}
