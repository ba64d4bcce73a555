import { describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { plainProblem } from '../problem.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { readableEntry } from './readable-entry.ts';

const before = aDefinition('Pager night');
const slack = 'https://hooks.slack.com/services/T000/B000/';

describe('an entry as text', () => {
  it('has time, person, action, installation, each change and the outcome', () => {
    const meant = {
      ...before,
      name: 'Pager day',
      enabled: false,
      url: `${slack}abc`,
      payloadTemplate: '{\n  "routing_key": "R0U71NG",\n  "text": "%AlertName%"\n}',
      headers: [
        { id: 11, name: 'Content-Type', value: 'text/plain' },
        { id: null, name: 'Authorization', value: 'Bearer c4n4ry' },
      ],
    };
    expect(readableEntry(anEntry({ before: aWebhook(7, before), meant, after: null }))).toBe(
      [
        '2030-01-02 03:04:05 UTC  ada: update webhook 7 “Pager day” on Acme (variant B)',
        '  Name: Pager night → Pager day',
        '  Target URL: https://hooks.example.com/services/ops → https://hooks.slack.com/services/••••••••',
        '  Enabled: on → off',
        '  Payload template before:',
        '    {"text": "%AlertName%"}',
        '  and after:',
        '    {',
        '      "routing_key": "••••••••",',
        '      "text": "%AlertName%"',
        '    }',
        '  Header Authorization added: Bearer ••••••••',
        '  Header Content-Type: application/json → text/plain',
        '  Header X-Api-Key deleted: ••••••••',
        '  Result: Verified: the installation matched what was sent. (2030-01-02 03:04:06 UTC)',
      ].join('\n'),
    );
  });

  it('lists the fields of a deleted webhook, and the name of a created one', () => {
    const text = readableEntry(anEntry({ action: 'delete', meant: null, after: null }));
    expect(text).toContain('ada: delete webhook 7 “Pager night” on Acme (variant B)');
    expect(text).toContain('  Low alerts: off\n  Medium alerts: on\n');
    expect(text).toContain('  Payload template:\n    {"text": "%AlertName%"}\n');
    expect(text).toContain('  Header Content-Type: application/json\n  Header X-Api-Key: ••••••••');
    const created = readableEntry(anEntry({ action: 'create', before: null, webhookId: null }));
    expect(created).toContain('ada: create webhook “Pager day” on Acme');
  });

  it('marks a change if both values are masked', () => {
    const meant = {
      ...before,
      url: `${slack}new`,
      headers: [{ id: 12, name: 'X-Token', value: 'after-it' }],
      payloadTemplate: '{"token": "after-it"}',
    };
    const held = aWebhook(7, {
      ...before,
      url: `${slack}old`,
      headers: [{ id: 12, name: 'X-Key', value: 'before-it' }],
      payloadTemplate: '{"token": "before-it"}',
    });
    const text = readableEntry(anEntry({ before: held, meant, after: null }));
    expect(text.match(/\(another secret\)/g)).toHaveLength(3);
    expect(text).toContain('Header X-Key renamed to X-Token: •••••••• (another secret)');
    expect(text).not.toMatch(/after-it|before-it/);
  });

  it('has the version on the installation, the problem and the notes', () => {
    const after = aWebhook(7, { ...aDefinition('Pager day'), method: 'PUT' });
    const problem = plainProblem('rejected', 'It was refused for fake-key.', 'Look at the log.');
    const text = readableEntry(
      anEntry({ after, outcome: 'differs', problem, notes: ['Look again.'], undoes: 'entry-0' }),
    );
    expect(text).toContain(
      '  Sent version and version on the installation:\n  Method: POST → PUT\n' +
        '  Problem: It was refused for ••••••••.\n  Note: Look again.\n  Undoes an earlier entry.',
    );
  });

  it('states that nothing changes and that the result is not known', () => {
    const text = readableEntry(
      anEntry({ meant: aDefinition('Pager night'), outcome: 'sent', endedAt: null, after: null }),
    );
    expect(text).toContain('  Changes nothing.\n  Result: Sent. Result not known yet.');
  });
});
