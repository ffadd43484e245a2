import type { OpenSocket } from "@depthwire/stream";

/**
 * Opens a push connection and pings it, one ping after another.
 *
 * @returns the milliseconds of each; empty where the connection was not made, or ended
 */
export function pingPush(
  open: OpenSocket,
  address: string,
  { count, signal }: { readonly count: number; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let sentAtMs = 0;
    const end = (): void => {
      signal.removeEventListener("abort", end);
      socket.close(goingAway);
      resolve(times);
    };
    const ping = (): void => {
      sentAtMs = performance.now();
      socket.ping();
    };
    const socket = open(address, {
      opened: ping,
      message: () => {},
      controlFrame: () => {
        times.push(performance.now() - sentAtMs);
        if (times.length >= count) {
          end();
        } else {
          ping();
        }
      },
      closed: end,
    });
    signal.addEventListener("abort", end, { once: true });
  });
}

/** RFC 6455, section 7.4.1. */
const goingAway = 1001;
