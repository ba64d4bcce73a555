import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FileOpenQueue } from '#adapters/file-open/file-open-queue.ts';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { followOpened, namedFiles } from './opened-files.ts';

const here = resolve('/home/ada');
const absolute = resolve('/a/b.json');

describe('the files that a start is to open', () => {
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
  ])('of %j', (args, expected) => {
    expect(namedFiles(['hookdesk', ...args], here, true)).toEqual(expected);
    expect(namedFiles(['electron', '.', ...args], here, false)).toEqual(expected);
  });
});

describe('what comes later', () => {
  const following = () => {
    const app = new EventEmitter();
    const offered = new FileOpenQueue();
    followOpened(app, offered);
    const nameOfNext = async () => (await offered.take(undefined).next()).value?.name;
    return { app, nameOfNext };
  };

  test('is what a second start hands over, not its arguments', async () => {
    const { app, nameOfNext } = following();
    const elsewhere = resolve('/elsewhere');
    for (const data of [undefined, {}, { files: ['relative'] }, { files: 'x' }]) {
      app.emit('second-instance', {}, ['hookdesk', 'argument'], elsewhere, data);
    }
    app.emit('second-instance', {}, ['hookdesk', 'b.json'], elsewhere, { files: [absolute] });
    expect(await nameOfNext()).toBe('b.json');
  });

  test('is what the Finder opens', async () => {
    const { app, nameOfNext } = following();
    const event = new FakePreventable();
    app.emit('open-file', event, absolute);
    expect(event.prevented).toBe(true);
    expect(await nameOfNext()).toBe('b.json');
  });
});
