// @module-tag slow
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { JournalFilter } from '#contract/journal.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { EntrySummary } from '#domain/journal/entry.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { definitionOf } from '#domain/webhook/webhook.ts';
import { aDefinition, draftToPublish } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { startHost } from '#test-support/start-host.ts';
import { runCli } from './testing/run-cli.ts';

/** Commands; `npm run prove beside` runs 100. */
const writes = Number(process.env.BESIDE_WRITES ?? 6);
const atOnce = 2;
const passphrase = 'four words without sense';
const parent = mkdtempSync(join(tmpdir(), 'hookdesk-beside-'));
const data = join(parent, 'data');
let services: ServedInstallations | null = null;
afterAll(async () => {
  await services?.close();
  rmSync(parent, { recursive: true });
});

async function entriesOf(client: HookdeskClient): Promise<EntrySummary[]> {
  const entries: EntrySummary[] = [];
  let after: string | null = null;
  do {
    const page = await client.journal.page({ filter: JournalFilter.parse({}), after, limit: 500 });
    entries.push(...page.entries);
    after = page.next;
  } while (after !== null);
  return entries;
}

/** A bundle with one new webhook. */
const bundleOf = (name: string): string =>
  JSON.stringify({
    format: 'hookdesk-bundle',
    version: '1.0',
    webhooks: [
      {
        name,
        enabled: true,
        method: 'POST',
        url: 'https://hooks.example.com/ops',
        payloadTemplate: '{}',
        severities: { low: false, medium: false, high: true, cleared: false },
        onlyVariantB: { payloadType: 'ALERT' },
      },
    ],
  });

/** Publishes changes of one webhook until the commands are done; returns how many. */
async function publishUntil(client: HookdeskClient, connectionId: string, isDone: () => boolean) {
  let published = 0;
  while (!isDone()) {
    const { webhook: base } = await client.webhooks.read({ connectionId, webhookId: 1 });
    const definition = { ...definitionOf(base), name: `Window ${published}` };
    const input = await draftToPublish(client.drafts, { connectionId, base, definition });
    for await (const event of await client.publishing.publish(input)) {
      if (event.kind === 'outcome') expect(event.outcome).toMatchObject({ kind: 'identical' });
    }
    published += 1;
  }
  return published;
}

it(
  'commands beside a window that publishes lose no entry of the History, and write none twice',
  { timeout: 30_000 + writes * 10_000 },
  async () => {
    // Without a secret, which each command would have to give.
    const webhook = { ...aDefinition('Window'), headers: [] };
    services = await startInstallations([{ variant: 'B', webhooks: [webhook] }]);
    const { baseUrl = '', apiRoot = '' } = services.places[0] ?? {};
    const { child, client, ended } = await startHost(data);
    await client.vault.choose({ kind: 'passphrase', passphrase });
    const { id: connectionId } = await client.connections.add({
      settings: {
        ...blankConnection,
        name: 'acme',
        baseUrl,
        apiRoot,
        variant: 'B',
        environment: 'test',
        authentication: { kind: 'none' },
      },
      secrets: {},
    });
    const options = ['--data', data];
    const names = Array.from({ length: writes }, (_, index) => `Command ${index}`);
    const waiting = [...names];
    const apply = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const file = join(parent, `${name}.json`);
        writeFileSync(file, bundleOf(name));
        const given = ['--installation', 'acme', '--yes', ...options];
        expect(await runCli(['apply', file, ...given])).toMatchObject({
          code: 0,
          err: expect.not.stringContaining('Not ready') as string,
        });
      }
    };
    let isDone = false;
    const commands = Promise.all(Array.from({ length: atOnce }, apply)).finally(() => {
      isDone = true;
    });
    const [published] = await Promise.all([
      publishUntil(client, connectionId, () => isDone),
      commands,
    ]);

    const entries = await entriesOf(client);
    const counted = (found: readonly EntrySummary[]) => ({
      created: found
        .filter(({ action }) => action === 'create')
        .map(({ name }) => name)
        .sort(),
      updated: found.filter(({ action }) => action === 'update').length,
      outcomes: [...new Set(found.map(({ outcome }) => outcome))],
      ids: new Set(found.map(({ id }) => id)).size,
    });
    expect(published).toBeGreaterThan(0);
    const expected = {
      created: names.toSorted(),
      updated: published,
      outcomes: ['done'],
      ids: writes + published,
    };
    expect(counted(entries)).toEqual(expected);
    const sent = { POST: 0, PUT: 0 };
    for (const line of services.applied) {
      if (line.includes(' POST ')) sent.POST += 1;
      if (line.includes(' PUT ')) sent.PUT += 1;
    }
    expect(sent).toEqual({ POST: writes, PUT: published });

    child.kill('SIGTERM');
    await ended;
    const again = await startHost(data);
    await again.client.vault.unlock({ passphrase });
    expect(counted(await entriesOf(again.client))).toEqual(expected);
    again.child.kill('SIGTERM');
    await again.ended;
  },
);
