import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exported, held, sourceOf, valuesOf } from '#domain/bundle/testing/bundles.ts';
import { cellAt, cellInWords } from '#domain/comparison/matrix.ts';
import type { PlanRowView } from '#contract/plans.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import {
  ComparedInstallations,
  type Matrix,
  type Prepared,
} from './testing/compared-installations.ts';

const definition = (name: string, change: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name,
  url: 'https://chat.example.com/hook',
  headers: [{ id: null, name: 'Authorization', value: 'Bearer canary-of-the-file' }],
  ...change,
});

const team = (value: string) => ({ id: null, name: 'X-Team', value });

/** The file without secret values, and the secret values. */
const fileOf = (variant: VariantId, definitions: readonly WebhookDefinition[]) =>
  exported([sourceOf(variant, held(definitions))]);

const words = ({ rows, columns }: Matrix): Record<string, string[]> =>
  Object.fromEntries(
    rows.map((row) => [row.name, columns.map((_, at) => cellInWords(cellAt(row, at)))]),
  );

/** The plan that a window makes: the rows of the file that differ on an installation. */
const planOf = (
  all: ComparedInstallations,
  fileId: string,
  { rows }: Matrix,
  options: { alsoRemove: boolean; ignoredParts: string[] },
): Promise<Prepared> =>
  all.plan({
    kind: 'bundle',
    fileId,
    connectionIds: [...all.ids],
    keys: rows
      .filter(({ cells }) => cells.some(({ kind }) => kind === 'differs' || kind === 'missing'))
      .map(({ key }) => key.slice('reference/'.length)),
    ...options,
  });

/** Answers the questions of the plan, and returns its rows. */
async function answered(
  all: ComparedInstallations,
  { planId, rows: prepared }: Prepared,
  secrets: ReadonlyMap<string, string>,
): Promise<PlanRowView[]> {
  const rows = new Map(prepared.map((row) => [row.key, row]));
  const { plans } = all.core;
  for (;;) {
    const asking = [...rows.values()].find(({ needs }) => needs.length > 0);
    const need = asking?.needs[0];
    if (asking === undefined || need === undefined) return [...rows.values()];
    const { key, connectionId, destination } = asking;
    const events =
      need.kind === 'secret'
        ? plans.giveSecret(planId, connectionId, {
            name: need.name,
            destination,
            value: secrets.get(need.name) ?? '',
            remember: false,
          })
        : plans.answer(planId, [
            {
              keys: [key],
              answer: need.kind === 'method' ? { method: need.proposed } : { payloadType: 'ALERT' },
            },
          ]);
    for await (const event of events) {
      if (event.kind === 'rows') for (const row of event.rows) rows.set(row.key, row);
      if (event.kind === 'end') for (const gone of event.gone) rows.delete(gone);
    }
  }
}

it('compares a file with installations, and leaves ignored parts out of its plan', async () => {
  const own = [{ id: null, name: 'Authorization', value: 'Bearer of-the-installation' }];
  const all = await ComparedInstallations.open([
    {
      variant: 'B',
      webhooks: [
        definition('Chat', { headers: own }),
        definition('Pager', { enabled: false, method: 'PUT', headers: [...own, team('dev')] }),
        definition('Extra'),
      ],
    },
    { variant: 'A', webhooks: [definition('Chat', { url: 'https://other.example.com/' })] },
  ]);
  try {
    await all.read();
    const { headers } = definition('Pager');
    const { text } = fileOf('B', [
      definition('Chat'),
      definition('Pager', { headers: [...headers, team('ops')] }),
    ]);
    expect(text).not.toContain('canary');
    const fileId = await all.openFile('team.hookdesk.json', text);
    const reference = { kind: 'bundle' as const, fileId };
    const ignoredParts = ['enabled', 'header:authorization', 'header:x-team'];
    const whole = await all.compare({ reference, otherIds: [...all.ids] });
    expect(words(whole)).toEqual({
      Chat: ['same, 1 cannot tell', '1 difference'],
      Extra: ['extra', '–'],
      Pager: ['3 differences', 'missing'],
    });
    expect(whole.columns.map(({ lacks }) => lacks)).toEqual([[], ['payloadType']]);
    const details = all.core.comparisons.row(whole.comparisonId, 'reference/chat');
    expect(details.parts.find(({ part }) => part === 'header:authorization')?.sides).toEqual([
      { state: 'unknown', value: 1 },
      { state: 'unknown', value: 1 },
    ]);
    expect(JSON.stringify(details)).not.toContain('of-the-installation');
    const { text: csv } = all.core.comparisons.export(whole.comparisonId, 'csv', null);
    expect(csv).toContain('"team.hookdesk.json (reference)"');

    const matrix = await all.compare({ reference, otherIds: [...all.ids], ignoredParts });
    expect(words(matrix)).toMatchObject({
      Chat: ['same', '1 difference'],
      Pager: ['1 difference', 'missing'],
    });
    const { planId, rows } = await planOf(all, fileId, matrix, { alsoRemove: false, ignoredParts });
    const pager = rows.find(({ key }) => key === `${all.id(0)}/pager`);
    expect(pager).toMatchObject({ state: 'ready', needs: [] });
    await all.run(planId, [pager?.key ?? '']);
    const [, after] = await all.held(0);
    expect(after).toMatchObject({
      method: 'POST',
      enabled: false,
      headers: [{ value: 'Bearer of-the-installation' }, { value: 'dev' }],
    });
  } finally {
    await all.close();
  }
});

it('pairs a repeated name with the webhook that the file was exported from', async () => {
  const all = await ComparedInstallations.open([
    {
      variant: 'B',
      webhooks: [
        definition('Twice', { url: 'https://a.example.com/', headers: [] }),
        definition('Twice', { url: 'https://b.example.com/', headers: [] }),
      ],
    },
  ]);
  try {
    await all.read();
    const [first, second] = await all.held(0);
    if (first === undefined || second === undefined) throw new Error('There are no webhooks.');
    const source = sourceOf('B', [{ ...first, enabled: !first.enabled }, second]);
    const { ports, connections } = all.core;
    const fingerprint = fingerprintOf(ports, connections.find(all.id(0)));
    const installation = { name: 'acme', variant: 'B' as const, fingerprint, address: null };
    const { text } = exported([{ ...source, installation }]);
    const fileId = await all.openFile('twice.json', text);
    const reference = { kind: 'bundle' as const, fileId };
    const { rows } = await all.compare({ reference, otherIds: [...all.ids] });
    expect(rows.map((row) => cellInWords(cellAt(row, 0)))).toEqual(['1 difference', 'same']);
  } finally {
    await all.close();
  }
});

it('reports that a file is no longer open', async () => {
  const all = await ComparedInstallations.open([{ variant: 'A', webhooks: [] }]);
  try {
    await all.read();
    const reference = { kind: 'bundle' as const, fileId: 'gone' };
    await expect(all.compare({ reference, otherIds: [...all.ids] })).rejects.toThrow(
      'This file is not open any more.',
    );
  } finally {
    await all.close();
  }
});

// A plan asks which webhook to use when a name repeats.
const lists = fc.uniqueArray(
  fc
    .record({
      name: fc.constantFrom('Chat', 'Pager', 'Mail', 'Ticket', 'Web'),
      enabled: fc.boolean(),
      method: fc.constantFrom('POST', 'PUT'),
      url: fc.constantFrom(
        'https://a.example.com/',
        'https://hooks.slack.com/services/T0/B0/first-secret',
        'https://hooks.slack.com/services/T0/B0/second-secret',
      ),
      payloadType: fc.constantFrom('ALERT' as const, 'JOB' as const),
      headers: fc.subarray([
        { id: null, name: 'X-Team', value: 'ops' },
        { id: null, name: 'x-env', value: 'prod' },
        { id: null, name: 'Authorization', value: 'Bearer abc' },
        { id: null, name: 'X-Api-Key', value: 'key-of-the-team' },
      ]),
    })
    .map((change) => definition(change.name, change)),
  { maxLength: 4, selector: ({ name }) => name },
);

const pairs: readonly (readonly [VariantId, VariantId])[] = [
  ['A', 'B'],
  ['B', 'A'],
  ['B', 'B'],
];

it.each(pairs)(
  'shows no difference after the installation was made like the file, from %s to %s',
  { timeout: 60_000 },
  async (from, to) => {
    await fc.assert(
      fc.asyncProperty(lists, lists, fc.boolean(), async (mine, theirs, ignoresKeys) => {
        const all = await ComparedInstallations.open([{ variant: to, webhooks: theirs }]);
        try {
          await all.read();
          const ofVariant = mine.map((each) =>
            from === 'B' ? each : { ...each, payloadType: null },
          );
          const { text, secrets } = fileOf(from, ofVariant);
          const fileId = await all.openFile('a.json', text);
          const ignoredParts = ignoresKeys ? ['enabled', 'header:x-api-key'] : [];
          const asked = {
            reference: { kind: 'bundle' as const, fileId },
            otherIds: [...all.ids],
            ignoredParts,
          };
          const before = await all.compare(asked);
          if (before.rows.some((row) => cellAt(row, 0).kind !== 'same')) {
            const plan = await planOf(all, fileId, before, { alsoRemove: true, ignoredParts });
            const rows = await answered(all, plan, valuesOf(secrets));
            const outcomes = await all.run(
              plan.planId,
              rows.map(({ key }) => key),
            );
            expect([...new Set(outcomes)]).toEqual(['done']);
          }
          await all.read();
          const after = await all.compare(asked);
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
