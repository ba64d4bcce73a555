import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariantId } from '../../webhook/variant.ts';
import { emptyDefinition } from '../../webhook/webhook.ts';
import { Bundle } from '../format.ts';
import { readBundleText } from '../reading/read-bundle-text.ts';
import {
  choices,
  decideBundleRows,
  definitionsOf,
  exported,
  held,
  kindOf,
  lifeLike,
  sourceOf,
  target,
} from '../testing/bundles.ts';
import { rawReader } from '../testing/raw-codec.ts';
import { checkFolder } from './check-folder.ts';
import {
  bundleOfFolder,
  describeFolderFault,
  type FolderFile,
  folderFilesOf,
} from './folder-files.ts';

const bundleIn = (text: string): Bundle => Bundle.parse(JSON.parse(text));

function textOf(files: readonly FolderFile[]): string {
  const reading = bundleOfFolder(files);
  if (reading.kind === 'unreadable') {
    throw new Error(reading.faults.map(describeFolderFault).join('\n'));
  }
  return Buffer.concat([...reading.bytes]).toString('utf8');
}

/** Sorted, because a folder has no order. */
const contentOf = ({ webhooks, ...head }: Bundle) => ({
  head,
  webhooks: webhooks.toSorted((a, b) => ((a.key ?? '') < (b.key ?? '') ? -1 : 1)),
});

const variant = fc.constantFrom<VariantId>('A', 'B');

describe('a folder', () => {
  it('has the content of its bundle, and gives equal files again', () => {
    fc.assert(
      fc.property(
        variant.chain((id) => fc.tuple(fc.constant(id), fc.array(definitionsOf(id)))),
        ([id, definitions]) => {
          const { text } = exported([sourceOf(id, held(definitions))]);
          const files = folderFilesOf(bundleIn(text));
          const back = textOf(files.toReversed());
          expect(contentOf(bundleIn(back))).toEqual(contentOf(bundleIn(text)));
          const again = folderFilesOf(bundleIn(back));
          expect(new Map(again.map((file) => [file.path, file.text]))).toEqual(
            new Map(files.map((file) => [file.path, file.text])),
          );
        },
      ),
      { numRuns: 200, examples: [[['B', [{ ...emptyDefinition('B'), name: 'con' }]]]] },
    );
  });

  it.each(['A', 'B'] as const)('of variant %s proposes nothing to its installation', (id) => {
    const webhooks = lifeLike(id, 200);
    const files = folderFilesOf(bundleIn(exported([sourceOf(id, webhooks)]).text));
    const reading = readBundleText(textOf(files), rawReader);
    if (reading.kind !== 'bundle') throw new Error('The folder is no bundle.');
    const plan = decideBundleRows(reading.rows, target(id, webhooks), choices());
    expect(plan.map(kindOf)).toEqual(webhooks.map(() => 'unchanged'));
  });
});

const bundle = (...webhooks: object[]): Bundle =>
  Bundle.parse({ format: 'hookdesk-bundle', version: '1.0', webhooks });
const textAt = (files: readonly FolderFile[], path: string): string | undefined =>
  files.find((file) => file.path === path)?.text;

describe('the files of a folder', () => {
  it('have a template of several lines as it is, with places of secrets', () => {
    const payloadTemplate = ['{\n', '  "key": "', { secret: 'pager-key' }, '"\n', '}'];
    const files = folderFilesOf(bundle({ key: 'pager', name: 'Pager', payloadTemplate }));
    expect(textAt(files, 'webhooks/pager.template.txt')).toBe(
      '{\n  "key": "<secret:pager-key>"\n}',
    );
    expect(textAt(files, 'webhooks/pager.json')).toBe('{\n  "name": "Pager"\n}\n');
  });

  it('have names that lead to no other folder, and that every system takes', () => {
    const keys = ['../../etc/passwd', 'a/b', 'CON', 'lpt1', 'Zürich', 'a/b '];
    const files = folderFilesOf(bundle(...keys.map((key) => ({ key, name: key }))));
    expect(files.map(({ path }) => path).filter((path) => path.startsWith('webhooks/'))).toEqual([
      'webhooks/etc-passwd.json',
      'webhooks/a-b.json',
      'webhooks/webhook-con.json',
      'webhooks/webhook-lpt1.json',
      'webhooks/zurich.json',
      'webhooks/a-b-2.json',
    ]);
  });

  it('leave a text that only looks like the place of a secret in the JSON', () => {
    const payloadTemplate = ['a\n', '<secret:not-one>\n'];
    const files = folderFilesOf(bundle({ key: 'pager', name: 'Pager', payloadTemplate }));
    expect(textAt(files, 'webhooks/pager.template.txt')).toBeUndefined();
    expect(bundleIn(textOf(files)).webhooks[0]?.payloadTemplate).toEqual(payloadTemplate);
  });
});

describe('a faulty folder', () => {
  const head = { path: 'hookdesk.json', text: '{"format": "hookdesk-folder", "version": "1.0"}' };
  const faultsOf = (...files: FolderFile[]): string[] => {
    const reading = bundleOfFolder(files);
    return reading.kind === 'unreadable' ? reading.faults.map(describeFolderFault) : [];
  };

  it('names each file, line and column', () => {
    const faults = faultsOf(
      head,
      { path: 'webhooks/a.json', text: '{\n  "name": "A",\n  "enabled": "yes"\n}' },
      { path: 'webhooks/b.json', text: '{\n  "name": }' },
      { path: 'webhooks/c.template.txt', text: 'a\nb' },
    );
    expect(faults.sort()).toEqual([
      'webhooks/a.json: Line 3, column 14: enabled must be true or false.',
      'webhooks/b.json: Line 2, column 11: It is not JSON: a value is missing.',
      'webhooks/c.template.txt: webhooks/c.json is missing.',
    ]);
  });

  it('has no head, or one of another format', () => {
    expect(faultsOf()).toEqual(['hookdesk.json: The file is missing.']);
    expect(faultsOf({ ...head, text: '{"format": "x", "version": "1.0"}' })).toHaveLength(1);
  });

  it('has a template in two places', () => {
    const json = { path: 'webhooks/a.json', text: '{"name": "A", "payloadTemplate": "x"}' };
    const template = { path: 'webhooks/a.template.txt', text: 'a\nb' };
    expect(faultsOf(head, json, template)).toEqual([
      'webhooks/a.json: The template has a file of its own. Remove “payloadTemplate” here.',
    ]);
  });
});

it('checks each webhook and template at its place in its file', () => {
  const payloadTemplate = ['{\n', '  "a": "%AlertName%",\n', '  "b": "%AlertNme%"\n', '}'];
  const url = 'ftp://a.example';
  const webhook = { key: 'pager', name: 'Pager', url, payloadTemplate };
  expect(checkFolder(folderFilesOf(bundle(webhook)))).toMatchObject([
    { path: 'webhooks/pager.json', line: 3, column: 10, level: 'error', webhook: 'Pager' },
    { path: 'webhooks/pager.template.txt', line: 3, column: 9, level: 'error', webhook: 'Pager' },
    { level: 'warning' },
  ]);
  expect(checkFolder([])).toMatchObject([{ path: 'hookdesk.json', level: 'error' }]);
});
