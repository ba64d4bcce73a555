import { describe, expect, test } from 'vitest';
import { deliveryRequest } from '#domain/delivery/delivery-request.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { analyse, type AnalysisInput } from './analyse.ts';
import { valuesOf } from './preview-events.ts';

const template = '{"text": "%AlertName%", "size": 1.50, "was": "%OldState%"}';
const of = (definition: Partial<WebhookDefinition>, more: Partial<AnalysisInput> = {}) =>
  analyse({
    definition: { ...emptyDefinition('B'), payloadTemplate: template, ...definition },
    current: null,
    ownTokens: [],
    edits: {},
    rules: 'as-observed',
    ...more,
  });

test('an alert is rendered in every scenario, a job once', () => {
  expect(of({}).renderings.map(({ event }) => event)).toEqual([
    'LOW',
    'MEDIUM',
    'HIGH',
    'CLEARED',
    'first-raise',
    'awkward',
    'difficult',
  ]);
  expect(of({ payloadType: 'JOB' }).renderings.map(({ event }) => event)).toEqual(['job']);
});

test('a rendering equals the body of the delivery', () => {
  const definition = { ...emptyDefinition('B'), payloadTemplate: template };
  for (const { event, exact } of of({}).renderings) {
    const values = valuesOf(event, [], {});
    expect(exact).toBe(deliveryRequest(definition, values, 'as-observed').body);
  }
});

test('JSON is indented without changing its numbers', () => {
  const [low] = of({}).renderings;
  expect(low?.indented).toContain('\n');
  expect(low?.indented).toContain('1.50');
});

describe('text that is not JSON has no indented form', () => {
  test.each(['{"text": "%AlertName%"', "{'text': 'x'}", 'plain text', ''])('%s', (text) => {
    for (const { indented } of of({ payloadTemplate: text }).renderings) {
      expect(indented).toBeNull();
    }
  });
});

test('the template on the installation is rendered with the same values', () => {
  const current = { ...emptyDefinition('B'), payloadTemplate: '{"text": "%AlertID%"}' };
  const { renderings } = of({}, { current });
  expect(renderings[0]?.now).toBe('{"text": "4711"}');
  expect(renderings[0]?.nowIndented).toBe('{\n  "text": "4711"\n}');
});

test('distinguishes new errors from those of the current template', () => {
  const current = { ...emptyDefinition('B'), payloadTemplate: '{"a": "%One%"}' };
  const { forDecision } = of({ payloadTemplate: '{"a": "%One% %Two%"}' }, { current });
  expect(forDecision.map(({ kind }) => kind)).toEqual(['new-error', 'error']);
});

test('own placeholders and edited sample values are rendered', () => {
  const { renderings } = of(
    { payloadTemplate: '%Site% %AlertID%' },
    {
      ownTokens: [{ name: 'Site', meaning: '', sample: 'Bonn' }],
      edits: { HIGH: { AlertID: '99' } },
    },
  );
  const high = renderings.find(({ event }) => event === 'HIGH');
  expect(high?.exact).toBe('Bonn 99');
});
