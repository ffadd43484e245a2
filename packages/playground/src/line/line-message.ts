import type { HttpRequest } from "@depthwire/core";

/** What the client's end of the line says. Connections and requests are numbered by it. */
export type ToVenue =
  | { readonly kind: "connect"; readonly socket: number }
  | { readonly kind: "send"; readonly socket: number; readonly text: string }
  | { readonly kind: "ping"; readonly socket: number }
  | { readonly kind: "close"; readonly socket: number; readonly code: number }
  | { readonly kind: "request"; readonly request: number; readonly wanted: HttpRequest };

/** What the venue's end of the line says. */
export type ToClient =
  | { readonly kind: "opened"; readonly socket: number }
  | { readonly kind: "message"; readonly socket: number; readonly bytes: Uint8Array }
  | { readonly kind: "control-frame"; readonly socket: number }
  | { readonly kind: "closed"; readonly socket: number; readonly code: number; readonly cause: string }
  | { readonly kind: "answered"; readonly request: number; readonly status: number; readonly body: Uint8Array }
  | { readonly kind: "lost"; readonly request: number };

/** One end of a message channel, as far as the line needs it. */
export interface LinePort {
  postMessage(message: ToVenue | ToClient): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  start(): void;
}
