import { once } from "node:events";
import { connect } from "node:net";

/** A request as bytes: clients of a library would mend it. */
export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** Header lines in order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly version?: "1.0" | "1.1";
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Nobody waits longer for an answer, in milliseconds. */
const patienceMs = 10_000;

function bytesOf({ method, target, headers, body = "", version = "1.1" }: RawRequest): string {
  const length = body === "" ? [] : [["content-length", String(Buffer.byteLength(body))] as const];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/${version}\r\n${lines.join("")}\r\n${body}`;
}

function parse(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const [first = "", ...lines] = text.slice(0, Math.max(0, end)).split("\r\n");
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(first.split(" ")[1] ?? 0), headers: new Map(headers), body: text.slice(end + 4) };
}

/** Whether the connection goes on as something else than HTTP, so that nobody ends it. */
function isUpgraded(text: string): boolean {
  return text.startsWith("HTTP/1.1 101 ") && text.includes("\r\n\r\n");
}

/** Sends a request on a connection of its own. @returns status 0 when no answer came, or none that ended */
export async function ask(address: string, port: number, request: RawRequest): Promise<RawAnswer> {
  const socket = connect(port, address);
  let text = "";
  socket.setTimeout(patienceMs, () => {
    text = "";
    socket.destroy();
  });
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    if (isUpgraded(text)) {
      socket.destroy();
    }
  });
  socket.on("error", () => {});
  socket.write(bytesOf(request));
  await once(socket, "close");
  return parse(text);
}
