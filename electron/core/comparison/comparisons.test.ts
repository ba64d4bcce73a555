import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellAt, cellInWords } from '#domain/comparison/matrix.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { ComparedInstallations, type Matrix } from './testing/compared-installations.ts';

const definition = (name: string, change: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name,
  url: 'https://chat.example.com/hook',
  payloadTemplate: '{"text":"%AlertName%"}',
  headers: [{ id: null, name: 'X-Team', value: 'ops' }],
  ...change,
});

const words = ({ rows, columns }: Matrix): Record<string, string[]> =>
  Object.fromEntries(
    rows.map((row) => [row.name, columns.map((_, at) => cellInWords(cellAt(row, at)))]),
  );

const installation = (connectionId: string) => ({ kind: 'installation' as const, connectionId });

const secret = 'Bearer s3cr3t-of-the-reference';

describe('comparing three installations', () => {
  let all: ComparedInstallations;

  beforeAll(async () => {
    const authorized = (value: string): Partial<WebhookDefinition> => ({
      headers: [{ id: null, name: 'Authorization', value }],
    });
    all = await ComparedInstallations.open([
      {
        variant: 'B',
        webhooks: [
          definition('Chat', authorized(secret)),
          definition('Pager'),
          definition('Twice', { enabled: true }),
          definition('Only here', authorized(secret)),
        ],
      },
      {
        variant: 'B',
        webhooks: [
          definition('Chat', authorized('Bearer another-secret')),
          definition('Pager', {
            enabled: false,
            severities: { low: true, medium: false, high: true, cleared: true },
          }),
          definition('Twice', { url: 'https://a.example.com/' }),
          definition('Twice', { url: 'https://b.example.com/' }),
          definition('Extra'),
        ],
      },
      { variant: 'A', webhooks: [definition('Pager'), definition('Extra')] },
      { variant: 'B', webhooks: [] },
    ]);
    await all.read(all.id(0), all.id(1), all.id(2));
  });
  afterAll(() => all.close());

  it('has a row for each webhook, and a column for each installation with its age', async () => {
    const matrix = await all.compare();
    expect(words(matrix)).toEqual({
      Chat: ['1 difference', 'missing', 'same'],
      Extra: ['extra', 'extra', '–'],
      'Only here': ['missing', 'missing', 'same'],
      Pager: ['3 differences', 'same', 'same'],
      Twice: ['ambiguous', 'missing', 'same'],
    });
    const [b, a, unread] = matrix.columns;
    expect(b?.readAt).toBeInstanceOf(Date);
    expect(b?.counts).toMatchObject({ differs: 2, missing: 1, ambiguous: 1, extra: 1, same: 0 });
    expect(a).toMatchObject({ lacks: ['payloadType'], counts: { same: 1, missing: 3 } });
    expect(unread).toMatchObject({ readAt: null, lacks: [] });
  });

  it('opens a row with its parts and installations, without a secret', async () => {
    const { comparisonId, rows } = await all.compare();
    const key = rows.find(({ name }) => name === 'Chat')?.key ?? '';
    const row = all.core.comparisons.row(comparisonId, key);
    expect(row.cells.map(({ kind }) => kind)).toEqual(['differs', 'missing']);
    expect(row.parts.find(({ part }) => part === 'header:authorization')).toMatchObject({
      label: 'Header Authorization',
      sides: [{ state: 'different', value: 0 }],
    });
    expect(JSON.stringify(row)).not.toContain('s3cr3t');
  });

  it('does not compare ignored parts', async () => {
    const ignoredParts = ['header:authorization', 'enabled', 'severities.low', 'severities.medium'];
    const matrix = await all.compare({ ignoredParts });
    expect(words(matrix)).toMatchObject({
      Chat: ['same', 'missing', 'same'],
      Pager: ['same', 'same', 'same'],
    });
  });

  it('plans one cell or a column, and deletes extra webhooks only on request', async () => {
    const { comparisonId, rows } = await all.compare();
    const keyOf = (name: string): string => rows.find((row) => row.name === name)?.key ?? '';
    const cell = await all.prepare(comparisonId, {
      keys: [keyOf('Pager')],
      connectionIds: [all.id(1)],
    });
    expect(cell.rows.map(({ name, action, state }) => [name, action, state])).toEqual([
      ['Pager', 'update', 'ready'],
    ]);
    const column = await all.prepare(comparisonId, { connectionIds: [all.id(2)] });
    expect(column.rows.map(({ name, action }) => [name, action])).toEqual([
      ['Chat', 'create'],
      ['Only here', 'create'],
      ['Twice', 'create'],
    ]);
    expect(column.rows.every(({ losses }) => losses.length === 1)).toBe(true);
    const removing = await all.prepare(comparisonId, { alsoRemove: true });
    const removed = removing.rows.filter(({ action }) => action === 'delete');
    expect(removed.map(({ name, selected }) => [name, selected])).toEqual([
      ['Extra', false],
      ['Extra', false],
    ]);
    const nothing = all.prepare(comparisonId, {
      keys: [keyOf('Twice')],
      connectionIds: [all.id(1)],
    });
    await expect(nothing).rejects.toThrow('Nothing that was selected differs');
  });

  it('shows secret references instead of secrets in the plan', async () => {
    const { comparisonId } = await all.compare();
    const { planId, rows } = await all.prepare(comparisonId);
    for (const { key } of rows) {
      const { row, request } = await all.core.plans.row(planId, key);
      expect(JSON.stringify([row.definition, request])).not.toContain('s3cr3t');
    }
  });

  it('reports missing parts of an input', async () => {
    const [first = '', second = '', , unread = ''] = all.ids;
    await expect(
      all.compare({ reference: installation(unread), otherIds: [first] }),
    ).rejects.toThrow('The webhooks of installation 3 have not been read yet.');
    await expect(all.compare({ otherIds: [first] })).rejects.toThrow('Only the reference');
    const many = Array.from({ length: 201 }, (_, index) => String(index));
    await expect(all.compare({ otherIds: many })).rejects.toThrow('200 installations at most');
    const { comparisonId } = await all.compare({ otherIds: [second] });
    all.core.comparisons.close(comparisonId);
    expect(() => all.core.comparisons.row(comparisonId, 'reference/1')).toThrow('was closed');
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const [referenceId = '', ...otherIds] = all.ids;
    const events = all.core.comparisons.open(
      { reference: installation(referenceId), otherIds, ignoredParts: [] },
      controller.signal,
    );
    controller.abort();
    const taken = async (): Promise<void> => {
      for await (const event of events) expect(event.kind).not.toBe('end');
    };
    await expect(taken()).rejects.toThrow('This was cancelled.');
  });
});

it('keeps a method that differs where the variant cannot hold that of the reference, and says so', async () => {
  const compared = await ComparedInstallations.open([
    { variant: 'A', webhooks: [definition('Chat', { method: 'PATCH', enabled: true })] },
    { variant: 'B', webhooks: [definition('Chat', { method: 'PUT', enabled: false })] },
  ]);
  try {
    await compared.read();
    const matrix = await compared.compare();
    expect(words(matrix)).toEqual({ Chat: ['2 differences'] });
    const { rows } = await compared.prepare(matrix.comparisonId);
    expect(rows).toMatchObject([
      { state: 'ready', reasons: ['Method PUT stays: PATCH is not supported here.'] },
    ]);
  } finally {
    await compared.close();
  }
});

it('keeps what differs where the reference does not report the secret, and says so', async () => {
  const masked = { id: null, name: 'Authorization', value: '****' };
  const compared = await ComparedInstallations.open([
    {
      variant: 'B',
      webhooks: [
        definition('Chat', { url: 'https://****@chat.example.com/new', headers: [masked] }),
        definition('Pager', { url: 'https://****@chat.example.com/new', enabled: false }),
      ],
    },
    {
      variant: 'B',
      webhooks: [
        definition('Chat', { url: 'https://me:abc@chat.example.com/old', headers: [] }),
        definition('Pager', { url: 'https://me:abc@chat.example.com/old' }),
      ],
    },
  ]);
  try {
    await compared.read();
    const matrix = await compared.compare();
    expect(words(matrix)).toEqual({ Chat: ['2 differences'], Pager: ['2 differences'] });
    const { planId, rows } = await compared.prepare(matrix.comparisonId);
    const reason = 'The reference does not report the secret of: target URL';
    expect(rows).toMatchObject([
      {
        state: 'unchanged',
        reasons: [
          `${reason}, header authorization. It is not changed.`,
          'The installation already matches.',
        ],
      },
      { state: 'ready', reasons: [`${reason}. It is not changed.`] },
    ]);
    await compared.run(planId, [rows[1]?.key ?? '']);
    expect((await compared.held(1))[1]).toMatchObject({
      url: 'https://me:abc@chat.example.com/old',
      enabled: false,
    });
  } finally {
    await compared.close();
  }
});

it('opens no row whose webhook was changed, renamed or deleted after it was compared', async () => {
  const compared = await ComparedInstallations.open([
    { variant: 'B', webhooks: [definition('Chat')] },
    { variant: 'B', webhooks: [definition('Chat', { enabled: false })] },
  ]);
  try {
    await compared.read();
    const { comparisonId, rows } = await compared.compare();
    const { comparisons, snapshots } = compared.core;
    const open = () => comparisons.row(comparisonId, rows[0]?.key ?? '');
    for (const index of [0, 1]) {
      const [held] = await compared.held(index);
      if (held === undefined) throw new Error('There is no webhook.');
      for (const later of [{ ...held, method: 'PUT' }, { ...held, name: 'Other' }, null]) {
        snapshots.recordWrite(compared.id(index), held.id, later);
        expect(open).toThrow('after it was compared');
      }
      snapshots.recordWrite(compared.id(index), held.id, held);
      expect(open().cells).toMatchObject([{ kind: 'differs', side: 0 }]);
    }
  } finally {
    await compared.close();
  }
});

const lists = fc.array(
  fc
    .record({
      name: fc.constantFrom('Chat', 'Pager', 'Mail', 'Ticket'),
      enabled: fc.boolean(),
      method: fc.constantFrom('POST', 'PUT'),
      url: fc.constantFrom('https://a.example.com/', 'https://b.example.com/'),
      payloadType: fc.constantFrom('ALERT' as const, 'JOB' as const),
      headers: fc.subarray([
        { id: null, name: 'X-Team', value: 'ops' },
        { id: null, name: 'X-Team', value: 'dev' },
        { id: null, name: 'x-env', value: 'prod' },
        { id: null, name: 'Authorization', value: 'Bearer abc' },
      ]),
    })
    .map((change) => definition(change.name, change)),
  { maxLength: 5 },
);

const pairs: readonly (readonly [VariantId, VariantId])[] = [
  ['A', 'B'],
  ['B', 'A'],
  ['B', 'B'],
];

it.each(pairs)(
  'shows no difference after the installation was made like the reference, from %s to %s',
  { timeout: 60_000 },
  async (from, to) => {
    await fc.assert(
      fc.asyncProperty(lists, lists, async (mine, theirs) => {
        const all = await ComparedInstallations.open([
          { variant: from, webhooks: mine },
          { variant: to, webhooks: theirs },
        ]);
        try {
          await all.read();
          const before = await all.compare();
          const isAmbiguous = before.rows.some((row) => cellAt(row, 0).kind === 'ambiguous');
          fc.pre(!isAmbiguous);
          const isDifferent = before.rows.some((row) => cellAt(row, 0).kind !== 'same');
          if (isDifferent) {
            const plan = await all.prepare(before.comparisonId, { alsoRemove: true });
            expect(plan.rows.map(({ state }) => state)).not.toContain('blocked');
            const outcomes = await all.run(
              plan.planId,
              plan.rows.map(({ key }) => key),
            );
            expect(new Set(outcomes)).toEqual(new Set(['done']));
          }
          await all.read();
          const after = await all.compare();
          expect(after.rows.map((row) => [row.name, cellAt(row, 0).kind])).toEqual(
            after.rows.map(({ name }) => [name, 'same']),
          );
        } finally {
          await all.close();
        }
      }),
      { numRuns: 8 },
    );
  },
);
