import { expect, it } from 'vitest';
import { aConnection } from '../../../shared/testing/a-connection.ts';
import { FakeExportApi } from '../testing/export-api.fake.ts';
import { Exports } from './bundle-export.svelte.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

const acme = aConnection({ id: 'acme', variant: 'A' });

function exportsOf(host: FakeExportApi): Exports {
  return new Exports(host.api, {
    connections: { find: (id) => (id === 'acme' ? acme : undefined), shown: [acme] },
    drafts: {
      edited: [],
      flushNow: () => {
        host.calls.push('flush');
        return Promise.resolve();
      },
    },
  });
}

it('saves the drafts, prepares the named webhooks and releases them for the next export', async () => {
  const host = new FakeExportApi();
  const exports = exportsOf(host);
  exports.open({ webhooks: new Map([['acme', unseen(7)]]), draftIds: ['gone'] });
  const { current } = exports;
  expect(current?.file.variant).toBe('A');
  await expect.poll(() => current?.phase).toBe('prepared');
  expect(host.calls).toEqual(['flush', 'prepare acme=7']);
  exports.open({ webhooks: new Map(), draftIds: [] });
  expect(host.calls.at(-1)).toBe('forget 1');
  expect(exports.current?.phase).toBe('choosing');
  exports.close();
  expect(exports.current).toBeNull();
});
