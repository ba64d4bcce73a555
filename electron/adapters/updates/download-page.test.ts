import { expect, it } from 'vitest';
import { downloadPageIn, feedOf } from './download-page.ts';

it.each<[string, string | null]>([
  [
    'provider: github\nowner: ada\nrepo: hookdesk\nupdaterCacheDirName: hookdesk-updater\n',
    'https://github.com/ada/hookdesk/releases',
  ],
  [
    'provider: generic\nurl: https://updates.acme.test/hookdesk\n',
    'https://updates.acme.test/hookdesk',
  ],
  ["provider: 'generic'\nurl: 'https://updates.acme.test/'\r\n", 'https://updates.acme.test/'],
  ['provider: generic\nurl: http://updates.acme.test/\n', null],
  ['provider: generic\nurl: https://ada:canary@updates.acme.test/\n', null],
  ['provider: generic\nurl: javascript:alert(1)\n', null],
  ['provider: github\nowner: ada\n', null],
  ['', null],
])('the page of the packages for %j is %s', (yaml, page) => {
  expect(downloadPageIn(yaml)).toBe(page);
});

it.each([
  ['github:ada/hookdesk', { provider: 'github', owner: 'ada', repo: 'hookdesk' }],
  ['https://updates.acme.test/', { provider: 'generic', url: 'https://updates.acme.test/' }],
  ['http://updates.acme.test/', null],
  ['ada/hookdesk', null],
  ['', null],
  [undefined, null],
])('the server that %s names to a copy of the sources', (named, feed) => {
  expect(feedOf(named)).toEqual(feed);
});
