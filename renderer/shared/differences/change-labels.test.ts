import { describe, expect, it } from 'vitest';
import { Masking } from '#domain/secrets/masking.ts';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { changesMade, creationMade, creationToSend, changesToSend } from './change-labels.ts';

describe('every change of an update is a sentence without header values', () => {
  const before = aWebhook();
  const after = {
    ...aWebhook(),
    name: 'Ops 2',
    enabled: false,
    payloadTemplate: '{}',
    severities: { ...before.severities, low: true },
    payloadType: 'JOB' as const,
    headers: [
      { id: 11, name: 'content-type', value: 'application/json' },
      { id: null, name: 'Authorization', value: 'Bearer fake' },
    ],
  };
  const differences = fieldDifferences(before, after);
  const headers = headerChangeSet(before.headers, after.headers);
  const masking = new Masking([before, after]);

  it('in the present tense before the request', () => {
    expect(changesToSend(differences, headers, masking)).toEqual([
      'Changes name from “Ops” to “Ops 2”.',
      'Disables the webhook.',
      'Changes the payload template.',
      'Switches low alerts on.',
      'Changes payload type from “ALERT” to “JOB”.',
      'Adds the header Authorization.',
      'Renames the header Content-Type to content-type (id 11).',
      'Deletes the header X-Api-Key (id 12).',
    ]);
  });

  it('in the past tense after the request', () => {
    expect(changesMade(differences, headers, masking)).toEqual([
      'Name changed from “Ops” to “Ops 2”.',
      'Webhook disabled.',
      'Payload template changed.',
      'Low alerts switched on.',
      'Payload type changed from “ALERT” to “JOB”.',
      'Header Authorization added.',
      'Header Content-Type renamed to content-type (id 11).',
      'Header X-Api-Key deleted (id 12).',
    ]);
  });
});

it('describes a new webhook before and after the request', () => {
  expect(creationToSend(aWebhook())).toBe('Creates “Ops” with 2 headers, enabled.');
  expect(creationMade(aWebhook())).toBe('“Ops” created with 2 headers, enabled.');
});

it('says that a renamed header also gets another value', () => {
  const headers = headerChangeSet(
    [{ id: 11, name: 'X-Key', value: 'one' }],
    [{ id: 11, name: 'X-Api-Key', value: 'two' }],
  );
  expect([
    ...changesToSend([], headers, new Masking()),
    ...changesMade([], headers, new Masking()),
  ]).toEqual([
    'Renames the header X-Key to X-Api-Key and changes its value (id 11).',
    'Header X-Key renamed to X-Api-Key, its value changed (id 11).',
  ]);
});

describe('a change of the URL', () => {
  const before = { ...aWebhook(), url: 'https://user:old@a.example/x?api_key=K1' };
  const inBoth = (url: string): string[] => {
    const after = { ...before, url };
    const differences = fieldDifferences(before, after);
    const headers = headerChangeSet([], []);
    const masking = new Masking([before, after]);
    return [
      ...changesToSend(differences, headers, masking),
      ...changesMade(differences, headers, masking),
    ];
  };

  it('is a sentence without its secrets', () => {
    expect(inBoth('https://user:old@b.example/x?api_key=K1')).toEqual([
      'Changes the target URL from “https://••••••••@a.example/x?api_key=••••••••” to “https://••••••••@b.example/x?api_key=••••••••”.',
      'Target URL changed from “https://••••••••@a.example/x?api_key=••••••••” to “https://••••••••@b.example/x?api_key=••••••••”.',
    ]);
  });

  it('says so if only a secret changes', () => {
    expect(inBoth('https://user:new@a.example/x?api_key=K1')).toEqual([
      'Changes a secret in the target URL.',
      'Target URL changed in a secret.',
    ]);
  });
});
