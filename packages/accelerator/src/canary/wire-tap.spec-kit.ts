import { type AddressInfo, connect, createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A way to a venue that writes down what is sent there. */
export interface WireTap {
  readonly port: number;
  /** All that was sent, as Latin-1. */
  sent(): string;
}

/** Opens one before a port of this computer, and closes it when the test is over. */
export async function tapWire(port: number): Promise<WireTap> {
  const chunks: Buffer[] = [];
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    near.on("data", (bytes) => void chunks.push(bytes));
    near.pipe(far).pipe(near);
    const end = (): void => void [near, far].map((socket) => socket.destroy());
    for (const socket of [near, far]) {
      socket.on("error", end).on("close", end);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, sent: () => Buffer.concat(chunks).toString("latin1") };
}
