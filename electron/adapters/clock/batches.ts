import { systemClock } from './clock.ts';

export async function* inBatches<Value>(
  values: Iterable<Value>,
  size: number,
): AsyncGenerator<Value[], void, void> {
  let batch: Value[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    await systemClock.yieldToEventLoop();
    batch = [];
  }
  if (batch.length === 0) return;
  yield batch;
  await systemClock.yieldToEventLoop();
}
