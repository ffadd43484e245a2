import { readFileSync } from "node:fs";
import { connect } from "@depthwire/node";
import { playLive } from "./play-live.js";
import { playScene } from "./play-scene.js";
import type { Place, Scene, SmokeReport } from "./scene.js";

/** In Node, and in what takes Node's packages: with sockets of `@depthwire/node`. The book is kept in a thread. */
export async function playInNode(folder: string): Promise<SmokeReport> {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8"));
  const place = read("place") as Place;
  const venue = connect({ addresses: [place.pushUrl], restAddress: place.restUrl, shards: 1 });
  return { scene: await playScene(read("scene") as Scene), live: await playLive(venue, place) };
}
