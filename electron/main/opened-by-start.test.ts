import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { maxLinkLength } from '#domain/link/link.ts';
import { openedByStart } from './opened-by-start.ts';

const here = resolve('/home/ada');
const absolute = resolve('/a/b.json');

describe('the files to open at a start', () => {
  test.each<[string[], string[]]>([
    [[], []],
    [['acme.hookdesk.json'], [resolve(here, 'acme.hookdesk.json')]],
    [['--open', '../b.json'], [resolve('/home/b.json')]],
    [['--open=a', '--open', 'b', 'c'], ['a', 'b', 'c'].map((name) => resolve(here, name))],
    [[absolute], [absolute]],
    [[pathToFileURL(resolve('/a/b c.json')).href], [resolve('/a/b c.json')]],
    [['file://%zz'], [resolve(here, 'file:/%zz')]],
    [['--data', '/d', '--disable-gpu', '--lang=de', 'a'], [resolve(here, 'a')]],
    [['--data=/d', '--', '-a'], [resolve(here, '-a')]],
    [['--open'], []],
    [['--open=', ''], []],
  ])('from %j', (args, expected) => {
    const opened = { files: expected, links: [] };
    expect(openedByStart(['hookdesk', ...args], here, true)).toEqual(opened);
    expect(openedByStart(['electron', '.', ...args], here, false)).toEqual(opened);
  });

  test('come after `--` as Windows registers them, so that none is a switch', () => {
    const opened = openedByStart(['hookdesk', '--', '--data=/d', 'hookdesk://all'], here, true);
    expect(opened).toEqual({ files: [resolve(here, '--data=/d')], links: ['hookdesk://all'] });
  });

  test('exclude links of any length', () => {
    const long = `hookdesk://all?query=${'a'.repeat(100_000)}`;
    const { files, links } = openedByStart(
      ['hookdesk', '--flag', 'HOOKDESK://all', 'a', long],
      here,
      true,
    );
    expect(files).toEqual([resolve(here, 'a')]);
    expect(links).toEqual(['HOOKDESK://all', long.slice(0, maxLinkLength + 1)]);
  });
});
