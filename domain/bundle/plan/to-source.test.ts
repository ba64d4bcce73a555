import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariantId } from '../../webhook/variant.ts';
import { emptyDefinition, type Webhook } from '../../webhook/webhook.ts';
import {
  choices,
  decideBundleRows,
  definitionsOf,
  exported,
  held,
  kindOf,
  lifeLike,
  readable,
  sourceOf,
  target,
} from '../testing/bundles.ts';
import { isSource } from './plan-target.ts';

interface Installation {
  readonly variant: VariantId;
  readonly fingerprint: string;
  readonly webhooks: readonly Webhook[];
}

const rowsOf = (installations: readonly Installation[]) =>
  readable(
    exported(
      installations.map(({ variant, fingerprint, webhooks }) =>
        sourceOf(variant, webhooks, {
          installation: { name: 'acme', variant, fingerprint, address: null },
        }),
      ),
    ).text,
  ).rows;

const targetOf = ({ variant, webhooks, fingerprint }: Installation) =>
  target(variant, webhooks, fingerprint);

/** Random webhooks, some with equal names or with methods that variant B does not support. */
const installations: fc.Arbitrary<Installation[]> = fc
  .array(
    fc.constantFrom<VariantId>('A', 'B').chain((variant) =>
      fc.record({
        variant: fc.constant(variant),
        definitions: fc.array(definitionsOf(variant), { maxLength: 5 }),
        method: fc.option(fc.constantFrom('PATCH', 'get')),
        unreported: fc.subarray(['enabled', 'severities.low', 'headers']),
      }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(({ variant, definitions, method, unreported }, number) => ({
      variant,
      fingerprint: `f${number}`,
      webhooks: held(definitions, 1 + number).map((one) => ({
        ...one,
        method: method ?? one.method,
        unreported,
      })),
    })),
  );

const isWritten = ({ name, url, headers, payloadTemplate }: Webhook): boolean =>
  [name, url, payloadTemplate, ...headers.flatMap((one) => [one.name, one.value])].every((text) =>
    text.isWellFormed(),
  );

describe('an export of installations', () => {
  const plansNothing = (all: readonly Installation[]): void => {
    const rows = rowsOf(all);
    for (const installation of all) {
      const to = targetOf(installation);
      const own = rows.filter(({ origin }) => isSource(origin, to));
      expect(own).toHaveLength(installation.webhooks.filter(isWritten).length);
      const plan = decideBundleRows(own, to, choices());
      expect(plan.map((row) => [kindOf(row), row.selected])).toEqual(
        own.map(() => ['unchanged', false]),
      );
    }
  };

  it('plans nothing when each row goes back to its source', () => {
    fc.assert(fc.property(installations, plansNothing), { numRuns: 150 });
  });

  it('plans nothing for realistic webhooks of both variants', () => {
    plansNothing([
      { variant: 'A', fingerprint: 'f1', webhooks: lifeLike('A', 150) },
      { variant: 'B', fingerprint: 'f2', webhooks: lifeLike('B', 150) },
    ]);
  });

  it('never plans a create for an existing name, and pairs own rows first', () => {
    fc.assert(
      fc.property(installations, (all) => {
        const rows = rowsOf(all);
        for (const installation of all) {
          const to = targetOf(installation);
          const names = new Set(installation.webhooks.map(({ name }) => name));
          const plan = decideBundleRows(rows, to, choices());
          const creates = plan.filter((row) => kindOf(row) === 'create');
          expect(creates.filter(({ definition }) => names.has(definition?.name ?? ''))).toEqual([]);
          const own = rows.filter(({ origin }) => isSource(origin, to)).map(({ key }) => key);
          const planned = plan.filter(({ fileRow }) => own.includes(fileRow?.key ?? ''));
          expect(planned.map(kindOf)).toEqual(own.map(() => 'unchanged'));
        }
      }),
      { numRuns: 100 },
    );
  });
});

it('rows of another installation with equal names are undecided, and none is created', () => {
  const names = ['Pager', 'Mail', 'Chat'];
  const webhooks = (url: string): Webhook[] =>
    held(names.map((name) => ({ ...emptyDefinition('B'), name, url })));
  const all: Installation[] = [
    { variant: 'B', fingerprint: 'f1', webhooks: webhooks('https://a.example/') },
    { variant: 'B', fingerprint: 'f2', webhooks: webhooks('https://b.example/') },
  ];
  const plans = all.map((one) => decideBundleRows(rowsOf(all), targetOf(one), choices()));
  const kinds = plans.flat().map(kindOf);
  expect(kinds.filter((kind) => kind === 'unchanged')).toHaveLength(6);
  expect(kinds.filter((kind) => kind === 'undecided')).toHaveLength(6);
  expect(plans.flat().filter(({ selected }) => selected)).toEqual([]);
});
