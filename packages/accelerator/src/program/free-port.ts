import { createServer } from "node:net";

const maxTried = 100;
const lastPort = 65_535;

/** The next port at this address that nobody has; undefined where none is near. */
export async function nextFreePort(taken: number, bind: string): Promise<number | undefined> {
  for (let port = taken + 1; port <= Math.min(taken + maxTried, lastPort); port++) {
    if (await isFree(port, bind)) {
      return port;
    }
  }
  return undefined;
}

function isFree(port: number, bind: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, bind, () => server.close(() => resolve(true)));
  });
}
