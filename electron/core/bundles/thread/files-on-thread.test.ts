import { expect, it } from 'vitest';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { ImportedFile } from './files-on-thread.ts';

async function opened(...webhooks: readonly object[]) {
  const content = JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks });
  const bytes = new TextEncoder().encode(content);
  const file = new ImportedFile(bundleCodec);
  file.add(bytes, bytes.length);
  const opening = await file.open(null);
  if (opening.kind !== 'read') throw new Error(opening.kind);
  return { view: opening.view, rows: file.views(0, 10) };
}

it.each([
  ['https://anna:canary-1@a.example/x', 'https://••••••••@a.example/x'],
  ['https://a.example/x?token=canary-2', 'https://a.example/x?token=••••••••'],
  [['https://a.example/x?token=', { secret: 'key' }], 'https://a.example/x?token=<secret:key>'],
])('lists %j without its secrets', async (url, shown) => {
  const { rows } = await opened({ name: 'Pager', url });
  expect(rows).toMatchObject([{ name: 'Pager', url: shown }]);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

it('reports unknown members, and why a webhook is unreadable', async () => {
  const { view, rows } = await opened(
    { name: 'Pager', enabeld: true },
    { name: 'Broken', url: 'https://anna:canary-3@a.example/', enabled: 'canary-4' },
  );
  expect(view).toMatchObject({
    unknown: [{ webhook: 'Pager', path: 'enabeld', nearest: 'enabled', line: 1 }],
    unknownTotal: 1,
    faults: [{ name: 'Broken', fault: { why: 'enabled must be true or false.' } }],
    faultsTotal: 1,
  });
  expect(rows[1]).toMatchObject({ name: 'Broken', url: '' });
  expect(JSON.stringify([view, rows])).not.toContain('canary');
});
