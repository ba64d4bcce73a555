import { expect, test } from 'vitest';
import { ProblemError } from '#domain/problem.ts';
import { externalOpener } from './open-external.ts';

function opener() {
  const opened: string[] = [];
  const open = externalOpener((url) => {
    opened.push(url);
    return Promise.resolve();
  });
  return { opened, open };
}

test.each(['https://example.com/docs?a=b#c', 'http://127.0.0.1:8080/', 'HTTPS://EXAMPLE.COM/'])(
  'opens %s',
  async (address) => {
    const { opened, open } = opener();
    await open(address);
    expect(opened).toEqual([new URL(address).href]);
  },
);

test.each([
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://host/share',
  'ms-msdt:/id',
  'mailto:someone@example.com',
  'app://hookdesk/',
  'example.com',
  '//example.com',
  '',
  'https://user:password@example.com/',
  `https://example.com/${'a'.repeat(2_048)}`,
])('refuses %s', async (address) => {
  const { opened, open } = opener();
  const refusal: unknown = await open(address).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProblemError);
  expect(refusal).toMatchObject({ problem: { code: 'refused' } });
  expect(opened).toEqual([]);
});

test('reports a browser that does not open', async () => {
  const open = externalOpener(() => Promise.reject(new Error('no handler')));
  await expect(open('https://example.com/')).rejects.toMatchObject({
    problem: { code: 'refused' },
  });
});
