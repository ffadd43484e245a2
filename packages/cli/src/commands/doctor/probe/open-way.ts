import { lookup } from "node:dns/promises";
import { request } from "node:http";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { type Certificate, certificateOf } from "./certificate.js";
import { FailedStep } from "./failed-step.js";
import { type ProbeStep, proxyPlace, type Way } from "./way.js";

/** A connection as far as it came, step by step. */
export interface OpenedWay {
  readonly socket: Socket;
  readonly certificate: Certificate | undefined;
}

/** Names each step while it runs and times it. */
export interface StepTimes {
  readonly ms: Partial<Record<ProbeStep, number>>;
}

/**
 * Goes the way, a step at a time. Any certificate is accepted, so that it can be looked at: nothing secret is sent.
 *
 * @throws FailedStep
 */
export async function openWay(way: Way, times: StepTimes, signal: AbortSignal): Promise<OpenedWay> {
  const plain =
    way.proxy === undefined ? await directly(way, times, signal) : await byProxy(way, way.proxy, times, signal);
  if (!way.isSecure) {
    return { socket: plain, certificate: undefined };
  }
  const socket = await timed("tls", times, () => secured(plain, way.host, signal));
  return { socket, certificate: certificateOf(socket, way.host) };
}

async function directly({ host, port }: Way, times: StepTimes, signal: AbortSignal): Promise<Socket> {
  const address = isIP(host) === 0 ? await timed("dns", times, () => resolved(host, signal)) : host;
  return timed("connect", times, () => connected(address, port, signal));
}

function byProxy(way: Way, proxy: URL, times: StepTimes, signal: AbortSignal): Promise<Socket> {
  return timed("proxy", times, () => tunnel(way, proxy, signal));
}

/** Carries one step out. @throws FailedStep that names it */
export async function timed<Value>(step: ProbeStep, { ms }: StepTimes, run: () => Promise<Value>): Promise<Value> {
  const startedAtMs = performance.now();
  try {
    return await run();
  } catch (error) {
    throw error instanceof FailedStep ? error : new FailedStep(step, error);
  } finally {
    ms[step] = performance.now() - startedAtMs;
  }
}

async function resolved(host: string, signal: AbortSignal): Promise<string> {
  const { address } = await orAborted(lookup(host), signal);
  return address;
}

function connected(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const giveUp = (): void => void socket.destroy(new Error("no answer in time"));
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      signal.removeEventListener("abort", giveUp);
      socket.off("error", reject);
      // Whoever uses it hears of its end; until then an end is no reason to fall.
      socket.on("error", () => {});
      resolve(socket);
    });
  });
}

function secured(socket: Socket, host: string, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({
      socket,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const giveUp = (): void => void secure.destroy(new Error("no answer in time"));
    signal.addEventListener("abort", giveUp, { once: true });
    secure.once("error", reject);
    secure.once("close", () => reject(new Error("the connection was closed")));
    secure.once("secureConnect", () => {
      signal.removeEventListener("abort", giveUp);
      secure.off("error", reject);
      secure.on("error", () => {});
      resolve(secure);
    });
  });
}

/** Asks the proxy for a way through, as sockets and calls do. */
async function tunnel({ host, port }: Way, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const place = proxyPlace(proxy);
  const target = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  const { username, password } = proxy;
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return new Promise((resolve, reject) => {
    const asked = request({
      ...place,
      method: "CONNECT",
      path: target,
      signal,
      headers: {
        host: target,
        ...(username === "" ? {} : { "proxy-authorization": `Basic ${Buffer.from(user).toString("base64")}` }),
      },
    });
    asked.once("connect", (answer, socket) => {
      if (answer.statusCode === proxyAccepts) {
        socket.on("error", () => {});
        resolve(socket);
      } else {
        socket.destroy();
        reject(new FailedStep("proxy", `HTTP ${answer.statusCode}`));
      }
    });
    asked.once("error", reject);
    asked.end();
  });
}

const proxyAccepts = 200;

/** The value, unless the signal comes first. */
function orAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(new Error("no answer in time"));
    if (signal.aborted) {
      giveUp();
      return;
    }
    signal.addEventListener("abort", giveUp, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
