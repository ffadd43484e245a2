import { playOnTheWeb } from "./connect-web.js";
import type { Place, Scene } from "./scene.js";

/** In workerd: each request brings a scene and a place, and is answered with the report. */
export default {
  async fetch(request: Request): Promise<Response> {
    try {
      const { scene, place } = (await request.json()) as { readonly scene: Scene; readonly place: Place };
      return Response.json(await playOnTheWeb(scene, place, 0));
    } catch (error) {
      return Response.json({ error: error instanceof Error ? `${error.stack}` : String(error) }, { status: 500 });
    }
  },
};
