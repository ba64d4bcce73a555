import { expect, it } from 'vitest';
import { readBundleFile } from '#domain/bundle/reading/read-file.ts';
import { rawReader } from '../http/codec/raw-reader.ts';
import { fileRowView, fileView } from './file-views.ts';

function opened(...webhooks: readonly object[]) {
  const text = JSON.stringify({ format: 'hookdesk-bundle', version: '1.0', webhooks });
  const reading = readBundleFile(text, rawReader);
  if (reading.kind !== 'bundle') throw new Error('It is a bundle');
  return { view: fileView(reading), rows: reading.rows.map(fileRowView) };
}

it.each([
  ['https://anna:canary-1@a.example/x', 'https://••••••••@a.example/x'],
  ['https://a.example/x?token=canary-2', 'https://a.example/x?token=••••••••'],
  [['https://a.example/x?token=', { secret: 'key' }], 'https://a.example/x?token=<secret:key>'],
])('the list shows %j without its secrets', (url, shown) => {
  const { rows } = opened({ name: 'Pager', url });
  expect(rows).toMatchObject([{ name: 'Pager', url: shown }]);
  expect(JSON.stringify(rows)).not.toContain('canary');
});

it('names unknown members, and webhooks that cannot be read with what is wrong', () => {
  const { view, rows } = opened(
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
