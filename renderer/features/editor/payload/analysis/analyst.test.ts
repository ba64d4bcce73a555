import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { analyse, type AnalysisInput } from './analyse.ts';
import { Analyst } from './analyst.svelte.ts';

/** A thread that answers when the test lets it. */
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
  serviceTemplate: null,
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

test('what is typed without a pause is looked at once, as it is in the end', () => {
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

test('while one is looked at, only the newest of those that wait is kept', () => {
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

test('a thread that falls over is replaced, and what waited is looked at', () => {
  look('first');
  vi.runAllTimers();
  workers[0]?.fail();
  expect(workers[0]?.ended).toBe(true);
  look('second');
  vi.runAllTimers();
  workers[1]?.answer();
  expect(shown()).toBe('second');
});

test('the thread ends with the view', () => {
  look('first');
  vi.runAllTimers();
  analyst.close();
  expect(workers[0]?.ended).toBe(true);
});
