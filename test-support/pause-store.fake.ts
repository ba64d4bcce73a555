import type { PauseStore } from '#core/store-ports.ts';
import type { Pause } from '#domain/pausing/pause.ts';

/** Pauses in memory instead of on disk. */
export class FakePauseStore implements PauseStore {
  readonly held = new Map<string, Pause>();

  all(): Promise<readonly Pause[]> {
    return Promise.resolve([...this.held.values()]);
  }
  write(pauses: readonly Pause[]): Promise<void> {
    for (const pause of pauses) this.held.set(pause.id, pause);
    return Promise.resolve();
  }
  remove(pauseId: string): Promise<void> {
    this.held.delete(pauseId);
    return Promise.resolve();
  }
}
