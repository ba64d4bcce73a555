import { expect, it } from 'vitest';
import { maskedUrl } from './masking.ts';

it.each([
  ['https://a.example/', 'https://a.example/'],
  ['https://a.example/hooks/ops?team=dba', 'https://a.example/hooks/ops?team=dba'],
  ['https://anna:hunter2@a.example/x', 'https://••••••••@a.example/x'],
  ['https://a.example/x?token=abc&team=dba', 'https://a.example/x?token=••••••••&team=dba'],
  ['https://a.example/x?apikey=k#part', 'https://a.example/x?apikey=••••••••#part'],
  [
    'https://hooks.slack.com/services/T024BE7LD/B4XQ2/kZp9Qw3rT7yU1iO5',
    'https://hooks.slack.com/services/••••••••',
  ],
  ['https://a.example/x?key=<secret:pager-key>', 'https://a.example/x?key=<secret:pager-key>'],
  ['https://anna:<secret:pw>@a.example/', 'https://••••••••<secret:pw>@a.example/'],
  ['https://a.example/<secret:path>/x', 'https://a.example/<secret:path>/x'],
  ['https:\\\\anna:hunter2@a.example\\x', 'https://••••••••@a.example/x'],
  ['', ''],
])('%s is shown as %s', (url, shown) => {
  expect(maskedUrl(url)).toBe(shown);
});
