import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { channelOf, feedVariable, updateFeed } from './update-feed.ts';

it.each([
  [undefined, null],
  ['', null],
  [
    'https://updates.hookdesk.dev/latest/',
    { provider: 'generic', url: 'https://updates.hookdesk.dev/latest/' },
  ],
  ['http://127.0.0.1:8080', { provider: 'generic', url: 'http://127.0.0.1:8080' }],
  ['github:hookdesk/hookdesk.app', { provider: 'github', owner: 'hookdesk', repo: 'hookdesk.app' }],
])('reads %s', (named, feed) => {
  expect(updateFeed(named, '1.2.0')).toEqual(feed);
});

it.each([
  'http://updates.hookdesk.dev',
  'https://user:password@updates.hookdesk.dev',
  'https://updates.hookdesk.invalid',
  'https://example.com/updates',
  'ftp://updates.hookdesk.dev',
  'github:hookdesk',
  'hookdesk/hookdesk',
])('rejects %s', (named) => {
  expect(() => updateFeed(named, '1.2.0')).toThrow(`${feedVariable} must be`);
});

it('npm run package reports the mistake before the build', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'package.ts')],
    { encoding: 'utf8', env: { ...process.env, [feedVariable]: 'http://updates.hookdesk.dev' } },
  );
  expect(stdout).toBe('');
  expect(stderr).toMatch(new RegExp(`^${feedVariable} must be .+\\n$`));
  expect(status).toBe(1);
});

it('gives a prerelease a channel of its own', () => {
  expect(['1.2.0', '1.2.0-beta.1', '2.0.0-alpha.12'].map(channelOf)).toEqual([
    null,
    'beta',
    'alpha',
  ]);
  expect(updateFeed('github:hookdesk/hookdesk', '1.2.0-beta.1')).toMatchObject({ channel: 'beta' });
  expect(updateFeed('https://updates.hookdesk.dev/', '1.2.0')).not.toHaveProperty('channel');
});

it.each(['1.2.0-rc.1', '1.2.0-beta', '1.2.0-beta1'])('rejects the prerelease %s', (version) => {
  expect(() => channelOf(version)).toThrow('must end with -alpha.N or -beta.N');
});
