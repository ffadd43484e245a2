import { createServer } from "node:net";
import { expect, it } from "vitest";
import { beyond, handlesBeyond } from "./handles.js";

it("counts each kind as often as there is more of it", () => {
  expect(beyond(["Timeout", "TCPSocketWrap", "Timeout"], ["Timeout"])).toEqual(["TCPSocketWrap", "Timeout"]);
  expect(beyond(["Timeout"], ["Timeout", "PipeWrap"])).toEqual([]);
});

it("waits for what is about to end", async () => {
  const before = process.getActiveResourcesInfo();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  expect(beyond(process.getActiveResourcesInfo(), before)).toContain("TCPServerWrap");
  setTimeout(() => server.close(), 100);
  expect(await handlesBeyond([...before, "Timeout"])).not.toContain("TCPServerWrap");
});
