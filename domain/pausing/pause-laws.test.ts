import fc from 'fast-check';
import { expect, it } from 'vitest';
import { severityNames } from '../webhook/webhook.ts';
import { type Kill, PauseWorld } from './testing/pause-world.ts';

const id = fc.nat({ max: 2 });
const nth = fc.nat({ max: 9 });
const kill = fc.constantFrom<Kill[]>('none', 'none', 'none', 'nothing', 'applied', 'lost');
const kills = fc.array(kill, { maxLength: 3 });
const change = fc.oneof(fc.boolean(), fc.constantFrom(...severityNames));
const minutes = fc.option(fc.integer({ min: 1, max: 90 }), { freq: 4 });
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });

const step = fc.oneof(
  fc.tuple(ids, minutes, kills).map((of) => (world: PauseWorld) => {
    world.pause(...of);
  }),
  fc.tuple(nth, kills).map((of) => (world: PauseWorld) => {
    world.resume(...of);
  }),
  fc.tuple(id, change, kill).map((of) => (world: PauseWorld) => {
    world.edit(...of);
  }),
  fc.tuple(nth, kill).map((of) => (world: PauseWorld) => {
    world.undo(...of);
  }),
  fc.tuple(id, change).map((of) => (world: PauseWorld) => {
    world.change(...of);
  }),
  fc.integer({ min: -120, max: 120 }).map((by) => (world: PauseWorld) => {
    world.moveClock(by);
  }),
  fc.constantFrom(
    (world: PauseWorld) => {
      world.reconcile();
    },
    (world: PauseWorld) => {
      world.prune();
    },
  ),
);

it('forgets no webhook and enables none that was disabled before, in any order of changes', () => {
  const law = fc.property(
    fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    fc.array(step, { maxLength: 25 }),
    (enabled, steps) => {
      const world = new PauseWorld(enabled);
      for (const each of steps) {
        each(world);
        expect({ forgotten: world.forgotten(), wrong: world.wrong }).toEqual({
          forgotten: [],
          wrong: [],
        });
      }
      world.end();
      expect({ forgotten: world.forgotten(), wrong: world.wrong }).toEqual({
        forgotten: [],
        wrong: [],
      });
    },
  );
  fc.assert(law, { numRuns: 2_000, seed: 38 });
});
