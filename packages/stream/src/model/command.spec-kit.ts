import * as fc from "fast-check";
import type { VenuePair } from "./venue.spec-kit.js";
import { count, type World } from "./world.spec-kit.js";

/** The model is the venue's truth, which the world holds: a command needs nothing else. */
export type Model = object;

/** Something that can happen, with everything random in it. */
export type WorldCommand = fc.Arbitrary<fc.AsyncCommand<Model, World>> & { readonly commandName: string };

/** What stands before a command's name in the tally. */
export const commandPrefix = "command ";

/** A command that concerns the whole world. `seed` is any number from 0. */
export function worldCommand(name: string, run: (world: World, seed: number) => void | Promise<void>): WorldCommand {
  const arbitrary = fc.nat({ max: 10_000 }).map(
    (seed): fc.AsyncCommand<Model, World> => ({
      check: () => true,
      run: async (_model, world) => {
        count(world.tally, commandPrefix + name);
        await run(world, seed);
        await world.pass(0);
      },
      toString: () => `${name}(${seed})`,
    }),
  );
  return Object.assign(arbitrary, { commandName: name });
}

/** A command that concerns one pair. */
export function pairCommand(name: string, run: (world: World, pair: VenuePair, seed: number) => void): WorldCommand {
  return worldCommand(name, (world, seed) => run(world, world.pair(seed), Math.floor(seed / 3)));
}
