import { setFlagsFromString } from 'node:v8';

/** Has V8 collect garbage earlier, in this process and its threads. Call it before the heap has grown. */
export function boundHeap(): void {
  // The young generation stays small. V8 reads `--max-semi-space-size` only before it starts.
  setFlagsFromString('--semi-space-growth-factor=1');
  // The old generation is collected when it has grown by half; without a limit it grows to four times its size.
  setFlagsFromString('--heap-growing-percent=50');
}
