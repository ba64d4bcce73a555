import type { OfferedFile, OfferedFiles } from '#core/ports.ts';

/** Gives out what a test puts into `files` before somebody takes them; then waits for the signal. */
export class FakeOfferedFiles implements OfferedFiles {
  readonly files: OfferedFile[] = [];
  async *take(signal: AbortSignal | undefined): AsyncGenerator<OfferedFile, void, void> {
    yield* this.files.splice(0);
    if (signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
  }
}
