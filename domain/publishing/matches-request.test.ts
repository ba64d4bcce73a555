import { expect, it } from 'vitest';
import { emptyDefinition, type Webhook } from '../webhook/webhook.ts';
import type { VariantId } from '../webhook/variant.ts';
import { matchesRequest } from './matches-request.ts';

const everything = [
  'name',
  'url',
  'method',
  'enabled',
  'payloadTemplate',
  'headers',
  'payloadType',
  'severities.low',
  'severities.medium',
  'severities.high',
  'severities.cleared',
];
const meant = { ...emptyDefinition('B'), name: 'Chat' };

it.each<VariantId>(['A', 'B'])(
  'a webhook of variant %s without reported fields never matches',
  (variant) => {
    const payloadType = null;
    const unreported = everything.filter((field) => variant === 'B' || field !== 'payloadType');
    const webhook: Webhook = {
      ...emptyDefinition(variant),
      id: 7,
      payloadType,
      unreported,
      unknown: {},
    };
    expect(matchesRequest({ ...meant, payloadType }, webhook)).toBe(false);
  },
);

it('unreported fields are ignored if other fields are reported', () => {
  const unreported = everything.filter((field) => field !== 'name');
  const webhook: Webhook = { ...meant, url: '', id: 7, unreported, unknown: {} };
  expect(matchesRequest({ ...meant, url: 'https://one.example/' }, webhook)).toBe(true);
  expect(matchesRequest({ ...meant, name: 'Other' }, webhook)).toBe(false);
});
