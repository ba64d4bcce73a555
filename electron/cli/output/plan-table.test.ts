import { expect, it } from 'vitest';
import { planMarkdown, planTable } from './plan-table.ts';

const row = {
  installation: 'acme',
  environment: 'production',
  action: 'update',
  webhookId: 7,
  webhook: 'Pager',
  state: 'ready',
  changes: 'URL',
  needs: [],
  reasons: [],
  findings: null,
} as const;

it('is a table with a line for each change', () => {
  const rows = [{ ...row, needs: ['secret pager-key'], reasons: [] }];
  expect(planMarkdown({ unchanged: 2, rows })).toBe(
    [
      '**1 change, 2 webhooks unchanged**',
      '',
      '| Installation | Environment | Action | Webhook | State | Changes | Reasons |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| acme | production | update | Pager | ready | URL | Needs&#58; secret pager-key&#46; |',
      '',
    ].join('\n'),
  );
});

it('lets no name form a link, mention a person, or break the table', () => {
  const attack = 'x |\n| y | [a](https://evil.example) @admin <img src=x> `';
  const rows = [{ ...row, webhook: attack, needs: [], reasons: [] }];
  const printed = planMarkdown({ unchanged: 0, rows });
  expect(printed.trimEnd().split('\n')).toHaveLength(5);
  expect(printed.split('\n')[4]).not.toMatch(/https:|@|<|\[|`|\|.*\|.*\|.*\|.*\|.*\|.*\|.*\|.*\|/);
});

it('counts the findings of a template, and gives the worst one', () => {
  const first = '%AlertNam% is no placeholder.';
  const findings = { errors: 2, newErrors: 1, warnings: 1, first };
  const { rows } = planTable({
    unchanged: 0,
    rows: [{ ...row, needs: [], reasons: [], findings }],
  });
  expect(rows[0]?.at(-1)).toBe(`Template: 2 errors, 1 new; 1 warning. ${first}`);
});
