import type { SmokeReport } from "../smoke/scene.js";
import type { JudgedScene } from "./make-scene.js";

/**
 * What is wrong with a runtime's report: the first difference; undefined where all is right.
 *
 * @param sockets whether the runtime has sockets, so that a live book and an order are asked of it
 */
export function faultIn(
  report: SmokeReport,
  right: JudgedScene,
  sockets: "sockets" | "no-sockets",
): string | undefined {
  const { scene, live } = report;
  return (
    listFault("HMAC-MD5 of RFC 2202", scene.digests, right.digests) ??
    listFault(
      "whole frame",
      scene.frames,
      right.frames.map((text) => ({ fastest: text, plain: text })),
    ) ??
    listFault(
      "damaged frame",
      scene.damaged,
      right.damaged.map((verdict) => ({ fastest: verdict, plain: verdict })),
    ) ??
    listFault("book of protocol A, reading", scene.books[0] ?? [], right.books[0] ?? []) ??
    listFault("book of protocol B, reading", scene.books[1] ?? [], right.books[1] ?? []) ??
    (sockets === "sockets" ? listFault("live venue", [live], [{ book: "live", order: "filled" }]) : undefined)
  );
}

function listFault(what: string, found: readonly unknown[], right: readonly unknown[]): string | undefined {
  if (found.length !== right.length) {
    return `${what}: ${found.length} of ${right.length}`;
  }
  const at = right.findIndex((value, index) => JSON.stringify(value) !== JSON.stringify(found[index]));
  return at < 0 ? undefined : `${what} ${at + 1}: ${excerpt(found[at])} and not ${excerpt(right[at])}`;
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
