import { describe, expect, it } from 'vitest';
import { rawReader } from '../testing/raw-codec.ts';
import { scanRaw } from './scan-bundle.ts';

const unchecked = 'It could not be checked for secrets.';
const scan = (text: string, keys = ['pager']) => scanRaw(text, keys, [], new Set(), rawReader);
const pager = '{"name": "Pager", "url": "https://a.example/", "method": "POST"}';

describe('a written list', () => {
  it.each([
    ['that cannot be read', '[{"name": ', 'the list'],
    ['that is no list', '"a text"', 'the list'],
    ['with something that is no webhook', `[${pager},\n7]`, 'the webhook in line 2'],
  ])('%s is reported as not checked', (_what, text, where) => {
    expect(scan(text)).toEqual([{ where, message: unchecked }]);
  });

  it('without webhooks has no findings', () => {
    expect(scan('[]', [])).toEqual([]);
  });
});
