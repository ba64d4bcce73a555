import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openQueues } from '#adapters/file-open/open-queues.ts';
import { FakePreventable } from './fakes/preventable.fake.ts';
import { followOpened, handedOver } from './second-start.ts';

const here = resolve('/home/ada');
const absolute = resolve('/a/b.json');

describe('the message to the first start', () => {
  const files = Array.from({ length: 400 }, (_, at) => resolve(`/folder/${at}.hookdesk.json`));

  test('contains as many files as fit', () => {
    const few = { files: files.slice(0, 3), links: ['hookdesk://all'] };
    expect(handedOver(few, ['hookdesk', ...few.files], here)).toEqual(few);
    const long = files.slice(0, 40).map((file) => file.repeat(12));
    const passed = handedOver({ files: long, links: [] }, ['hookdesk', ...long], here);
    expect(passed.files.length).toBeGreaterThan(5);
    expect(passed.files).toEqual(long.slice(0, passed.files.length));
    const message = JSON.stringify([passed, here, 'hookdesk', ...long]);
    expect(Buffer.byteLength(message)).toBeLessThan(32 * 1024);
  });

  test('contains at most the number of files that the first start accepts', () => {
    expect(handedOver({ files, links: [] }, [], here).files).toEqual(files.slice(0, 50));
  });

  test('contains no files when the arguments alone are too long', () => {
    expect(handedOver({ files, links: [] }, ['a'.repeat(40_000)], here).files).toEqual([]);
  });
});

describe('a later file or link', () => {
  const following = () => {
    const app = new EventEmitter();
    const toOpen = openQueues();
    const { files, links } = toOpen;
    followOpened(app, toOpen);
    const nameOfNext = async () => (await files.take(undefined).next()).value?.name;
    const nextLink = async () => (await links.take(undefined).next()).value;
    return { app, nameOfNext, nextLink };
  };

  test('comes from the message of a second start, not from its arguments', async () => {
    const { app, nameOfNext } = following();
    const elsewhere = resolve('/elsewhere');
    for (const data of [undefined, {}, { files: ['relative'] }, { files: 'x' }]) {
      app.emit('second-instance', {}, ['hookdesk', 'argument'], elsewhere, data);
    }
    app.emit('second-instance', {}, ['hookdesk', 'b.json'], elsewhere, { files: [absolute] });
    expect(await nameOfNext()).toBe('b.json');
  });

  test('comes from the Finder', async () => {
    const { app, nameOfNext } = following();
    const event = new FakePreventable();
    app.emit('open-file', event, absolute);
    expect(event.prevented).toBe(true);
    expect(await nameOfNext()).toBe('b.json');
  });

  test('comes from a second start or from macOS', async () => {
    const { app, nextLink } = following();
    const links = ['hookdesk://history/a', 'hookdesk://plan/a'];
    app.emit('second-instance', {}, [], here, { files: [], links });
    expect(await nextLink()).toEqual({ kind: 'entry', entryId: 'a' });
    expect(await nextLink()).toBeNull();
    const event = new FakePreventable();
    app.emit('open-url', event, 'hookdesk://installation/a');
    expect(event.prevented).toBe(true);
    expect(await nextLink()).toEqual({ kind: 'installation', connectionId: 'a' });
  });
});
