import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDraft } from '#test-support/draft-fixture.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { Composition } from '#compose/compose.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { DraftsEvent } from './drafts.ts';
import { proceduresOf } from './testing/procedures.ts';

describe.each(transports)('drafts on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;

  const open = async (): Promise<void> => {
    composition = await composeTestFolder(folder);
    const { vault } = composition.ports;
    window = await openWindow(transport, composition.ports, folder, []);
    if (vault.state().kind === 'passphrase') await window.client.vault.unlock({ passphrase });
  };
  const asked = new Set<string>();
  const end = async (): Promise<void> => {
    for (const name of window.asked) if (name.startsWith('drafts.')) asked.add(name);
    await window.leave();
    await window.end();
    await composition.close();
  };
  const told = async (until: (event: DraftsEvent) => boolean): Promise<DraftsEvent[]> => {
    const events: DraftsEvent[] = [];
    for await (const event of await window.client.drafts.watch()) {
      events.push(event);
      if (until(event)) break;
    }
    return events;
  };
  const passphrase = 'correct horse battery staple';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-drafts-'));
    await open();
  });
  afterAll(async () => {
    await end();
    expect([...asked].sort()).toEqual(proceduresOf(new Set(['drafts'])));
    rmSync(folder, { recursive: true });
  });

  it('are in memory while secrets are, and on disk once a passphrase protects those', async () => {
    const { client } = window;
    expect(await client.drafts.save({ draft: aDraft(), basedOn: null })).toMatchObject({
      status: 'saved',
      state: { status: 'memory', waiting: 1 },
    });
    await client.vault.choose({ kind: 'passphrase', passphrase });
    const isKept = (event: DraftsEvent): boolean =>
      event.kind === 'state' && event.state.status === 'kept';
    expect((await told(isKept)).at(-1)).toMatchObject({ state: { waiting: 0 } });
    await end();
    await open();
    const events = await told(isKept);
    const [kept] = events.flatMap((event) => (event.kind === 'drafts' ? event.drafts : []));
    const { revision = 0, settledRevision = null } = kept ?? {};
    expect(kept).toEqual(aDraft({ revision, settledRevision }));
    expect(revision).toBeGreaterThan(0);
  });

  it('move and are removed, and startAnew rejects while they are readable', async () => {
    const { client } = window;
    const settings = { ...blankConnection, name: 'globex', baseUrl: 'https://globex.example' };
    const globex = await client.connections.add({ settings, secrets: {} });
    const move = { draftId: 'acme/7', connectionId: globex.id };
    const moved = await client.drafts.move(move);
    expect(moved).toMatchObject({ connectionId: globex.id, webhookId: null, base: null });
    await expect(client.drafts.move(move)).rejects.toMatchObject({ data: { code: 'refused' } });
    await client.connections.change({
      connectionId: globex.id,
      settings: { ...settings, readOnly: true },
      secrets: {},
    });
    const back = { draftId: moved.id, connectionId: globex.id };
    await expect(client.drafts.move(back)).rejects.toMatchObject({ data: { code: 'read-only' } });
    const { id: draftId, revision: basedOn } = moved;
    expect(await client.drafts.remove({ draftId, basedOn })).toMatchObject({
      status: 'removed',
      state: { waiting: 0 },
    });
    await expect(client.drafts.startAnew()).rejects.toMatchObject({ data: { code: 'refused' } });
  });
});
