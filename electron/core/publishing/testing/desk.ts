import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { defaultLimits, finishMilliseconds } from '#domain/installation/limits.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { serveFront } from '#test-support/service-front.ts';
import { openStoredCoreAt } from '#test-support/stored-core-fixture.ts';
import { startService } from '../../../../service/start.ts';
import { publish } from '../publish.ts';

const finish = finishMilliseconds(defaultLimits);

/** A core, and a real service behind a proxy that changes its answers. */
export async function openDesk(variant: VariantId) {
  const service = await startService({ variant, authToken: null, seed: 3 });
  onTestFinished(() => service.close());
  const front = await serveFront(service.url);
  onTestFinished(() => front.close());
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-answers-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = new FakeClock();
  const place = { baseUrl: front.url, apiRoot: service.root, variant };
  const core = await openStoredCoreAt(clock, folder, place);
  onTestFinished(() => core.close());
  const { connectionId } = core;
  const target = { ...place, baseUrl: service.url, authToken: null };
  const held = async (): Promise<Webhook[]> =>
    addressable((await core.ports.webhooks.list(target, {})).webhooks);

  const latest = async (): Promise<JournalEntry> => {
    const [entry] = await core.journal.all({});
    if (entry === undefined) throw new Error('Nothing was sent.');
    return entry;
  };
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  };
  const save = async (base: Webhook | null, name: string) => {
    const fresh = { ...emptyDefinition(variant), url: 'https://a.example.com/' };
    const definition = { ...(base === null ? fresh : definitionOf(base)), name };
    return draftToPublish(core.drafts, { connectionId, base, definition });
  };
  const send = (input: Parameters<typeof publish>[1]): Promise<void> =>
    attempt(async () => {
      for await (const event of publish(core, input)) if (event.kind === 'outcome') return;
    });
  /** Lets the time pass in which the installation must have finished, and reads. */
  const wait = async (): Promise<void> => {
    clock.move(finish);
    await core.reconciler.reconcile(connectionId);
  };
  return { core, front, clock, connectionId, held, target, latest, attempt, save, send, wait };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;
