import type { BookView } from "@depthwire/book";
import type { Socket } from "@depthwire/stream";
import { type FakeClock, fakeClock } from "@depthwire/testkit";
import { FakeNetwork } from "../../../stream/src/spec-kit/fake-network.spec-kit.js";
import { MemoryStore } from "../replay/memory-store.spec-kit.js";
import { entriesOf } from "../replay/segment.spec-kit.js";
import { type Recording, type RecordOptions, record } from "./record.js";

/** Nobody follows a book. */
export const noBooks = (): BookView[] => [];

/** One recording in memory, of one network. */
export class RecordingScene {
  readonly clock: FakeClock = fakeClock();
  readonly store: MemoryStore = new MemoryStore();
  readonly network: FakeNetwork = new FakeNetwork();
  readonly heard: string[] = [];
  readonly logged: string[] = [];
  recording!: Recording;

  /** Begins a run. */
  async start(options: Partial<RecordOptions> = {}): Promise<void> {
    const { clock, store } = this;
    const logger = { log: (level: string, event: string) => this.logged.push(`${level} ${event}`) };
    this.recording = await record({ clock, store, books: noBooks, logger }, { run: "run-1", ...options });
  }

  /** Opens a socket that is recorded. */
  open(address: string = "ws://venue/push"): Socket {
    const { heard } = this;
    return this.recording.tap(this.network.openSocket)(address, {
      opened: () => heard.push("opened"),
      message: (bytes) => heard.push(`message ${bytes.length}`),
      controlFrame: () => heard.push("control frame"),
      closed: (code) => heard.push(`closed ${code}`),
    });
  }

  /** Kinds of the entries of a segment, in order. */
  kinds(name: string) {
    return entriesOf(this.store.bytesOf(name)).map(({ kind }) => kind);
  }
}
