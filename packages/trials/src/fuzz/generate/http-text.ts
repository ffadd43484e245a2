import type { Random } from "@depthwire/core";
import { randomInteger } from "@depthwire/testkit";
import { once, pick } from "./bytes.js";
import { mutateJson } from "./json-text.js";

/** One HTTP request, as text that can be kept and changed. */
export interface HttpText {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** `METHOD target`, a line for each header, an empty line, the body. */
export function writeHttp({ method, target, headers, body }: HttpText): string {
  return `${method} ${target}\n${headers.map(([name, value]) => `${name}: ${value}\n`).join("")}\n${body}`;
}

/** Takes any text for a request; what it lacks is empty. */
export function readHttp(text: string): HttpText {
  const end = text.indexOf("\n\n");
  const [first = "", ...lines] = (end < 0 ? text : text.slice(0, end)).split("\n");
  const [method = "", ...target] = first.split(" ");
  const headers = lines.map((line) => {
    const colon = line.indexOf(": ");
    return [colon < 0 ? line : line.slice(0, colon), colon < 0 ? "" : line.slice(colon + 2)] as const;
  });
  return { method, target: target.join(" "), headers, body: end < 0 ? "" : text.slice(end + 2) };
}

/** What changes of a request may be made of. */
export interface HttpWords {
  readonly methods: readonly string[];
  readonly targets: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Keys and values of bodies and queries. */
  readonly words: readonly string[];
}

/** Changes one part of a request. */
export function mutateHttp(
  request: HttpText,
  random: Random,
  { methods, targets, headers, words }: HttpWords,
): HttpText {
  switch (randomInteger(random, 0, 7)) {
    case 0:
      return { ...request, method: pick(random, methods) };
    case 1:
      return { ...request, target: pick(random, targets) };
    case 2:
      return { ...request, target: changedTarget(request.target, random, words) };
    case 3:
      return { ...request, headers: [...request.headers, pick(random, headers)] };
    case 4:
      return { ...request, headers: request.headers.filter(() => !once(random, 3)) };
    default:
      return { ...request, body: mutateJson(request.body === "" ? "{}" : request.body, random, words) };
  }
}

function changedTarget(target: string, random: Random, words: readonly string[]): string {
  const word = encodeURIComponent(pick(random, words));
  switch (randomInteger(random, 0, 4)) {
    case 0:
      return `${target}${target.includes("?") ? "&" : "?"}${word}=${encodeURIComponent(pick(random, words))}`;
    case 1:
      return target.replace(/[^/?&=]+(?=$|[/?&])/, () => word);
    case 2:
      return target.replace(
        /=[^&]*/,
        () => `=${pick(random, ["", "-1", "0", "1e9", "99999999999999999999", "%00", "%zz", "%ff", word])}`,
      );
    case 3:
      return `${target}${pick(random, ["/", "//", "/..", "%2f", "?", "#", "%00", "/%2e%2e/", ";a=b"])}`;
    default:
      return target.replace(/\?.*$/s, "");
  }
}
