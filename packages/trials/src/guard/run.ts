import type { CommandOutcome } from "@depthwire/tools/command-line";
import { ask, type RawAnswer, type RawRequest } from "./ask.js";
import type { GuardCase } from "./guard-case.js";
import { hostCases } from "./host-cases.js";
import { operatorCases } from "./operator-cases.js";
import { originCases } from "./origin-cases.js";
import type { OpenSubject, Setup, Subject } from "./subject.js";

/** How many cases there were, in how many of them the guard refused, and in how many it was wrong. */
export interface GuardSummary {
  readonly cases: number;
  readonly refused: number;
  readonly wrong: number;
}

/** Every way to ask that is tried. */
export const guardCases: readonly GuardCase[] = [...hostCases, ...originCases, ...operatorCases];

/** The server ends the connection behind its answer. */
const lastRequest = ["connection", "close"] as const;

/** The example of RFC 6455, section 1.3, whose answer is known. */
const webSocketHeaders = [
  ["connection", "Upgrade"],
  ["upgrade", "websocket"],
  ["sec-websocket-version", "13"],
  ["sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="],
] as const;

function usualRequest({ wish }: GuardCase, subject: Subject): RawRequest {
  const { readTarget, changeTarget, changeBody, upgradeTarget } = subject;
  switch (wish) {
    case "read":
      return { method: "GET", target: readTarget, headers: [lastRequest] };
    case "change":
      return {
        method: "POST",
        target: changeTarget,
        headers: [lastRequest, ["content-type", "application/json"]],
        body: changeBody,
      };
    case "upgrade":
      return { method: "GET", target: upgradeTarget, headers: webSocketHeaders };
    case "preflight":
      return { method: "OPTIONS", target: changeTarget, headers: [lastRequest] };
  }
}

function requestOf(one: GuardCase, subject: Subject): RawRequest {
  const usual = usualRequest(one, subject);
  const own = (one.headers ?? []).map(
    ([name, value]) => [name, value.replaceAll("{port}", String(subject.port))] as const,
  );
  const given = new Set(own.map(([name]) => name.toLowerCase()));
  const host =
    given.has("host") || one.noHost ? [] : [["host", `${one.address ?? "127.0.0.1"}:${subject.port}`] as const];
  const rest = usual.headers.filter(([name]) => !given.has(name));
  return { ...usual, ...one.request, headers: [...host, ...own, ...rest] };
}

function differences({ expected }: GuardCase, { status, headers, body }: RawAnswer): readonly string[] {
  const { says } = expected;
  const wrongHeaders = Object.entries(expected.headers ?? {}).filter(([name, value]) => headers.get(name) !== value);
  return [
    ...(status === expected.status ? [] : [`status ${status} in place of ${expected.status}`]),
    ...(says === undefined || says.test(body) ? [] : [`a body without ${says}: ${JSON.stringify(body)}`]),
    ...wrongHeaders.map(([name, value]) => `${name} ${headers.get(name) ?? "absent"} in place of ${value ?? "absent"}`),
  ];
}

/** Asks once. A change is carried out exactly when it was granted. */
async function tryCase(one: GuardCase, subject: Subject): Promise<readonly string[]> {
  const before = subject.changes();
  const answer = await ask(one.address ?? "127.0.0.1", subject.port, requestOf(one, subject));
  const carriedOut = subject.changes() - before;
  const wanted = one.wish === "change" && one.expected.status === 200 ? 1 : 0;
  const changed = carriedOut === wanted ? [] : [`${carriedOut} changes in place of ${wanted}`];
  return [...differences(one, answer), ...changed].map((what) => `${one.name}: ${what}`);
}

/** Tries the door of programs in every way there is, over real sockets. */
export async function runGuard(
  open: OpenSubject,
  cases: readonly GuardCase[] = guardCases,
): Promise<CommandOutcome<GuardSummary>> {
  const subjects = new Map<Setup, Subject>();
  const failures: string[] = [];
  let wrong = 0;
  try {
    for (const one of cases) {
      const subject = subjects.get(one.setup) ?? (await open(one.setup));
      subjects.set(one.setup, subject);
      const found = await tryCase(one, subject);
      failures.push(...found);
      if (found.length > 0) {
        wrong += 1;
      }
    }
  } finally {
    await Promise.all([...subjects.values()].map((subject) => subject.close()));
  }
  const refused = cases.filter(({ expected }) => expected.status >= 400).length;
  const summary = { cases: cases.length, refused, wrong };
  return { summary, text: `asked in ${cases.length} ways, ${refused} of them to be refused: ${wrong} wrong`, failures };
}
