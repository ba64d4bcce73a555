import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { managedPlace } from '#adapters/managed/managed-file.ts';
import { ManagedSettings, readManagedText } from '#domain/managed/managed-settings.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/managed-settings.md'), 'utf8');
const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
const rows = page.split('\n').filter((line) => line.startsWith('|'));

describe('docs/managed-settings.md', () => {
  it.each(examples)('has an example that Hookdesk reads: %s', (text) => {
    expect(readManagedText(text)).toEqual({ settings: JSON.parse(text) as unknown });
  });

  it('lists every member, in the order of the schema', () => {
    const members = rows.flatMap((row) => /^\| `(\w+)`/.exec(row)?.[1] ?? []);
    expect(members).toEqual(Object.keys(ManagedSettings.shape));
    expect(
      examples
        .map((text) => Object.keys(JSON.parse(text) as object))
        .flat()
        .sort(),
    ).toEqual([...members].sort());
  });

  it.each([
    ['Linux', 'linux'],
    ['macOS', 'darwin'],
    ['Windows', 'win32'],
  ] as const)('names the place on %s', (system, platform) => {
    const row = rows.find((each) => each.startsWith(`| ${system}`));
    expect(row).toContain(`\`${managedPlace(platform, {}).files[0] ?? ''}\``);
  });
});
