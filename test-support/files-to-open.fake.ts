import type { FileToOpen, FilesToOpen, LinksToOpen } from '#core/ports.ts';
import type { Link } from '#domain/link/link.ts';

const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => {
      resolve();
    });
  });

/** Returns the `files` of the test, then waits for the signal. */
export class FakeFilesToOpen implements FilesToOpen {
  readonly files: FileToOpen[] = [];
  read(path: string): Promise<FileToOpen> {
    const content = new Uint8Array();
    return Promise.resolve({ path, name: path, content, parts: null });
  }
  async *take(signal: AbortSignal | undefined): AsyncGenerator<FileToOpen, void, void> {
    yield* this.files.splice(0);
    await aborted(signal);
  }
}

/** Has no links; waits for the signal. */
export class FakeLinksToOpen implements LinksToOpen {
  async *take(signal: AbortSignal | undefined): AsyncGenerator<Link | null, void, void> {
    yield* [];
    await aborted(signal);
  }
}
