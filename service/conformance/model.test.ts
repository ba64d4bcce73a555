// @module-tag slow
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startService } from '../testing/start-tested.ts';
import { type Variant, variantNames } from '../webhooks/body-types.ts';
import { type Installation, send } from './installation.ts';

/** `which` modulo the count of entries at that step selects an entry; see {@link Model}. */
interface HeaderStep {
  readonly kind: 'changed' | 'deleted';
  readonly which: number;
  readonly value: string;
}
type Step =
  | { kind: 'create'; fields: Fields; headers: string[] }
  | { kind: 'update'; which: number; fields: Fields; added: string[]; headers: HeaderStep[] }
  | { kind: 'delete'; which: number };
type Fields = Readonly<Record<string, unknown>>;
interface HeaderFields {
  http_header_id: number;
  http_header_key: string;
  http_header_value: string;
}
type Webhook = Fields & { http_headers: readonly HeaderFields[] };

// Values that HTTP, SQL or JSON code could corrupt, and some invalid values.
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', '\u0000', "'; DROP TABLE webhook; --", '\ud800', '\\u0041', '{"id":1,'),
);
const fields = (variant: Variant): fc.Arbitrary<Fields> =>
  fc.record(
    {
      name: text,
      url: fc.oneof(fc.webUrl(), text),
      enabled: fc.boolean(),
      method: variant === 'A' ? text : fc.constantFrom('POST', 'PUT', 'GET'),
      payload_template: text,
      low_alert: fc.boolean(),
      cleared_alert: fc.oneof({ weight: 9, arbitrary: fc.boolean() }, fc.constant('true')),
    },
    { requiredKeys: [] },
  );
const steps = (variant: Variant): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant('create' as const),
        fields: fields(variant).map((some) => ({ name: 'n', url: 'u', ...some })),
        headers: fc.array(text, { maxLength: 3 }),
      }),
      fc.record({
        kind: fc.constant('update' as const),
        which: fc.nat(),
        fields: fields(variant),
        added: fc.array(text, { maxLength: 2 }),
        headers: fc.array(
          fc.record({
            kind: fc.constantFrom('changed' as const, 'deleted' as const),
            which: fc.nat(),
            value: text,
          }),
          { maxLength: 3 },
        ),
      }),
      fc.record({ kind: fc.constant('delete' as const), which: fc.nat() }),
    ),
    { maxLength: 25 },
  );

/** The expected state of the service, independent of its implementation. */
class Model {
  readonly webhooks = new Map<number, Webhook>();
  private lastId = 0;
  private lastHeaderId = 0;
  private readonly variant: Variant;
  constructor(variant: Variant) {
    this.variant = variant;
  }

  /** Builds the request of a step. Some requests name an unknown id. */
  request(step: Step): { method: string; id: number; body?: Fields } {
    if (step.kind === 'create') {
      const http_headers = step.headers.map(header);
      return { method: 'POST', id: 0, body: { ...step.fields, http_headers } };
    }
    const ids = [...this.webhooks.keys(), this.lastId + 1];
    const id = ids[step.which % ids.length] ?? 0;
    if (step.kind === 'delete') return { method: 'DELETE', id };
    const held = this.webhooks.get(id)?.http_headers.map((one) => one.http_header_id) ?? [];
    const headerIds = [...held, ...held, ...held, this.lastHeaderId + 1];
    const named = step.headers.map(({ kind, which, value }) => {
      const http_header_id = headerIds[which % headerIds.length] ?? 0;
      return {
        kind,
        entry: kind === 'deleted' ? { http_header_id } : { http_header_id, ...header(value) },
      };
    });
    const http_headers = {
      added: step.added.map(header),
      changed: named.filter(({ kind }) => kind === 'changed').map(({ entry }) => entry),
      deleted: named.filter(({ kind }) => kind === 'deleted').map(({ entry }) => entry),
    };
    return { method: 'PUT', id, body: { ...step.fields, http_headers } };
  }

  /** Applies a step that the service accepted. */
  apply(step: Step, { id, body = {} }: ReturnType<Model['request']>): void {
    if (step.kind === 'delete') this.webhooks.delete(id);
    else if (step.kind === 'create') {
      const defaults = {
        enabled: true,
        method: 'POST',
        payload_template: '',
        low_alert: true,
        med_alert: true,
        high_alert: true,
        cleared_alert: true,
        ...(this.variant === 'B' && { payload_type: 'ALERT' }),
      };
      const webhook = {
        ...defaults,
        ...body,
        http_headers: step.headers.map((v) => this.given(v)),
      };
      this.webhooks.set((this.lastId += 1), webhook);
    } else {
      const held = this.webhooks.get(id)?.http_headers ?? [];
      const changes = this.changes(held, step);
      this.webhooks.set(id, { ...this.webhooks.get(id), ...body, http_headers: changes });
    }
  }

  private changes(held: readonly HeaderFields[], step: Step & { kind: 'update' }): HeaderFields[] {
    const ids = held.map((one) => one.http_header_id);
    let headers = [...held];
    const choice = [...ids, ...ids, ...ids, this.lastHeaderId + 1];
    for (const { kind, which, value } of step.headers) {
      const id = choice[which % choice.length];
      headers = headers.flatMap((one) => {
        if (one.http_header_id !== id) return [one];
        return kind === 'deleted' ? [] : [{ ...one, ...header(value) }];
      });
    }
    return [...headers, ...step.added.map((value) => this.given(value))];
  }

  private given(value: string): HeaderFields {
    return { http_header_id: (this.lastHeaderId += 1), ...header(value) };
  }

  list(): unknown[] {
    return [...this.webhooks].map(([id, webhook]) => ({ id, ...webhook }));
  }

  /** Returns whether the service must refuse the request. */
  isRefused(step: Step, { id, body = {} }: ReturnType<Model['request']>): boolean {
    if (step.kind !== 'create' && !this.webhooks.has(id)) return true;
    if (step.kind === 'delete') return false;
    if (body.name === '' || body.url === '' || body.cleared_alert === 'true') return true;
    if (this.variant === 'B' && body.method === 'GET') return true;
    if (headerValues(step).some((value) => /[\r\n\0]/.test(value))) return true;
    if (step.kind === 'create') return false;
    const held = this.webhooks.get(id)?.http_headers.length ?? 0;
    // Indexes into `headerIds` of `request`: existing ids three times, then an unknown id.
    const named = step.headers.map(({ which }) => which % (3 * held + 1));
    const positions = named.map((choice) => choice % Math.max(held, 1));
    return named.includes(3 * held) || new Set(positions).size < positions.length;
  }
}

const headerValues = (step: Step & { kind: 'create' | 'update' }): readonly string[] =>
  step.kind === 'create'
    ? step.headers
    : [
        ...step.added,
        ...step.headers.filter(({ kind }) => kind === 'changed').map(({ value }) => value),
      ];

const header = (value: string) => ({ http_header_key: 'X-Key', http_header_value: value });

async function play(installation: Installation, all: readonly Step[]): Promise<void> {
  const model = new Model(installation.variant);
  for (const step of all) {
    const request = model.request(step);
    const refused = model.isRefused(step, request);
    const path = step.kind === 'create' ? '/webhook/' : `/webhook/${request.id}`;
    const sending = request.body === undefined ? {} : { body: request.body };
    const { status, text: answer } = await send(installation, request.method, path, sending);
    if (refused) expect([400, 404], answer).toContain(status);
    else {
      expect(status, answer).toBe(200);
      model.apply(step, request);
    }
    const list: unknown = JSON.parse((await send(installation, 'GET', '/webhook/')).text);
    expect(list).toEqual(model.list());
  }
}

describe.each(variantNames)('variant %s', (variant) => {
  test('equals the model after every request, and refused requests change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(steps(variant), async (all) => {
        const service = await startService({ variant, authToken: null });
        try {
          await play({ apiUrl: service.url + service.root, variant, authToken: null }, all);
        } finally {
          await service.close();
        }
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test('stores each of 1,000 creates once, with 16 concurrent requests', async () => {
    const service = await startService({ variant, authToken: null });
    const installation = { apiUrl: service.url + service.root, variant, authToken: null };
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < 1_000) {
        const body = { name: `n${next}`, url: 'https://n.example/' };
        next += 1;
        expect((await send(installation, 'POST', '/webhook/', { body })).status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    const { text: list } = await send(installation, 'GET', '/webhook/');
    const names = [...list.matchAll(/"name":"(n\d+)"/g)].map(([, name]) => name);
    const ids = [...list.matchAll(/"id":(\d+)/g)].map(([, id]) => id);
    await service.close();
    expect(names).toHaveLength(1_000);
    expect(new Set(names).size).toBe(1_000);
    expect(new Set(ids).size).toBe(1_000);
  });
});
