import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that are free, with those for their routes. */
export async function freeServerPorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { readonly port: number };
    await once(server.close(), "close");
    const routes = createServer().listen(port + 2_000, "127.0.0.1");
    const isFree = await once(routes, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) {
      await once(routes.close(), "close");
      ports.push(...(port < 58_000 && !ports.includes(port) ? [port] : []));
    }
  }
  return ports;
}
