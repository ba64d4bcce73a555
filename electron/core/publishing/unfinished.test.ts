import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultLimits, finishMilliseconds } from '#domain/installation/limits.ts';
import type { EntryOutcome } from '#domain/journal/entry.ts';
import { definitionOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { problem } from '#test-support/installation.fake.ts';
import { FakeClock } from '#test-support/clock.fake.ts';
import { decideCreate } from './decide-create.ts';
import type { Reconciler } from './reconcile.ts';
import {
  asRead,
  chat,
  type PublishFixture,
  openPublishFixture,
  publishIn,
} from '#test-support/publish-fixture.ts';

const limit = finishMilliseconds(defaultLimits);

let clock: FakeClock;
let opened: PublishFixture;
let reconciler: Reconciler;
let renamed: WebhookDefinition;

/** Starts the core with the entries of the journal. */
async function start(kept?: PublishFixture['ports']['journal']): Promise<void> {
  opened = await openPublishFixture(clock, kept);
  const { ports, close } = opened;
  reconciler = opened.reconciler;
  // Its requests have no address.
  ports.settings.saved = ports.settings.saved.map((saved) => ({ ...saved, practice: true }));
  renamed = { ...definitionOf(opened.held), name: 'Renamed' };
  onTestFinished(close);
}

beforeEach(async () => {
  clock = new FakeClock();
  await start();
});

const settle = (): Promise<number | null> => reconciler.reconcile(opened.connectionId);
async function outcome(): Promise<EntryOutcome | undefined> {
  const [entry] = await opened.journal.all({});
  return entry?.outcome;
}

/** Sends an update that does not arrive and whose response is lost. */
async function loseUpdate(): Promise<void> {
  const { webhooks } = opened.ports;
  webhooks.before = (operation) => {
    if (operation === 'update') throw problem('answer-lost');
  };
  await publishIn(opened, asRead(opened.held), renamed);
  webhooks.before = () => undefined;
}

describe('a request whose response was lost, without an effect so far', () => {
  it('is unknown until the installation must have finished it, then not applied', async () => {
    await loseUpdate();
    expect(await settle()).toBe(limit);
    clock.move(limit - 1);
    expect(await settle()).toBe(1);
    expect(await outcome()).toBe('unknown');
    clock.move(1);
    expect(await settle()).toBeNull();
    expect(await outcome()).toBe('not-applied');
  });

  it('is waited for by a caller that asks how long, on this installation only', async () => {
    await loseUpdate();
    expect(await reconciler.reconcileAll(['another'])).toBe(0);
    expect(await reconciler.reconcileAll([opened.connectionId])).toBe(limit);
    clock.move(limit);
    expect(await reconciler.reconcileAll()).toBe(0);
    expect(await outcome()).toBe('not-applied');
  });

  it('is not waited for while the installation cannot be read', async () => {
    await loseUpdate();
    opened.ports.webhooks.before = (operation) => {
      if (operation === 'list') throw problem('unreachable');
    };
    expect(await reconciler.reconcileAll()).toBe(0);
    expect(await outcome()).toBe('unknown');
  });

  it('is checked again automatically', async () => {
    await loseUpdate();
    const since = clock.now().getTime();
    const isLookedAtAgain = async (): Promise<void> => {
      clock.move(1_000);
      expect(await outcome()).toBe('not-applied');
    };
    await vi.waitFor(isLookedAtAgain, { interval: 1, timeout: 15_000 });
    expect(clock.now().getTime() - since).toBeGreaterThanOrEqual(limit);
  });

  it('is done when the installation applies it later', async () => {
    await loseUpdate();
    await settle();
    opened.held.name = 'Renamed';
    expect(await settle()).toBeNull();
    expect(await outcome()).toBe('done');
  });

  it('is found within seconds when the installation applies it after the first check', async () => {
    await loseUpdate();
    let looks = 0;
    opened.ports.webhooks.before = (operation) => {
      if (operation === 'list') looks += 1;
    };
    const isLookedAt = (): void => {
      clock.move(500);
      expect(looks).toBe(1);
    };
    await vi.waitFor(isLookedAt, { interval: 5, timeout: 15_000 });
    opened.held.name = 'Renamed';
    const since = clock.now().getTime();
    const isFound = async (): Promise<void> => {
      clock.move(500);
      expect(await outcome()).toBe('done');
    };
    await vi.waitFor(isFound, { interval: 5, timeout: 15_000 });
    expect(clock.now().getTime() - since).toBeLessThan(limit / 2);
  });

  it('waits no longer when the clock is set back', async () => {
    await loseUpdate();
    await settle();
    clock.set(-86_400_000);
    expect(await settle()).toBe(limit);
    clock.move(limit);
    expect(await settle()).toBeNull();
    expect(await outcome()).toBe('not-applied');
  });

  it('waits the full time again after a restart', async () => {
    await loseUpdate();
    clock.move(limit);
    await reconciler.close();
    await start(opened.ports.journal);
    expect(await settle()).toBe(limit);
    clock.move(limit);
    expect(await settle()).toBeNull();
    expect(await outcome()).toBe('not-applied');
  });

  it('becomes not applied without waiting when the installation reports a failure', async () => {
    const { webhooks } = opened.ports;
    webhooks.before = (operation, nth) => {
      if (operation === 'update') throw problem('server-failed');
      if (operation === 'read' && nth === 2) throw problem('unreachable');
    };
    await publishIn(opened, asRead(opened.held), renamed);
    expect(await outcome()).toBe('unknown');
    expect(await settle()).toBeNull();
    expect(await outcome()).toBe('not-applied');
  });
});

describe('an open entry during a read of the installation', () => {
  it('stays closed when it closes during the read, also against an older copy', async () => {
    await loseUpdate();
    clock.move(limit);
    const [copy] = await opened.journal.openEntries();
    if (copy === undefined) throw new Error('There is no open entry.');
    const end = { after: null, problem: null, notes: [] };
    opened.ports.webhooks.before = async (operation) => {
      if (operation === 'list') await opened.journal.complete(copy, { ...end, outcome: 'done' });
    };
    await settle();
    expect(await outcome()).toBe('done');
    const again = await opened.journal.complete(copy, { ...end, outcome: 'not-applied' });
    expect(again.outcome).toBe('done');
    await opened.journal.onDisk();
    expect([...opened.ports.journal.held.values()]).toEqual([again]);
  });

  it('stays open while a create of the same name is in flight', async () => {
    const { webhooks } = opened.ports;
    webhooks.before = (operation) => {
      if (operation === 'create') throw problem('answer-lost');
    };
    await publishIn(opened, null, chat);
    // Reconciles after the second webhook exists, before its publisher reads it back.
    let wait: number | null = null;
    webhooks.before = (operation) => {
      if (operation === 'create') clock.move(limit);
    };
    webhooks.after = async (operation) => {
      if (operation === 'create') wait = await settle();
    };
    const second = await publishIn(opened, null, chat);
    expect(second.outcome?.kind).toBe('identical');
    expect(wait).toBe(limit);
    expect(await settle()).toBeNull();
    const outcomes = (await opened.journal.all({})).map((entry) => entry.outcome);
    expect(outcomes).toEqual(['done', 'not-applied']);
  });
});

it('a lost create that got the id of an earlier one is for a person to decide', async () => {
  const { webhooks } = opened.ports;
  const first = await publishIn(opened, null, chat);
  const id = first.outcome?.webhook?.id ?? 0;
  // The installation is rebuilt, and gives its ids again.
  webhooks.webhooks = [opened.held];
  clock.move(86_400_000);
  webhooks.before = (operation) => {
    if (operation === 'create') {
      webhooks.webhooks.push({ ...webhooks.stored(chat), id });
      throw problem('answer-lost');
    }
    if (webhooks.webhooks.length > 1) throw problem('unreachable');
  };
  await publishIn(opened, null, chat);
  webhooks.before = () => undefined;
  clock.move(limit);
  await settle();
  const [entry] = await opened.journal.all({});
  expect(entry).toMatchObject({ outcome: 'unknown', candidates: [{ id, name: chat.name }] });
  await decideCreate(opened, { entryId: entry?.id ?? '', webhookId: id });
  expect(await outcome()).toBe('done');
});
