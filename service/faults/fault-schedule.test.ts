import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Fault } from './fault.ts';
import { FaultSchedule } from './fault-schedule.ts';

const fault = (given: Partial<Fault> & { kind: Fault['kind'] }): Fault => Fault.parse(given);

function scheduleOf(faults: readonly Fault[], seed?: number): FaultSchedule {
  const schedule = new FaultSchedule();
  schedule.set(faults, seed);
  return schedule;
}
const kinds = (schedule: FaultSchedule, requests: readonly boolean[]) =>
  requests.map((isRead) => schedule.next({ isRead }).fault?.kind ?? null);
const reads = (count: number): boolean[] => Array.from({ length: count }, () => true);

test('a new schedule produces no fault', () => {
  expect(new FaultSchedule().next({ isRead: true })).toEqual({ delay: 0, fault: null });
});

test('the same faults, seed and requests give the same results', () => {
  const anyFault = fc
    .record({
      kind: fc.constantFrom(...Fault.shape.kind.options),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      only: fc.constantFrom('reads' as const, 'writes' as const, undefined),
      next: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
    })
    .map((given) => fault(given));
  fc.assert(
    fc.property(
      fc.array(anyFault, { maxLength: 4 }),
      fc.nat(),
      fc.array(fc.boolean(), { maxLength: 40 }),
      (faults, seed, requests) => {
        expect(kinds(scheduleOf(faults, seed), requests)).toEqual(
          kinds(scheduleOf(faults, seed), requests),
        );
      },
    ),
  );
});

test('another seed hits other requests with the same share', () => {
  const faults = [fault({ kind: '503', share: 0.25 })];
  const hits = (seed: number) => kinds(scheduleOf(faults, seed), reads(4_000));
  expect(hits(1)).not.toEqual(hits(2));
  for (const seed of [0, 1, 2, 4_294_967_295]) {
    const share = hits(seed).filter((kind) => kind === '503').length / 4_000;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.28);
  }
});

test('a fault can be limited to reads, to writes and to a number of requests', () => {
  expect(kinds(scheduleOf([fault({ kind: '500', only: 'reads' })]), [true, false])).toEqual([
    '500',
    null,
  ]);
  expect(kinds(scheduleOf([fault({ kind: '500', only: 'writes' })]), [true, false])).toEqual([
    null,
    '500',
  ]);
  const schedule = scheduleOf([fault({ kind: '500', only: 'reads', next: 2 })]);
  expect(kinds(schedule, [true, false, true, true])).toEqual(['500', null, '500', null]);
  expect(schedule.list()).toMatchObject([{ happened: 2, left: 0 }]);
});

test('latency faults add up, and the first other fault applies', () => {
  const schedule = scheduleOf([
    fault({ kind: 'latency', milliseconds: 30 }),
    fault({ kind: '429', next: 1 }),
    fault({ kind: '503', next: 1 }),
    fault({ kind: 'latency', milliseconds: 5 }),
  ]);
  expect(schedule.next({ isRead: true })).toMatchObject({ delay: 35, fault: { kind: '429' } });
  expect(schedule.next({ isRead: true })).toMatchObject({ delay: 35, fault: { kind: '503' } });
  expect(schedule.next({ isRead: true })).toEqual({ delay: 35, fault: null });
});
