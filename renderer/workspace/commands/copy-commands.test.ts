import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Notices } from '../../shared/notices.svelte.ts';
import { copyCommands, type CopySource } from './copy-commands.ts';

const secret = 'fake-secret-71be90';
const source: CopySource = {
  name: 'Ops',
  id: 7,
  link: 'hookdesk://history/a',
  url: () => `https://hooks.example.com/ops?token=${secret}`,
  request: () => ({
    method: 'POST',
    url: 'https://hooks.example.com/ops',
    headers: [{ name: 'Authorization', value: `Bearer ${secret}` }],
    body: '{"text": "Database size"}',
  }),
};
let copied: string[] = [];

beforeEach(() => {
  copied = [];
  const writeText = (text: string): Promise<void> => {
    copied.push(text);
    return Promise.resolve();
  };
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

async function choose(label: string, from: CopySource = source): Promise<string> {
  const notices = new Notices();
  const command = copyCommands(from, notices).find((each) => each.label === label);
  if (command === undefined) throw new Error(`No command “${label}”`);
  command.choose();
  await vi.waitFor(() => {
    expect(notices.all).toHaveLength(1);
  });
  return notices.all[0]?.text ?? '';
}

it('copies name, id, link and URL, and says that the URL has secrets', async () => {
  expect(await choose('Copy name')).toBe('Name copied');
  expect(await choose('Copy id')).toBe('Id copied');
  expect(await choose('Copy link')).toBe('Link copied');
  expect(await choose('Copy URL')).toBe('URL copied, with secrets');
  expect(await choose('Copy URL', { ...source, url: () => 'https://a.example.com' })).toBe(
    'URL copied',
  );
  expect(copied).toEqual([
    'Ops',
    '7',
    'hookdesk://history/a',
    `https://hooks.example.com/ops?token=${secret}`,
    'https://a.example.com',
  ]);
});

it('masks the secrets of each curl command', async () => {
  for (const label of ['Copy as curl (Linux, macOS)', 'Copy as curl (PowerShell)']) {
    expect(await choose(label)).toContain('secrets masked');
  }
  expect(copied).toHaveLength(2);
  for (const command of copied) {
    expect(command).toContain('Database size');
    expect(command).not.toContain(secret);
  }
});

it('offers commands only for values that the source has', () => {
  const empty = { name: '', id: null, url: null, request: null, link: null };
  expect(copyCommands(empty, new Notices())).toEqual([]);
  expect(copyCommands({ ...empty, id: 3 }, new Notices()).map(({ label }) => label)).toEqual([
    'Copy id',
  ]);
});
