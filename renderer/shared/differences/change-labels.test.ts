import { expect, it } from 'vitest';
import { fieldDifferences } from '#domain/webhook/difference.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { creationInWords, inWords } from './change-labels.ts';

it('says every change of an update in a sentence, without header values', () => {
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
  const words = inWords(
    fieldDifferences(before, after),
    headerChangeSet(before.headers, after.headers),
  );
  expect(words).toEqual([
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

it('says what a new webhook is', () => {
  expect(creationInWords(aWebhook())).toBe('Creates “Ops” with 2 headers, enabled.');
});
