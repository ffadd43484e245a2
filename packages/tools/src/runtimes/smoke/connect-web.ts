import { connect } from "@depthwire/browser";
import { playLive } from "./play-live.js";
import { playScene } from "./play-scene.js";
import type { Place, Scene, SmokeReport } from "./scene.js";

/**
 * In pages and workers: with sockets of `@depthwire/browser`.
 *
 * @param shards workers that keep books; 0: the caller's own thread does
 */
export async function playOnTheWeb(scene: Scene, place: Place, shards: number): Promise<SmokeReport> {
  const { pushUrl, restUrl } = place;
  const played = await playScene(scene);
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, shards, allowBrowserSecrets: true });
  return { scene: played, live: await playLive(venue, place) };
}
