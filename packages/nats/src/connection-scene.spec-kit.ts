import type { Msg, NatsConnection, ServerInfo, Status } from "@nats-io/nats-core";
import { ConnectionBus } from "./connection-bus.js";

export const bytes = (words: string) => new TextEncoder().encode(words);
export const text = (data: Uint8Array | undefined) => data && new TextDecoder().decode(data);

/** What the bus has subscribed to. */
export interface Subscribed {
  readonly subject: string;
  readonly hear: (error: Error | null, message: Msg) => void;
  closed: number;
}

/** A connection whose server is the spec, and the bus over it. */
export function scene(info: Partial<ServerInfo> = { max_payload: 100 }) {
  const sent: string[] = [];
  const subscribed: Subscribed[] = [];
  const turns: (() => void)[] = [];
  const statuses: Status[] = [];
  let wake = (): void => undefined;
  const state = { isClosed: false, flushes: 0 };
  const connection = {
    info: info as Partial<ServerInfo> | undefined,
    getServer: () => "spec:4222",
    isClosed: () => state.isClosed,
    publish: (subject: string, data: Uint8Array, options?: { readonly reply: string }) =>
      void sent.push(`${subject} ${text(data)}${options === undefined ? "" : ` ${options.reply}`}`),
    subscribe: (subject: string, { callback }: { readonly callback: Subscribed["hear"] }) => {
      const one: Subscribed = { subject, hear: callback, closed: 0 };
      subscribed.push(one);
      return { isClosed: () => one.closed > 0, unsubscribe: () => void one.closed++ };
    },
    flush: async () => void state.flushes++,
    close: async () => {
      state.isClosed = true;
    },
    async *status() {
      for (;;) {
        const status = statuses.shift();
        if (status === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else {
          yield status;
        }
      }
    },
  };
  const bus = new ConnectionBus(connection as unknown as NatsConnection, (work) => turns.push(work), "_INBOX.spec");
  const [inbox] = subscribed.splice(0);
  return {
    bus,
    connection,
    sent,
    subscribed,
    state,
    inbox: inbox as Subscribed,
    /** This turn of the event loop is over. */
    endTurn: () => {
      for (const turn of turns.splice(0)) {
        turn();
      }
    },
    /** The client tells how its connection is. */
    tell: async (...told: readonly object[]) => {
      statuses.push(...(told as readonly Status[]));
      wake();
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

/** A message as the client gives it. */
export const message = (subject: string, data: string, more: Partial<Msg> = {}) =>
  ({ subject, data: bytes(data), ...more }) as Msg;
