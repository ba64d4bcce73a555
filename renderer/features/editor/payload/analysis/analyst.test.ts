import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { analyse, type AnalysisInput } from './analyse.ts';
import { Analyst } from './analyst.svelte.ts';

/** A worker that responds when the test calls `answer`. */
class HeldWorker extends EventTarget {
  readonly asked: AnalysisInput[] = [];
  ended = false;
  postMessage(message: AnalysisInput): void {
    this.asked.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  fail(): void {
    this.dispatchEvent(new Event('error'));
  }
  answer(): void {
    const last = this.asked.at(-1);
    if (last === undefined) throw new Error('Nothing was asked');
    this.dispatchEvent(new MessageEvent('message', { data: analyse(last) }));
  }
}

const input = (payloadTemplate: string): AnalysisInput => ({
  definition: { ...emptyDefinition('B'), payloadTemplate },
  current: null,
  ownTokens: [],
  edits: {},
  rules: 'as-observed',
});

let workers: HeldWorker[];
let analyst: Analyst;
const shown = (): string | undefined => analyst.analysis?.renderings[0]?.exact;

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  analyst = new Analyst(() => {
    const worker = new HeldWorker();
    workers.push(worker);
    return worker;
  });
});
afterEach(() => {
  analyst.close();
  vi.useRealTimers();
});

const look = (text: string): void => {
  analyst.look(() => input(text));
};

test('text typed without a pause is analysed once, in its last version', () => {
  look('first');
  vi.runAllTimers();
  workers[0]?.answer();
  for (const text of ['a', 'ab', 'abc']) look(text);
  vi.runAllTimers();
  expect(workers[0]?.asked.map((each) => each.definition.payloadTemplate)).toEqual([
    'first',
    'abc',
  ]);
  expect(analyst.behind).toBe(true);
  workers[0]?.answer();
  expect(shown()).toBe('abc');
  expect(analyst.behind).toBe(false);
});

test('only the newest pending text is analysed after the current one', () => {
  look('first');
  vi.runAllTimers();
  look('second');
  vi.runAllTimers();
  look('third');
  vi.runAllTimers();
  expect(workers[0]?.asked).toHaveLength(1);
  workers[0]?.answer();
  expect(shown()).toBe('first');
  expect(analyst.behind).toBe(true);
  workers[0]?.answer();
  expect(shown()).toBe('third');
});

test('a failed worker is replaced, and the next text is analysed', () => {
  look('first');
  vi.runAllTimers();
  workers[0]?.fail();
  expect(workers[0]?.ended).toBe(true);
  // Publishing waits for an analysis, so a failed one must not count as running.
  expect(analyst.behind).toBe(false);
  look('second');
  vi.runAllTimers();
  workers[1]?.answer();
  expect(shown()).toBe('second');
});

test('the worker is terminated when the analyst is closed', () => {
  look('first');
  vi.runAllTimers();
  analyst.close();
  expect(workers[0]?.ended).toBe(true);
});
