import { connect } from "@depthwire/browser";
import { playLive } from "./play-live.js";
import { playScene } from "./play-scene.js";
import type { Place, Scene, SmokeReport } from "./scene.js";

/** In pages and workers: with sockets of `@depthwire/browser`. */
export async function playOnTheWeb(scene: Scene, place: Place): Promise<SmokeReport> {
  const { pushUrl, restUrl } = place;
  const played = await playScene(scene);
  const venue = connect({ addresses: [pushUrl], restAddress: restUrl, allowBrowserSecrets: true });
  return { scene: played, live: await playLive(venue, place) };
}
