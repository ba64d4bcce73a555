import { describe, expect, test } from 'vitest';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { applyFix, checkTemplate } from './check-template.ts';
import type { FindingCode, FindingPlace, TemplateFinding, TemplateFix } from './finding.ts';
import type { NearMiss, Tripping } from './testing/cases.ts';
import { passingBodies, trippingBodies } from './testing/body-cases.ts';
import { passingHeaders, trippingHeaders } from './testing/header-cases.ts';
import { passingJson, trippingJson } from './testing/json-cases.ts';
import { passingReceivers, trippingReceivers } from './testing/receiver-cases.ts';
import { passingTokens, trippingTokens } from './testing/token-cases.ts';

const tripping = [
  ...trippingTokens,
  ...trippingJson,
  ...trippingBodies,
  ...trippingHeaders,
  ...trippingReceivers,
];
const passing = [
  ...passingTokens,
  ...passingJson,
  ...passingBodies,
  ...passingHeaders,
  ...passingReceivers,
];

const codes: readonly FindingCode[] = [...new Set(tripping.map(({ code }) => code))];

const titleOf = ({ definition, context }: Tripping | NearMiss): string =>
  [
    definition.payloadTemplate.slice(0, 80),
    definition.payloadType === 'JOB' ? 'for jobs' : '',
    definition.url.replace('https://receiver.example/hook', ''),
    definition.headers.map(({ value }) => value).join(),
    context.rules,
  ].join(' | ');

function textAt(definition: WebhookDefinition, place: FindingPlace): string | null {
  switch (place.kind) {
    case 'payload':
      return definition.payloadTemplate.slice(place.start, place.end);
    case 'url':
      return definition.url.slice(place.start, place.end);
    case 'header':
      return definition.headers[place.index]?.value.slice(place.start, place.end) ?? null;
    case 'webhook':
      return null;
  }
}

/** The text that a fix changes, after the fix. */
function outcome(definition: WebhookDefinition, fix: TemplateFix): string | undefined {
  const fixed = applyFix(definition, fix);
  const [change] = fix.changes;
  switch (change?.kind) {
    case 'edit':
      return fixed.payloadTemplate;
    case 'add-header':
      return fixed.headers.at(-1)?.value;
    case 'remove-header':
      return fixed.headers.map(({ value }) => value).join();
    default:
      return change && fixed.headers[change.index]?.value;
  }
}

const of = (code: FindingCode, findings: readonly TemplateFinding[]): TemplateFinding[] =>
  findings.filter((finding) => finding.code === code);

describe.each(codes)('%s', (code) => {
  test.each(
    tripping
      .filter((entry) => entry.code === code)
      .map((entry) => [titleOf(entry), entry] as const),
  )('is found in %s', (_title, { definition, context, level, at, says, fixed }) => {
    const findings = of(code, checkTemplate(definition, context));
    const found = findings.find(
      ({ message, place }) => message.includes(says) && textAt(definition, place) === at,
    );
    expect(found, JSON.stringify(findings, null, 1)).toMatchObject({ level });
    expect(found?.fixes.map((fix) => outcome(definition, fix))).toEqual(fixed);
  });

  test.each(
    passing.filter((entry) => entry.code === code).map((entry) => [titleOf(entry), entry] as const),
  )('is not found in %s', (_title, { definition, context }) => {
    expect(of(code, checkTemplate(definition, context))).toEqual([]);
  });
});

test.each(
  tripping.flatMap((entry) => {
    const { definition, context } = entry;
    return checkTemplate(definition, context).flatMap((finding) =>
      finding.fixes.map((fix) => [fix.title, titleOf(entry), entry, finding, fix] as const),
    );
  }),
)(
  'the fix “%s” removes its finding and adds no worse one: %s',
  (_fix, _title, entry, finding, fix) => {
    const { definition, context } = entry;
    const before = checkTemplate(definition, context);
    const after = checkTemplate(applyFix(definition, fix), context);
    if (of(finding.code, after).length === of(finding.code, before).length) {
      // The text can have a second JSON fault, which is reported now.
      expect(finding.code).toBe('not-json');
      expect(after.map(({ message }) => message)).not.toContain(finding.message);
    } else expect(of(finding.code, after).length).toBeLessThan(of(finding.code, before).length);
    const added = after.filter(({ code }) => of(code, after).length > of(code, before).length);
    if (finding.level === 'note')
      expect(added.filter(({ level }) => level === 'warning')).toEqual([]);
  },
);

test('messages are complete sentences, and fixes begin with a verb', () => {
  for (const { definition, context } of tripping) {
    for (const { message, fixes } of checkTemplate(definition, context)) {
      expect(message).toMatch(/^.*([.?]|https:\S+)$/s);
      expect(message).not.toMatch(/!|undefined|null of|\[object|NaN/);
      expect(message.length).toBeLessThan(700);
      for (const { title } of fixes) expect(title).toMatch(/^(Change|Put|Use|Remove|Add) /);
    }
  }
});
