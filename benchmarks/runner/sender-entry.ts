import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CorpusOptions, createDepthCorpus } from "../corpus/depth-corpus.js";
import { DepthSender, nowUs, type Stretch } from "./depth-sender.js";

/** What the sender's process is told. */
export interface SendOrder extends Stretch {
  /** Each frame alone, at this pace, and a {@link SendReport} at the end; absent: as fast as they can be taken. */
  readonly framesPerSecond?: number;
}

/** When each frame of a stretch was written, in microseconds of the machine's own clock, which counts alike in every process. */
export interface SendReport {
  readonly writtenAtUs: readonly number[];
}

const sender = new DepthSender(createDepthCorpus(JSON.parse(process.argv[2] ?? "{}") as CorpusOptions));
const server = createServer();
server.on("upgrade", (request, socket) => sender.upgrade(request, socket));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("message", (order: SendOrder) => {
  void (order.framesPerSecond === undefined ? sender.send(order) : sendPaced(order, order.framesPerSecond));
});
process.on("disconnect", () => process.exit());

async function sendPaced(order: SendOrder, framesPerSecond: number): Promise<void> {
  const writtenAtUs: number[] = [];
  await sender.sendPaced(order, framesPerSecond, () => writtenAtUs.push(nowUs()));
  process.send?.({ writtenAtUs } satisfies SendReport);
}
