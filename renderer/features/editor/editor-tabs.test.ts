import { expect, it } from 'vitest';
import { mistakesByTab, tabBeside, tabOf, tabsOf } from './editor-tabs.ts';

it.each([
  ['name', 'definition'],
  ['severities', 'definition'],
  ['headers', 'headers'],
  ['headers.2.name', 'headers'],
  ['payloadTemplate', 'payload'],
])('%s is edited on the tab %s', (path, tab) => {
  expect(tabOf(path)).toBe(tab);
});

it('goes around the tabs, which have no review of a read-only installation', () => {
  const all = tabsOf({ readOnly: false });
  expect(tabBeside('definition', 1, all)).toBe('headers');
  expect(tabBeside('definition', -1, all)).toBe('review');
  expect(tabBeside('payload', 1, tabsOf({ readOnly: true }))).toBe('definition');
});

it('counts shown errors on the tab of their field, without warnings', () => {
  const issue = (path: string, level: 'error' | 'warning' = 'error') => ({
    path,
    level,
    message: '',
  });
  const issues = [
    issue('name'),
    issue('url'),
    issue('headers.0.name'),
    issue('headers.1.value', 'warning'),
    issue('payloadTemplate'),
  ];
  const issueAt = (path: string) => issues.find((each) => each.path === path && path !== 'url');
  expect(mistakesByTab({ issues, issueAt })).toEqual({
    definition: 1,
    headers: 1,
    payload: 1,
    review: 0,
  });
});
