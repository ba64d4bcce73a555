import pLimit from 'p-limit';
import type { RoundEvent } from '#contract/watching.ts';
import { ProblemError } from '#domain/problem.ts';
import {
  changesToTell,
  isToTell,
  type RequestResult,
  type MarkedWebhook,
} from '#domain/watching/changes-to-tell.ts';
import type { WebhookChange } from '#domain/watching/webhook-change.ts';
import type { WebhookKey } from '#domain/webhook/listed.ts';
import { eachInstallation } from '../each-installation.ts';
import type { Parts } from '../parts.ts';
import { stopIfCancelled } from '../problems.ts';
import { withProgress } from '../progress.ts';

interface Round {
  readonly connectionIds: readonly string[];
  readonly storesTimes: boolean;
}

interface Reported {
  readonly connectionId: string;
  readonly changes: readonly Pick<WebhookChange, 'key' | 'noticedAt'>[];
}

/** Reads installations for a watch, and finds what others changed. The marks of remote changes are its memory. */
export class Watching {
  readonly #parts: Parts;
  readonly #oneAtATime = pLimit(1);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One round at a time, also of several watches. */
  round(
    { connectionIds, storesTimes }: Round,
    signal?: AbortSignal,
  ): AsyncGenerator<RoundEvent, void, void> {
    const ids = [...new Set(connectionIds)];
    return withProgress<RoundEvent>(
      (report, stop) =>
        this.#oneAtATime(() =>
          // A watch must not keep the vault of an absent person unlocked.
          this.#parts.ports.vault.withoutUse(() =>
            eachInstallation(ids, async (connectionId) => {
              report(await this.#read(connectionId, storesTimes, stop));
            }),
          ),
        ),
      { keyOf: ({ connectionId }) => connectionId, signal },
    );
  }

  noteReported({ connectionId, changes }: Reported): void {
    const marks = changes.map(({ key, noticedAt }) => ({ key, seenAt: noticedAt }));
    this.#parts.snapshots.noteReported(connectionId, marks);
  }

  async #read(connectionId: string, storesTime: boolean, stop: AbortSignal): Promise<RoundEvent> {
    const { installations, snapshotPersistence } = this.#parts;
    // An unchanged list is not written only if the stored one is known.
    const stored = await snapshotPersistence.load(connectionId);
    try {
      stopIfCancelled(stop);
      const client = await installations.open(connectionId, { signal: stop, waitForSignIn: false });
      const { readAt } = await client.list({ signal: stop, storesTime });
      return { connectionId, state: 'read', readAt, changes: await this.#changes(connectionId) };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      const { problem } = error;
      return { connectionId, state: 'failed', problem, readAt: stored?.readAt ?? null };
    }
  }

  /** Those that no watch has told of. Dismisses marks of own requests. */
  async #changes(connectionId: string): Promise<WebhookChange[]> {
    const { snapshots } = this.#parts;
    const snapshot = snapshots.get(connectionId);
    const marked: MarkedWebhook[] = [];
    for (const mark of [...(snapshot?.marks.values() ?? [])].filter(isToTell)) {
      const current = snapshot?.webhooks.get(mark.key) ?? null;
      marked.push({ mark, current, results: await this.#resultsOf(connectionId, mark.key) });
    }
    const { changes, own } = changesToTell(marked);
    if (own.length > 0) snapshots.dismissMarks(connectionId, own);
    return changes;
  }

  async #resultsOf(connectionId: string, key: WebhookKey): Promise<readonly RequestResult[]> {
    if (typeof key === 'string') return [];
    const newest = await this.#parts.journal.pages({ connectionId, webhookId: key }).next();
    return newest.done === true ? [] : newest.value;
  }
}
