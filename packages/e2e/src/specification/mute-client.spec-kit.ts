import { request } from "node:http";
import { onTestFinished } from "vitest";

/** A WebSocket client that answers nothing, not even control pings, which every library answers by itself. */
export interface MuteClient {
  /** Everything that came, as one text: the server's frames are not masked. A close shows as its reason. */
  heard: string;
}

/** Opens a connection that answers nothing, and ends it when the test is over. */
export function openMuteClient(address: string): Promise<MuteClient> {
  const client: MuteClient = { heard: "" };
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": Buffer.alloc(16).toString("base64"),
  };
  return new Promise((resolve, reject) => {
    const upgrade = request(address.replace(/^ws/, "http"), { headers });
    upgrade.on("error", reject);
    upgrade.on("upgrade", (_response, socket) => {
      onTestFinished(() => void socket.destroy());
      socket.on("data", (bytes: Buffer) => {
        client.heard += bytes.toString("latin1");
      });
      socket.on("error", () => {});
      resolve(client);
    });
    upgrade.end();
  });
}
