import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { DraftSaving, type Snapshot } from './draft-saving.svelte.ts';
import { hostWith } from './testing/drafts-host.fake.ts';

const named = (name: string): Snapshot => {
  const definition = { ...emptyDefinition('B'), name };
  return () => ({
    ...{ id: 'acme/7', connectionId: 'acme', webhookId: 7, base: null },
    ...{ definition, editedAt: new Date() },
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  return () => {
    vi.useRealTimers();
  };
});

describe('edits', () => {
  it('are on disk less than 300 ms after the last of them, however fast they come', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    for (const name of ['E', 'Ed', 'Edi', 'Edit']) {
      saving.note('acme/7', named(name));
      await vi.advanceTimersByTimeAsync(50);
    }
    await vi.advanceTimersByTimeAsync(249);
    expect(host.calls).toEqual(['save Edit']);
    expect(saving.isSettled).toBe(true);
  });

  it('do not wait for the next ones for ever', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    for (let key = 0; key < 10; key += 1) {
      saving.note('acme/7', named(`Key ${key}`));
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(host.calls).toEqual(['save Key 3', 'save Key 7']);
  });

  it('that come to nothing are removed from the disk, where something was on it', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    saving.note('acme/7', () => null);
    await saving.flush();
    expect(host.calls).toEqual([]);
    saving.note('acme/7', named('Other'));
    await saving.flush();
    saving.note('acme/7', () => null);
    await saving.flush();
    expect(host.calls).toEqual(['save Other', 'remove acme/7']);
    expect(host.disk.size).toBe(0);
  });

  it('of a moment ago are waited for by who leaves, but not for ever', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    const release = host.hold();
    saving.note('acme/7', named('Just typed'));
    const left = saving.flushInTime();
    expect(saving.isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(3_000);
    await left;
    expect(saving.isSettled).toBe(false);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(saving.isSettled).toBe(true);
    expect(host.disk.get('acme/7')?.definition.name).toBe('Just typed');
  });

  it('that are made while the one before is on its way go after it', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    const release = host.hold();
    for (const name of ['First', 'Second']) {
      saving.note('acme/7', named(name));
      void saving.flush();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(host.calls).toEqual(['save First']);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(host.calls).toEqual(['save First', 'save Second']);
  });

  it('that the host did not take stay unsettled', async () => {
    const host = hostWith([]);
    const saving = new DraftSaving(host.client);
    saving.note('acme/7', () => {
      throw new Error('The way to the host is lost.');
    });
    await saving.flush();
    expect(saving.isSettled).toBe(false);
    saving.note('acme/7', named('Again'));
    await vi.advanceTimersByTimeAsync(300);
    expect(saving.isSettled).toBe(true);
    expect(host.disk.size).toBe(1);
  });
});
