import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WatchWorld } from './testing/watch-world.ts';

const nth = fc.nat({ max: 5 });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(nth, fc.constantFrom('url', 'back', 'add', 'delete'))
      .map((of) => (world: WatchWorld) => {
        world.changeByOthers(...of);
      }),
  },
  fc
    .tuple(nth, fc.constantFrom('switch', 'delete'), fc.boolean())
    .map((of) => (world: WatchWorld) => world.change(...of)),
  fc.constantFrom(
    (world: WatchWorld) => world.readList(),
    (world: WatchWorld) => world.dismissMarks(),
    (world: WatchWorld) => world.restart(),
  ),
  {
    weight: 3,
    arbitrary: fc.boolean().map((isHeard) => async (world: WatchWorld) => {
      const { told, expected } = await world.round(isHeard);
      expect(told).toEqual(expected);
    }),
  },
);

it('tells each change of others once, and no own change, in any order of steps', async () => {
  const law = fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
    const world = new WatchWorld();
    await world.open();
    try {
      for (const each of steps) await each(world);
      const { told, expected } = await world.round(true);
      expect(told).toEqual(expected);
      expect(await world.round(true)).toEqual({ told: [], expected: [] });
    } finally {
      await world.close();
    }
  });
  await fc.assert(law, { numRuns: 150, seed: 38 });
}, 60_000);
