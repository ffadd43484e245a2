import { defaultFrameLimits } from "@depthwire/core";
import { createFrameBody, decodeFrame, decodeUtf8 } from "@depthwire/core/internal";
import { openNodeSocket } from "@depthwire/node/internal";
import { createZlibInflate } from "@depthwire/testkit";
import { onTestFinished } from "vitest";

/** One message of the sandbox. */
export interface Heard {
  readonly bytes: Uint8Array;
  readonly json: Readonly<Record<string, unknown>>;
}

/** How long a test waits for one message, in milliseconds. */
const patienceMs = 60_000;

/** One connection to a sandbox that says what it is told to say, and hears everything. */
export class Conversation {
  readonly heard: Heard[] = [];
  /** Control frames that came in. */
  controlFrames = 0;
  /** Whether the sandbox ended the connection. */
  ended = false;
  /** Called for each message as it comes. */
  onMessage: (heard: Heard) => void = () => {};
  readonly #inflate = createZlibInflate();
  readonly #send: (text: string) => void;
  #read = 0;

  private constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** Opens a connection, and closes it when the test is over. */
  static open(address: string): Promise<Conversation> {
    return new Promise((resolve, reject) => {
      const socket = openNodeSocket(address, {
        opened: () => resolve(conversation),
        message: (bytes) => conversation.#hear(bytes.slice()),
        controlFrame: () => {
          conversation.controlFrames += 1;
        },
        closed: (_code, cause) => {
          conversation.ended = true;
          reject(new Error(cause));
        },
      });
      const conversation = new Conversation((text) => socket.send(text));
      onTestFinished(() => socket.close(1000));
    });
  }

  say(message: object): void {
    this.#send(JSON.stringify(message));
  }

  /** The next message that fits. */
  async next(fits: (json: Heard["json"]) => boolean = () => true): Promise<Heard> {
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      const found = this.heard.slice(this.#read).findIndex(({ json }) => fits(json));
      if (found >= 0) {
        this.#read += found + 1;
        return this.heard[this.#read - 1] as Heard;
      }
      if (performance.now() > deadlineMs) {
        throw new Error("waited too long for a message");
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #hear(bytes: Uint8Array): void {
    const body = decodeFrame(bytes, this.#inflate, defaultFrameLimits, createFrameBody());
    const heard = { bytes, json: JSON.parse(decodeUtf8(body.bytes, body.start, body.end)) as Heard["json"] };
    this.heard.push(heard);
    this.onMessage(heard);
  }
}
