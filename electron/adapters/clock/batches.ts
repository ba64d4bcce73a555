import { inParts } from '#domain/in-parts.ts';
import { systemClock } from './clock.ts';

export async function* inBatches<Value>(
  values: Iterable<Value>,
  size: number,
): AsyncGenerator<Value[], void, void> {
  for (const batch of inParts(values, size)) {
    yield batch;
    await systemClock.yieldToEventLoop();
  }
}
