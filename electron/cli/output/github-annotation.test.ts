import { expect, it } from 'vitest';
import { githubAnnotation } from './github-annotation.ts';

const finding = { file: 'a.json', line: 3, column: 7, level: 'error', webhook: 'Pager' } as const;

it('names file, line, column and webhook', () => {
  expect(githubAnnotation({ ...finding, message: '%Nme% is unknown.' })).toBe(
    '::error file=a.json,line=3,col=7,title=Pager::%25Nme%25 is unknown.',
  );
});

it('names a file by a path of Windows', () => {
  const file = String.raw`C:\repo\webhooks\pager.json`;
  const printed = githubAnnotation({ ...finding, file, message: 'x' });
  expect(printed).toContain(String.raw`file=C%3A\repo\webhooks\pager.json,line=3`);
});

it('lets no name or message of a file begin another command', () => {
  const attack = 'x\n::add-mask::y\r\n,line=1::z';
  const printed = githubAnnotation({ ...finding, webhook: attack, message: attack });
  expect(printed.split(/[\r\n]/)).toHaveLength(1);
  expect(printed).toContain('title=x%0A%3A%3Aadd-mask%3A%3Ay%0D%0A%2Cline=1%3A%3Az::');
});
