import { describeKind } from '../json/json-fault.ts';
import { lineAndColumn } from '../line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import { inPayload, type TemplateFinding, type TemplateFix } from './finding.ts';
import { findingsFor } from './finding-list.ts';
import { jsonRepair } from './json-repair.ts';
import type { JsonSubject } from './json-subject.ts';
import { breakingValues } from './json-values.ts';
import { inScenarios, levelIn, shortened } from './phrases.ts';
import { type TokenTroubles, tokenTroubles } from './token-troubles.ts';
import { unquotedTokens } from './unquoted-token.ts';
import { scenariosOf } from './value-breaks.ts';

/** @param ifNot fixes for a text that is not JSON at all */
export function jsonBody(json: JsonSubject, ifNot: readonly TemplateFix[]): TemplateFinding[] {
  const troubles = tokenTroubles(json);
  return [
    ...notJson(json, troubles, ifNot),
    ...duplicateMembers(json),
    ...unquotedTokens(json, troubles.bare),
    ...breakingValues(json, troubles.quoted),
  ];
}

function notJson(
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
    ...scenariosOf(quoted),
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

/** Source: RFC 8259 §4. */
const duplicateMembers = ({ template, repeated }: JsonSubject): TemplateFinding[] =>
  findingsFor(repeated, 'warning', (name) => ({
    code: 'duplicate-member',
    place: inPayload(name),
    message: `The member ${shortened(template.slice(name.start, name.end))} appears twice in this object. Most receivers use only the last one. Rename or remove one of them.`,
    fixes: [],
  }));
