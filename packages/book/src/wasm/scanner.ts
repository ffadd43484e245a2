import { type DepthChannel, DepthSink, type FrameBody } from "@depthwire/core/internal";
import type { DepthScanner } from "../scan/depth-scanner.js";
import { WasmLevels } from "./levels.js";
import type { WasmMachine } from "./machine.js";
import { finerMessage, maxChannelBytes, RecordWord, recordWords, unknownMessage } from "./scan-machine.js";

/**
 * Scans in the memory of the WebAssembly module that inflated the text: it looks at eight bytes at a time, which takes
 * under half as long as core's byte loops, and its columns are the sink's own memory.
 */
export class WasmScanner implements DepthScanner {
  readonly sink: DepthSink;
  readonly levels: WasmLevels;
  readonly #machine: WasmMachine;
  /** Channels by the number of their record. */
  readonly #channels: (DepthChannel | undefined)[] = [];
  readonly #recordByChannel = new Map<string, number>();
  readonly #freeRecords: number[] = [];

  constructor(machine: WasmMachine) {
    this.#machine = machine;
    const sink = new DepthSink(machine.sinkCapacity, machine);
    machine.onMoved((columns) => sink.moveTo(columns));
    this.sink = sink;
    this.levels = new WasmLevels(machine, sink);
  }

  add(channel: DepthChannel): void {
    const former = this.#recordByChannel.get(channel.text);
    if (former !== undefined) {
      this.#channels[former] = channel;
      this.#writeScales(former, channel);
      return;
    }
    const record = isRecordable(channel) ? this.#takeRecord() : undefined;
    if (record === undefined) {
      // Its messages take the general path.
      return;
    }
    this.#channels[record] = channel;
    this.#recordByChannel.set(channel.text, record);
    this.#writeChannel(record, channel);
    this.#writeScales(record, channel);
    this.#machine.addChannel(record);
  }

  remove(channel: DepthChannel): void {
    const record = this.#recordByChannel.get(channel.text);
    if (record !== undefined && this.#channels[record] === channel) {
      this.#machine.removeChannel(record);
      this.#channels[record] = undefined;
      this.#recordByChannel.delete(channel.text);
      this.#freeRecords.push(record);
    }
  }

  scan({ bytes, start, end }: FrameBody): DepthChannel | undefined {
    const { source, text } = this.#machine;
    if (bytes === text) {
      return this.#scanAt(text.byteOffset + start, text.byteOffset + end);
    }
    if (bytes.length > source.length) {
      return undefined;
    }
    // The whole message, marker and all: a view of its middle would cost more than this copy.
    source.set(bytes);
    return this.#scanAt(source.byteOffset + start, source.byteOffset + end);
  }

  #scanAt(start: number, end: number): DepthChannel | undefined {
    const outcome = this.#machine.scanDepth(start, end);
    if (outcome === unknownMessage) {
      return undefined;
    }
    const record = outcome < 0 ? finerMessage - outcome : outcome >> 1;
    const channel = this.#channels[record] as DepthChannel;
    if (!this.#hasScalesOf(record, channel)) {
      // Its owner changed them since.
      this.#writeScales(record, channel);
      return this.#scanAt(start, end);
    }
    if (outcome < 0) {
      return undefined;
    }
    const { sink } = this;
    const { numbers } = this.#machine;
    sink.exact = undefined;
    sink.kind = (outcome & 1) === 0 ? "update" : "snapshot";
    sink.seq = numbers[0] as number;
    sink.updatedAtMs = numbers[1] as number;
    return channel;
  }

  /** A record that is free; undefined when all are taken. */
  #takeRecord(): number | undefined {
    const record = this.#freeRecords.pop() ?? this.#channels.length;
    return (record + 1) * recordWords > this.#machine.records.length ? undefined : record;
  }

  #hasScalesOf(record: number, { priceScale, quantityScale }: DepthChannel): boolean {
    const { records } = this.#machine;
    const at = record * recordWords;
    return (
      records[at + RecordWord.priceScale] === priceScale && records[at + RecordWord.quantityScale] === quantityScale
    );
  }

  #writeScales(record: number, { priceScale, quantityScale }: DepthChannel): void {
    const { records } = this.#machine;
    const at = record * recordWords;
    records[at + RecordWord.priceScale] = priceScale;
    records[at + RecordWord.quantityScale] = quantityScale;
  }

  #writeChannel(record: number, { textBytes, pairBytes }: DepthChannel): void {
    const { records } = this.#machine;
    const at = record * recordWords;
    records[at + RecordWord.channelLength] = textBytes.length;
    records[at + RecordWord.pairLength] = pairBytes.length;
    new Uint8Array(records.buffer, records.byteOffset + (at + RecordWord.channel) * 4).set(textBytes);
  }
}

/** The machine finds the pair at the beginning of the channel. */
function isRecordable({ text, textBytes, pair }: DepthChannel): boolean {
  return textBytes.length <= maxChannelBytes && text.startsWith(pair);
}
