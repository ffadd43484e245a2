import type { Bus, BusMessage, BusStatus, MemoryConnection } from "@depthwire/relay";
import type { Process } from "../kernel/process.js";

/** Hears what a program says on the bus, in the moment in which it says so. */
export interface BusTap {
  published(who: string, subject: string, bytes: Uint8Array): void;
  /** What it answers a question on this subject. */
  answered(who: string, subject: string, bytes: Uint8Array): void;
}

/** A connection to the bus as one life of a program has it: what comes waits while the program stands still, and ends with it. */
export function busPort(process: Process, connection: MemoryConnection, tap: BusTap): Bus {
  // Its system closes the connection: what it had not sent is lost.
  process.onEnd(() => connection.cut());
  return {
    get status(): BusStatus {
      return connection.status;
    },
    onStatus: (listener) => connection.onStatus((status) => process.enter(() => listener(status))),
    publish: (subject, bytes) => {
      if (!process.isDead) {
        tap.published(process.name, subject, bytes);
        connection.publish(subject, bytes);
      }
    },
    subscribe: (subject, handler) => {
      let isOpen = true;
      const end = connection.subscribe(subject, (message) =>
        process.enter(() => {
          if (isOpen) {
            handler(answering(message));
          }
        }),
      );
      return () => {
        isOpen = false;
        end();
      };
    },
    request: (subject, bytes, limitMs, answered) => {
      if (!process.isDead) {
        connection.request(subject, bytes, limitMs, (answer) => process.enter(() => answered(answer)));
      }
    },
  };

  function answering({ subject, bytes, asker, respond }: BusMessage): BusMessage {
    return {
      subject,
      bytes,
      asker,
      respond: (answer) => {
        if (!process.isDead) {
          tap.answered(process.name, subject, answer);
          respond(answer);
        }
      },
    };
  }
}
