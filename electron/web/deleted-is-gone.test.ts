import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStoredCore } from '#test-support/stored-core-fixture.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-deleted-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const place = { baseUrl: 'https://127.0.0.1:9', apiRoot: '/api/v14', authToken: 'canary' };

it.each<[string, (path: string) => void]>([
  [
    'missing',
    (path) => {
      rmSync(path);
    },
  ],
  [
    'empty',
    (path) => {
      writeFileSync(path, '');
    },
  ],
  [
    'cut off',
    (path) => {
      writeFileSync(path, readFileSync(path).subarray(0, 100));
    },
  ],
])('a removed installation stays removed when every file is %s', async (_, damage) => {
  const first = await openStoredCore(directory, place, place);
  const [removed = '', kept = ''] = first.connectionIds;
  for (const connectionId of first.connectionIds) {
    const edits = { HIGH: { AlertName: 'Disk full' } };
    await first.client.templates.saveSamples({ connectionId, webhookId: 7, edits });
  }
  await first.client.connections.remove({ connectionId: removed });
  await first.close();
  for (const name of ['settings', 'templates', 'vault']) damage(join(directory, `${name}.json`));

  const again = await openStoredCore(directory);
  expect(again.connectionIds).toEqual([kept]);
  const token = (id: string) => again.ports.secrets.get(`connection/${id}/auth-token`);
  expect(await token(removed)).toBeNull();
  expect(await token(kept)).not.toBeNull();
  const samples = again.ports.templates.remembered().samples;
  expect(samples.map(({ connectionId }) => connectionId)).toEqual([kept]);
  await again.close();
});
