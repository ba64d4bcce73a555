import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RowAnswers } from '../publishing/plan.ts';
import { alertTokens } from '../template/catalogue.ts';
import { checkTemplate } from '../template/checks/check-template.ts';
import { parseTemplate, tokenNames } from '../template/parse-template.ts';
import { renderTemplate } from '../template/render-template.ts';
import { sampleValues } from '../template/samples.ts';
import { scenarios } from '../template/scenarios.ts';
import { scanBundle } from './export/scan-bundle.ts';
import {
  choices,
  decideBundleRows,
  kindOf,
  readable,
  rewritten,
  target,
} from './testing/bundles.ts';

const folder = new URL('../../resources/bundles/', import.meta.url);
const names = readdirSync(folder).sort();

/** Values of the secrets, in the format of each receiver. */
const given: Readonly<Record<string, string>> = {
  'slack-webhook': 'T00/B00/fake',
  'teams-workflow':
    'prod-00.westeurope.logic.azure.com:443/workflows/fake/triggers/manual/paths/invoke?sig=fake',
  'pagerduty-routing-key': 'fake-routing-key',
  'opsgenie-api-key': 'fake-api-key',
  'jira-basic-credentials': 'ZmFrZTpmYWtl',
  'servicenow-basic-credentials': 'ZmFrZTpmYWtl',
  'generic-access-token': 'fake-access-token',
};

it('there is a sample bundle for each common receiver', () => {
  const wanted = ['generic', 'jira', 'opsgenie', 'pagerduty', 'servicenow', 'slack', 'teams'];
  expect(names).toEqual(wanted.map((name) => `${name}.hookdesk.json`));
});

describe.each(names)('%s', (name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  const reading = readable(text);
  if (reading.kind !== 'bundle') throw new Error('It is no bundle.');

  it('has the format that Hookdesk writes, and no secret', () => {
    expect(rewritten(reading.bundle)).toBe(text);
    expect(scanBundle([text], [], new Set())).toEqual([]);
    expect(reading.bundle.containsSecrets).toBe(false);
  });

  it('asks exactly for the secrets that it explains', () => {
    const plan = decideBundleRows(reading.rows, target('B', []), choices());
    const explained = (reading.bundle.secrets ?? []).map((secret) => secret.name);
    expect(explained.length).toBeGreaterThan(0);
    const needed = plan.flatMap(({ needs }) =>
      needs.flatMap((need) => (need.kind === 'secret' ? [need.name] : [])),
    );
    expect([...new Set(needed)]).toEqual(explained);
  });

  const secrets = new Map(Object.entries(given));
  it.each(['A', 'B'] as const)('can be published to variant %s', (variant) => {
    const decisions = new Map<string, RowAnswers>();
    const plan = decideBundleRows(
      reading.rows,
      target(variant, []),
      choices({ secrets, decisions }),
    );
    expect(plan.map((row) => [kindOf(row), row.issues])).toEqual(
      reading.rows.map(() => ['create', []]),
    );
  });

  const rows = decideBundleRows(reading.rows, target('B', []), choices({ secrets }));
  it.each(rows.map((row) => [row.fileRow?.name, row] as const))(
    '%s gives JSON without avoidable findings in every state',
    (_name, row) => {
      const { definition } = row;
      if (definition === null) throw new Error('It is complete.');
      const { payloadTemplate } = definition;
      const documented = new Set(alertTokens.map((token) => token.name));
      const used = tokenNames(parseTemplate(payloadTemplate));
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((token) => !documented.has(token))).toEqual([]);
      // No template can prevent broken JSON with difficult values: the check adds a note.
      for (const scenario of scenarios.filter(({ name }) => name !== 'difficult')) {
        const values = sampleValues(scenario.name, [], {});
        expect(() => {
          JSON.parse(renderTemplate(payloadTemplate, values, 'as-observed'));
        }).not.toThrow();
      }
      const context = { ownTokens: [], edits: {}, rules: 'as-observed' } as const;
      const findings = checkTemplate(definition, context);
      const avoidable = findings.filter(
        ({ code, level }) => code !== 'value-breaks-json' || level !== 'note',
      );
      expect(avoidable).toEqual([]);
    },
  );
});
