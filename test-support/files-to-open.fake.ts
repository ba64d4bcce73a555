import type { FileToOpen, FilesToOpen } from '#core/ports.ts';

/** Returns the `files` of the test, then waits for the signal. */
export class FakeFilesToOpen implements FilesToOpen {
  readonly files: FileToOpen[] = [];
  async *take(signal: AbortSignal | undefined): AsyncGenerator<FileToOpen, void, void> {
    yield* this.files.splice(0);
    if (signal?.aborted === true) return;
    await new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => {
        resolve();
      });
    });
  }
}
