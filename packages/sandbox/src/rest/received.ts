import type { Context } from "hono";
import { plainAddress } from "../guard/plain-address.js";
import { readBody } from "./read-body.js";

/** Longest body of a request, in bytes. */
export const maxBodyBytes: number = 64 * 1024;

/** A request before anybody has looked at it. */
export interface Received {
  readonly method: string;
  readonly path: string;
  /** What stood behind `?`, still encoded. */
  readonly query: string;
  /** The body's bytes, exactly as they came. */
  readonly body: Uint8Array;
  /** Whether the body is longer than {@link maxBodyBytes}: then it was not read to its end, and `body` is empty. */
  readonly isOverlong: boolean;
  /** Where it came from: an IP address, without a port. */
  readonly address: string;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
}

/** What a server on a socket hands over beside the request. */
interface OnSocket {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
}

/** Who is on the other end. Without a socket (routes called as functions) it is this machine. */
function addressOf(context: Context): string {
  const env = context.env as OnSocket | undefined;
  return plainAddress(env?.incoming?.socket?.remoteAddress ?? "127.0.0.1");
}

/**
 * Takes a request in.
 *
 * @throws UploadAbandoned when the client goes away before all of it has come
 */
export async function receive(context: Context): Promise<Received> {
  const body = await readBody(context, maxBodyBytes);
  const { url } = context.req;
  const mark = url.indexOf("?");
  return {
    method: context.req.method,
    path: context.req.path,
    query: mark < 0 ? "" : url.slice(mark + 1),
    body: body ?? new Uint8Array(),
    isOverlong: body === undefined,
    address: addressOf(context),
    header: (name) => context.req.header(name),
  };
}
