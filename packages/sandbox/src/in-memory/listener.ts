import type { EventListener } from "../host/exchange-host.js";

/** A program's own listener. When it throws the venue goes on, and the program hears of it as of any error that it did not catch. */
export function ownListener(listener: EventListener): EventListener {
  return (event) => {
    try {
      listener(event);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}
