import { type DepthChannel, DepthSink, type FrameBody } from "@depthwire/core/internal";
import type { BookFollower, DepthScanner } from "../scan/depth-scanner.js";
import { WasmLevels } from "./levels.js";
import type { WasmMachine } from "./machine.js";
import { finerMessage, ScanResult, unknownMessage } from "./scan-machine.js";

/** An owner's number has 16 bits in a record. */
const maxOwner = 65_535;

/**
 * Scans in the memory of the WebAssembly module that inflated the text: it looks at eight bytes at a time, which takes
 * under half as long as core's byte loops, and its columns are the sink's own memory.
 */
export class WasmScanner implements DepthScanner, BookFollower {
  readonly follower: BookFollower = this;
  readonly sink: DepthSink;
  readonly levels: WasmLevels;
  scanned: DepthChannel | undefined;
  readonly #machine: WasmMachine;
  #owner = 0;

  constructor(machine: WasmMachine) {
    this.#machine = machine;
    const sink = new DepthSink(machine.sinkCapacity, machine);
    machine.onMoved(({ prices, quantities, counts }) => Object.assign(sink, { prices, quantities, counts }));
    this.sink = sink;
    this.levels = new WasmLevels(machine, sink);
  }

  get followedIndex(): number {
    return this.#machine.updateResult[2] as number;
  }

  nextOwner(): number {
    this.#owner = (this.#owner % maxOwner) + 1;
    return this.#owner;
  }

  add(channel: DepthChannel, owner = 0): void {
    this.levels.list(channel, owner);
  }

  remove(channel: DepthChannel): void {
    this.levels.unlist(channel);
  }

  scan(body: FrameBody): DepthChannel | undefined {
    this.follow(body, 0, 0);
    return this.scanned;
  }

  follow({ bytes, start, end }: FrameBody, owner: number, receivedAtMs: number): boolean {
    const { source, text } = this.#machine;
    this.scanned = undefined;
    this.levels.applied = undefined;
    let base = text.byteOffset;
    if (bytes !== text) {
      if (bytes.length > source.length) {
        return false;
      }
      // The whole message, marker and all: a view of its middle would cost more than this copy.
      source.set(bytes);
      base = source.byteOffset;
    }
    return this.#followAt(base + start, base + end, owner, receivedAtMs);
  }

  #followAt(start: number, end: number, owner: number, receivedAtMs: number): boolean {
    const answer = this.#machine.scanDepth(start, end, owner, receivedAtMs);
    if (answer === unknownMessage) {
      return false;
    }
    const result = answer & 3;
    if (answer >= 0 && result === ScanResult.followed) {
      this.#tellSink("update");
      return true;
    }
    const record = this.levels.at(answer < 0 ? finerMessage - answer : answer >> 2);
    if (!this.levels.sawScales(record)) {
      // Its owner changed them since.
      return this.#followAt(start, end, owner, receivedAtMs);
    }
    if (answer >= 0) {
      this.#tellSink(result === ScanResult.snapshot ? "snapshot" : "update");
      this.scanned = record.channel;
      this.levels.applied = result === ScanResult.levelsApplied ? record : undefined;
    }
    return false;
  }

  #tellSink(kind: DepthSink["kind"]): void {
    const { sink } = this;
    const { messageNumbers } = this.#machine;
    sink.exact = undefined;
    sink.kind = kind;
    sink.seq = messageNumbers[0] as number;
    sink.updatedAtMs = messageNumbers[1] as number;
  }
}
