import { describe, expect, it } from 'vitest';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { changedInWords, createdInWords, creationInWords, inWords } from './change-labels.ts';

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

  it('in the present tense before the request', () => {
    expect(inWords(differences, headers)).toEqual([
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
    expect(changedInWords(differences, headers)).toEqual([
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
  expect(creationInWords(aWebhook())).toBe('Creates “Ops” with 2 headers, enabled.');
  expect(createdInWords(aWebhook())).toBe('“Ops” created with 2 headers, enabled.');
});
