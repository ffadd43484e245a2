import { randomBytes } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { timeLimit } from "../../../program/time-limit.js";
import type { Certificate } from "./certificate.js";
import { FailedStep } from "./failed-step.js";
import { openWay, timed } from "./open-way.js";
import { type ProbeStep, type Way, wayTo } from "./way.js";

/** What is asked at the end of the way: an answer of REST, or the upgrade to a push connection. */
export type ProbeRole = "rest" | "push";

/** An address, and how far one gets on the way there. */
export interface Probe {
  readonly role: ProbeRole;
  readonly way: Way;
  /** The step that failed, and the system's word for why; undefined: an answer came. */
  readonly failure: { readonly step: ProbeStep; readonly cause: string } | undefined;
  readonly certificate: Certificate | undefined;
  /** How long each step took that was taken, in milliseconds. */
  readonly stepMs: Readonly<Partial<Record<ProbeStep, number>>>;
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** The answer's text, of REST alone. */
  readonly text: string;
}

/** What a probe needs of the world. */
export interface ProbePorts {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Longest time for the whole way, in milliseconds. */
  readonly patienceMs: number;
}

/** The venue's time, without a key: what every venue answers. @spec document 1, Endpoints, Server time */
const timePath = "/v3/cbu/timestamp";

/** Longest answer that is read. */
const maxText = 4_096;

const switchingProtocols = 101;

/** Goes to an address step by step. It rejects only where the address is none. */
export async function probeAddress(role: ProbeRole, address: string, ports: ProbePorts): Promise<Probe> {
  const way = wayTo(address, ports.environment);
  const stepMs: Partial<Record<ProbeStep, number>> = {};
  const limit = timeLimit(ports.signal, ports.patienceMs);
  const { signal } = limit;
  const so: { certificate?: Certificate | undefined } = {};
  try {
    const { socket, certificate } = await openWay(way, { ms: stepMs }, signal);
    so.certificate = certificate;
    const answer = await timed("http", { ms: stepMs }, () => ask(role, way, socket, signal)).finally(() =>
      socket.destroy(),
    );
    return { role, way, failure: undefined, certificate, stepMs, ...answer };
  } catch (error) {
    ports.signal.throwIfAborted();
    const failure = error instanceof FailedStep ? error : new FailedStep("http", error);
    const { step, cause } = failure;
    return { role, way, failure: { step, cause }, certificate: so.certificate, stepMs, status: undefined, text: "" };
  } finally {
    limit.end();
  }
}

function ask(
  role: ProbeRole,
  { url }: Way,
  socket: Socket,
  signal: AbortSignal,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const path = role === "rest" ? `${url.pathname.replace(/\/$/, "")}${timePath}` : `${url.pathname}${url.search}`;
    const upgrade = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": randomBytes(16).toString("base64"),
    };
    const asked: ClientRequest = request({
      createConnection: () => socket,
      path,
      signal,
      headers: { host: url.host, accept: "application/json", ...(role === "push" ? upgrade : {}) },
    });
    asked.once("upgrade", () => resolve({ status: switchingProtocols, text: "" }));
    asked.once("response", (answer: IncomingMessage) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        text = (text + part).slice(0, maxText);
      });
      answer.once("end", () => resolve({ status: answer.statusCode, text }));
      answer.once("error", reject);
    });
    asked.once("error", reject);
    asked.end();
  });
}

/** Where a probe went, for people. */
export function placeOf({ way }: Probe): string {
  return `${way.url.protocol}//${way.url.host}${way.url.pathname === "/" ? "" : way.url.pathname}`;
}

/** Whether the way's end was reached with a certificate that connections of the product accept. */
export function isReached({ failure, certificate }: Probe): boolean {
  return (
    failure === undefined &&
    (certificate === undefined || (certificate.distrust === undefined && certificate.otherName === undefined))
  );
}
