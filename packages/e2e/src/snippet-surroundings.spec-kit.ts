const typed = (name: string, from: string, type: string): string => `declare const ${name}: import("${from}").${type};`;
const venue = typed("venue", "@depthwire/node", "Venue");
const account = typed("account", "@depthwire/node", "Account");
const credential = typed("credential", "@depthwire/core", "Credential");
const connect = 'import { connect } from "@depthwire/node";';
const anything = (...names: string[]): string =>
  names.map((name) => `declare function ${name}(...what: unknown[]): void;`).join(" ");

/** What stands around a snippet that shows a part of a program, in one line: by page and number. */
export const surroundings: Readonly<Record<string, string>> = {
  "docs-guides-browser-1": "declare const document: { title: string };",
  "docs-guides-browser-2": "declare const apiKey: string, apiSecret: string;",
  "docs-guides-browser-3": "declare class Worker { constructor(address: string, options: object) }",
  "docs-guides-browser-4": anything("save"),
  "docs-guides-one-trader-1": `${venue} ${credential} ${typed("store", "@depthwire/relay", "LeaseStore")}`,
  "docs-guides-runtimes-1": "declare const pushUrl: string;",
  "docs-guides-sandbox-1": typed("feed", "@depthwire/sandbox", "MarketFeed"),
  "docs-guides-sandbox-2": `${venue} declare const pair: string;`,
  // As a page has it, where the snippet stands: ports of Node have other types.
  "docs-guides-sandbox-4":
    "declare class MessageChannel { readonly port1: { onmessage: unknown }; readonly port2: { postMessage(message: unknown): void } }",
  "docs-guides-streams-1": "declare const chart: { put(ms: number, kline: object): void; mark(gap: object): void };",
  "docs-guides-streams-2": [
    venue,
    'import { Credential } from "@depthwire/node";',
    typed("reconciler", "@depthwire/account", "Reconciler"),
    "declare const apiKey: string, apiSecret: string;",
    anything("book", "alert"),
  ].join(" "),
  "docs-guides-threads-2": `${venue} ${anything("use")}`,
  "docs-guides-threads-3": [
    connect,
    "interface Upstream { onopen(): void; onframe(bytes: Uint8Array): void; onend(): void; pause(): void; ping(): void; send(text: string): void; close(code: number): void }",
    "declare const myGateway: { open(address: string): Upstream };",
  ].join(" "),
  "docs-guides-threads-4": `${connect} declare const addresses: string[];`,
  "docs-guides-threads-6": anything("store"),
  "docs-guides-trading-2": `${venue} ${credential}`,
  "docs-guides-trading-3": [
    venue,
    credential,
    'import { createFileDeliveredStore, createFileIntentStore } from "@depthwire/node";',
    anything("follow", "note"),
  ].join(" "),
  "docs-guides-trading-4": `${venue} ${credential}`,
  "docs-guides-trading-5": account,
  "packages-sandbox-README-3": typed("exchange", "@depthwire/sandbox/in-memory", "InMemoryExchange"),
};
