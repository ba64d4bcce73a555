import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import table from '../../resources/template-vectors.json' with { type: 'json' };
import { Practising } from '../../service/testing/practising.ts';
import type { Got } from '../../service/testing/receiver.ts';
import { alertTokens } from '../template/catalogue.ts';
import { type RuleSetName, ruleSets, type TokenValues } from '../template/render-template.ts';
import { sampleValues } from '../template/samples.ts';
import { scenarios } from '../template/scenarios.ts';
import { VariantId } from '../webhook/variant.ts';
import { emptyDefinition, type WebhookDefinition } from '../webhook/webhook.ts';
import { deliveryRequest } from './delivery-request.ts';
import { whyNotSendable } from './why-not-sendable.ts';
import { type AlertState, type DeliveryEvent, receives } from './receives.ts';
import { createBody } from './testing/create-body.ts';
import {
  type CountingReceiver,
  pathOf,
  startCountingReceiver,
  webhookHeaders,
} from './testing/counting-receiver.ts';

/** Compares the deliveries of the reference service with the previews of the same definitions. */

const states: readonly AlertState[] = ['LOW', 'MEDIUM', 'HIGH', 'CLEARED'];
const everySeverity = { low: true, medium: true, high: true, cleared: true };
const headers = [
  { id: null, name: 'Content-Type', value: 'application/json; charset=utf-8' },
  { id: null, name: 'X-Twice', value: 'one %AlertID%' },
  { id: null, name: 'X-Odd', value: `"quoted", 'single' €–\t🔔` },
  { id: null, name: 'x-twice', value: 'two' },
  { id: null, name: 'X-Empty', value: '' },
];

let receiver: CountingReceiver;
let practising: Practising;
beforeEach(async () => {
  receiver = await startCountingReceiver();
});
afterEach(async () => {
  await practising.service.close();
  await receiver.close();
});

/** Each webhook has its own path, which identifies its deliveries. */
function webhook(
  variant: VariantId,
  path: string,
  changes: Partial<WebhookDefinition>,
): WebhookDefinition {
  return {
    ...emptyDefinition(variant),
    name: path,
    url: `${receiver.origin}/${path}?token=%AlertID%&q=%20[x]{y}"#part`,
    headers,
    severities: everySeverity,
    ...changes,
  };
}

/** A template with every documented token in quotes, inside a text, and without quotes. */
const everyToken = alertTokens
  .map(({ name }) => `"${name}": "%${name}%", 'in text': 'a %${name}%', bare: %${name}%`)
  .join('\n');
const templates = [...table.vectors.map(({ template }) => template), everyToken];
/** Drops names that the service does not accept. Such names are never tokens. */
const given = (values: TokenValues): TokenValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => /^\w+$/.test(name)));

async function expectDelivered(
  event: { kind: 'alerts'; state: AlertState } | { kind: 'jobs' },
  webhooks: readonly WebhookDefinition[],
  terms: { values: TokenValues; sent: TokenValues; rules: RuleSetName },
): Promise<void> {
  const before = receiver.got.length;
  const { values, sent, rules } = terms;
  const state = event.kind === 'alerts' ? { state: event.state } : {};
  const raised = await practising.raise(event.kind, { ...state, values: sent, rules });
  expect(raised.deliveries).toHaveLength(webhooks.length);
  await receiver.arrived(before + webhooks.length);
  const byPath = new Map(receiver.got.slice(before).map((got) => [got.path, got]));
  for (const definition of webhooks) {
    const preview = deliveryRequest(definition, values, rules);
    const got: Got | undefined = byPath.get(pathOf(preview.url));
    expect(got?.method).toBe(preview.method);
    expect(got && webhookHeaders(got)).toEqual(preview.headers);
    expect(got?.body.equals(Buffer.from(preview.body)), got?.body.toString()).toBe(true);
  }
}

describe.each(VariantId.options)('variant %s', (variant) => {
  let webhooks: readonly WebhookDefinition[];
  beforeEach(async () => {
    practising = await Practising.start(variant);
    webhooks = templates.map((payloadTemplate, index) =>
      webhook(variant, String(index), {
        payloadTemplate,
        method: index % 2 === 0 ? 'POST' : 'PUT',
      }),
    );
    for (const definition of webhooks) await practising.create(createBody(definition));
  });

  test.each(ruleSets)('delivers every template with every sample, $name', async ({ name }) => {
    for (const scenario of scenarios) {
      const values = sampleValues(scenario.name, [], {});
      // The service already has the samples of the states.
      const sent = scenario.name === scenario.state ? {} : values;
      await expectDelivered({ kind: 'alerts', state: scenario.state }, webhooks, {
        values,
        sent,
        rules: name,
      });
    }
  });

  test.each(ruleSets)('delivers every template with every vector, $name', async ({ name }) => {
    for (const [index, vector] of table.vectors.entries()) {
      const state = states[index % states.length] ?? 'LOW';
      const sent = given({ ...vector.values });
      const values = { ...sampleValues(state, [], {}), ...sent };
      await expectDelivered({ kind: 'alerts', state }, webhooks, { values, sent, rules: name });
    }
  });
});

test.each(ruleSets)('delivers every vector for jobs, $name', async ({ name }) => {
  practising = await Practising.start('B');
  const webhooks = templates.map((payloadTemplate, index) =>
    webhook('B', String(index), { payloadTemplate, payloadType: 'JOB' }),
  );
  for (const definition of webhooks) await practising.create(createBody(definition));
  for (const vector of table.vectors) {
    const sent = given({ ...vector.values });
    await expectDelivered({ kind: 'jobs' }, webhooks, { values: sent, sent, rules: name });
  }
});

describe('the recipients of an event', () => {
  const bools = [true, false];
  const switches = Array.from({ length: 16 }, (_, bits) => ({
    low: (bits & 1) !== 0,
    medium: (bits & 2) !== 0,
    high: (bits & 4) !== 0,
    cleared: (bits & 8) !== 0,
  }));
  const events: readonly DeliveryEvent[] = [
    ...states.map((state) => ({ kind: 'alert', state }) as const),
    { kind: 'job' },
  ];

  test.each(VariantId.options)('are those of the service for variant %s', async (variant) => {
    practising = await Practising.start(variant);
    const types = variant === 'A' ? [null] : (['ALERT', 'JOB'] as const);
    const webhooks = bools.flatMap((enabled) =>
      types.flatMap((payloadType) =>
        switches.map((severities, index) =>
          webhook(variant, String(index), { enabled, payloadType, severities }),
        ),
      ),
    );
    for (const definition of webhooks) await practising.create(createBody(definition));
    for (const event of events.filter(({ kind }) => variant === 'B' || kind === 'alert')) {
      const raised = await (event.kind === 'alert'
        ? practising.raise('alerts', { state: event.state })
        : practising.raise('jobs', {}));
      const reasons = new Map(
        raised.passedOver.map(({ webhookId, reason }) => [webhookId, reason]),
      );
      for (const [index, definition] of webhooks.entries()) {
        const reason = reasons.get(index + 1);
        expect(receives(definition, event)).toEqual(
          reason === undefined ? { delivered: true } : { delivered: false, reason },
        );
      }
    }
  });
});

describe('whyNotSendable agrees with the service', () => {
  const header = (name: string, value: string) => ({ headers: [{ id: null, name, value }] });
  test.each<[Partial<WebhookDefinition>, 'delivered' | 'not sent' | 'not taken']>([
    [{}, 'delivered'],
    [{ method: 'PATCH' }, 'delivered'],
    [{ method: 'MERGE RECORDS' }, 'not sent'],
    [{ method: '' }, 'not sent'],
    [{ method: 'PÖST' }, 'not sent'],
    [{ url: 'mailto:ops@example.com' }, 'not sent'],
    [{ url: 'ftp://127.0.0.1/' }, 'not sent'],
    [{ url: '/hook' }, 'not sent'],
    [{ url: '' }, 'not taken'],
    [header('X-Tab', 'a\tb'), 'delivered'],
    [header('', 'x'), 'not taken'],
    [header('X Y', 'x'), 'not taken'],
    [header('X:Y', 'x'), 'not taken'],
    [header('X-Größe', 'x'), 'not taken'],
    [header('X-Value', 'a\r\nX-Other: b'), 'not taken'],
    [header('X-Value', 'a\nb'), 'not taken'],
    [header('X-Value', 'a\0b'), 'not taken'],
    [header('X-Value', 'a\u001bb'), 'not sent'],
    [header('Content-Length', '1'), 'not sent'],
    [header('Content-Length', '7'), 'delivered'],
    [header('Transfer-Encoding', 'chunked'), 'not sent'],
    [header('Keep-Alive', '1'), 'not sent'],
    [header('Upgrade', 'h2c'), 'not sent'],
    [header('Expect', '100-continue'), 'not sent'],
    [header('Connection', 'close'), 'delivered'],
    [header('Host', 'elsewhere.example'), 'delivered'],
  ])('%j is %s', async (changes, outcome) => {
    practising = await Practising.start('A');
    const definition = webhook('A', 'one', { payloadTemplate: 'é text', ...changes });
    const reason = whyNotSendable(deliveryRequest(definition, {}, 'plain'));
    expect(reason === null).toBe(outcome === 'delivered');
    const created = practising.create(createBody(definition));
    if (outcome === 'not taken') {
      await expect(created).rejects.toThrow('The request is not valid');
      return;
    }
    await created;
    const { attempts, state } = await practising.deliverOne();
    expect(state).toBe(outcome === 'delivered' ? 'delivered' : 'failed');
    expect(attempts[0]?.error?.code).toBe(outcome === 'delivered' ? undefined : 'not-sendable');
  });
});
