// For the compiler alone: the program of a page, whose `lib` has the DOM and no newer words of the language (`esnext.disposable`), and no types of Node.

import { createPureInflate } from "@depthwire/book";
import { type Account, connect, createBrowserHttpClient } from "@depthwire/browser";
import type { Clock } from "@depthwire/core";
import { callOnce } from "@depthwire/rest";
import { getServerTime } from "@depthwire/schema/usdt";
import { assembleEngine, channelStreams, type OpenSocket } from "@depthwire/stream";

export type * as account from "@depthwire/account";
export type * as client from "@depthwire/client";
export type * as recording from "@depthwire/recording";

declare const clock: Clock;
declare const openSocket: OpenSocket;

export async function showBestBid(element: HTMLElement): Promise<void> {
  const venue = connect({ addresses: ["wss://venue.example/cbu"], restAddress: "https://venue.example" });
  for await (const { status, bestBid } of venue.book("4BTC_USDT")) {
    element.textContent = status === "live" ? (bestBid?.price ?? "") : status;
  }
}

export async function showEvents({ events }: Account, element: HTMLElement): Promise<void> {
  for await (const { kind } of events) {
    element.textContent = kind;
  }
}

export async function venueTimeMs(address: string): Promise<number> {
  const { request: http } = createBrowserHttpClient();
  return (await callOnce(getServerTime, {}, { address, http })).serverTimeMs;
}

const ports = { clock, random: Math.random, shard: { openSocket, createInflate: () => createPureInflate() } };
export const engine = assembleEngine({ addresses: ["wss://push.example/cbu"] }, ports, { channels: channelStreams });
