import { EventPublisher } from '@orpc/server';
import type { ChangeByOthers, WatchingState } from '#contract/watching.ts';
import type { RemoteMark } from '#domain/merge/remote-marks.ts';
import { webhookChange } from '#domain/watching/webhook-change.ts';
import type { ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { Parts } from '../parts.ts';
import type { WatchClock } from './watch-clock.ts';

type Needs = Pick<Parts, 'connections' | 'ports' | 'snapshots' | 'snapshotPersistence'> & {
  readonly watchClock: Pick<WatchClock, 'watched' | 'isReading' | 'found' | 'onChange'>;
};

/** The changes by others that no person has seen, of all installations whose lists are loaded. */
export class Inbox {
  readonly #needs: Needs;
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  /** A further change makes a new mark. */
  readonly #shown = new WeakMap<RemoteMark, ChangeByOthers>();

  constructor(needs: Needs) {
    this.#needs = needs;
    const report = (): void => {
      this.#changes.publish('changed', null);
    };
    needs.watchClock.onChange(report);
    needs.snapshots.onChange(report);
    needs.connections.onChange(report);
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<WatchingState, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    let last: WatchingState | null = null;
    try {
      do {
        const state = this.state();
        if (last === null || !isSameState(last, state)) yield state;
        last = state;
      } while ((await changes.next()).done !== true);
    } finally {
      await changes.return();
    }
  }

  state(): WatchingState {
    const { ports, watchClock } = this.#needs;
    const { watched, isReading, found } = watchClock;
    const { kind, status } = ports.vault.state();
    const isLocked = kind === 'passphrase' && status === 'locked';
    return { changes: isLocked ? [] : this.#all(), watched, isReading, found };
  }

  /** One list at a time, so that other work goes on. */
  async load(): Promise<void> {
    const { connections, ports, snapshotPersistence } = this.#needs;
    for (const { id } of connections.saved()) {
      await snapshotPersistence.load(id);
      await ports.clock.yieldToEventLoop();
    }
  }

  #all(): ChangeByOthers[] {
    const { connections, snapshots } = this.#needs;
    const all: ChangeByOthers[] = [];
    for (const { id } of connections.saved()) {
      const snapshot = snapshots.get(id);
      for (const mark of snapshot?.marks.values() ?? [])
        all.push(this.#of(id, mark, (key) => snapshot?.webhooks.get(key) ?? null));
    }
    return all.sort(
      (a, b) => b.noticedAt.getTime() - a.noticedAt.getTime() || a.name.localeCompare(b.name),
    );
  }

  /** Reads the webhook only for a new mark. */
  #of(
    connectionId: string,
    mark: RemoteMark,
    find: (key: WebhookKey) => ListedWebhook | null,
  ): ChangeByOthers {
    const shown = this.#shown.get(mark);
    if (shown !== undefined) return shown;
    const { key, name, kind, noticedAt, parts } = webhookChange(mark, find(mark.key));
    const change = {
      connectionId,
      key,
      name,
      kind,
      noticedAt,
      changed: parts.map(({ label }) => label),
    };
    this.#shown.set(mark, change);
    return change;
  }
}

/** Each write of a plan and each reading reports, and most of them change nothing here. */
function isSameState(before: WatchingState, now: WatchingState): boolean {
  const { changes, ...rest } = now;
  const { changes: changesBefore, ...restBefore } = before;
  return (
    changes.length === changesBefore.length &&
    changes.every((change, index) => change === changesBefore[index]) &&
    JSON.stringify(rest) === JSON.stringify(restBefore)
  );
}
