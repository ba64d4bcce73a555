import { describe, expect, it } from 'vitest';
import { maxFileBytes, maxFolderFiles } from '../bundle-limits.ts';
import { describeFolderFault } from './folder-files.ts';
import { bundleOfParts, folderExcess } from './folder-parts.ts';

const head = '{"format": "hookdesk-folder", "version": "1.0"}';

function joined(files: Readonly<Record<string, string | Uint8Array>>) {
  const contents = Object.entries(files).map(([path, text]) => ({
    path,
    bytes: Buffer.from(text),
  }));
  return {
    content: Buffer.concat(contents.map(({ bytes }) => bytes)),
    parts: contents.map(({ path, bytes }) => ({ path, bytes: bytes.length })),
  };
}

function readingOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const { content, parts } = joined(files);
  const reading = bundleOfParts(content, parts);
  return reading.kind === 'bundle'
    ? Buffer.concat([...reading.bytes]).toString()
    : reading.faults.map(describeFolderFault).join('\n');
}

describe('the joined files of a folder', () => {
  it('are a bundle, with each character in its own file', () => {
    const text = readingOf({
      'hookdesk.json': head,
      'webhooks/a.json': '{"name": "Zürich"}',
      'webhooks/b.json': '{"name": "日本"}',
      'webhooks/b.template.txt': 'é\nü',
    });
    expect(JSON.parse(text)).toMatchObject({
      format: 'hookdesk-bundle',
      webhooks: [
        { key: 'a', name: 'Zürich' },
        { key: 'b', name: '日本', payloadTemplate: ['é\n', 'ü'] },
      ],
    });
  });

  it('are refused when one is not UTF-8, and each of these is named', () => {
    const latin = Buffer.from('{"name": "Z\xfcrich"}', 'latin1');
    expect(
      readingOf({ 'hookdesk.json': head, 'webhooks/a.json': latin, 'webhooks/b.json': latin }),
    ).toBe('webhooks/a.json: It is not text in UTF-8.\nwebhooks/b.json: It is not text in UTF-8.');
  });

  it('are not read when they are too many or too large', () => {
    const file = { path: 'webhooks/a.json', bytes: 1 };
    expect(folderExcess(Array.from({ length: maxFolderFiles }, () => file))).toBeNull();
    expect(folderExcess(Array.from({ length: maxFolderFiles + 1 }, () => file))).toBe(
      'It has more than 50,000 files.',
    );
    expect(folderExcess([file, { ...file, bytes: maxFileBytes }])).toBe(
      'It is larger than 64 MiB.',
    );
  });
});
