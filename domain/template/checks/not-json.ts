import { describeKind } from '../json/json-fault.ts';
import { lineAndColumn } from '../line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { jsonRepair } from './json-repair.ts';
import { inScenarios, levelIn } from './phrases.ts';
import type { JsonSubject } from './subject.ts';
import type { TokenTroubles } from './token-troubles.ts';

export function notJson(
  subject: JsonSubject,
  troubles: TokenTroubles,
  ifNot: readonly TemplateFix[],
): TemplateFinding[] {
  const { template, fault, payloads, title, why, source, placeOf } = subject;
  if (fault === null) return unexplained(subject, troubles);
  const spoilt = payloads.filter(({ isJson }) => isJson !== true).map(({ scenario }) => scenario);
  if (spoilt.length === 0) return [];
  const { named, fixes } = jsonRepair(subject, fault);
  const { line, column } = lineAndColumn(source, placeOf(named.at));
  const end = Math.max(named.end, Math.min(named.at + 1, template.length));
  return [
    {
      code: 'not-json',
      level: levelIn(spoilt),
      place: { kind: 'payload', start: Math.min(named.at, Math.max(end - 1, 0)), end },
      message: `${title} is not valid JSON ${inScenarios(spoilt)}: line ${line}, column ${column}: ${describeKind(template, named)}. ${why} You can publish it, but the receiver is likely to refuse it.`,
      fixes: [...fixes, ...ifNot],
    },
  ];
}

/** The template is JSON, but some payloads are not, and no token explains it. */
function unexplained(
  { payloads, title, template }: JsonSubject,
  { quoted, bare }: TokenTroubles,
): TemplateFinding[] {
  const explained = new Set<Scenario>([
    ...quoted.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)),
    ...bare.flatMap(({ scenarios }) => scenarios),
  ]);
  const left = payloads
    .filter(({ scenario, isJson }) => isJson === false && !explained.has(scenario))
    .map(({ scenario }) => scenario);
  if (left.length === 0) return [];
  return [
    {
      code: 'not-json',
      level: levelIn(left),
      place: { kind: 'payload', start: 0, end: Math.min(1, template.length) },
      message: `${title} is not valid JSON with its values ${inScenarios(left)}. Check the preview, and put double quotes around placeholders that have none.`,
      fixes: [],
    },
  ];
}
