import { describeFault, type JsonFault } from '../json/json-fault.ts';
import { templateFault } from '../json/scan-json.ts';
import { parseTemplate } from '../parse.ts';
import type { Scenario } from '../scenarios.ts';
import { fittingType } from './content-type.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { inScenarios, levelIn } from './phrases.ts';
import { withDoubleQuotes } from './single-quotes.ts';
import type { Subject } from './subject.ts';
import type { TokenTroubles } from './token-troubles.ts';

/** A template that is meant as JSON and is none, or whose payload is none for no token's sake. */
export function notJson(subject: Subject, troubles: TokenTroubles): TemplateFinding[] {
  const { template, fault, payloads, meantAsJson } = subject;
  if (!meantAsJson) return [];
  if (fault === null) return unexplained(subject, troubles);
  const spoilt = payloads.filter(({ isJson }) => isJson !== true).map(({ scenario }) => scenario);
  if (spoilt.length === 0) return [];
  const end = Math.max(fault.end, Math.min(fault.at + 1, template.length));
  return [
    {
      code: 'not-json',
      level: levelIn(spoilt),
      place: { kind: 'payload', start: Math.min(fault.at, Math.max(end - 1, 0)), end },
      message: `The payload is not JSON ${inScenarios(spoilt)}: ${describeFault(template, fault)}. ${whyJson(subject)} It can be published as it is, but receivers of JSON are likely to refuse it.`,
      fixes: [...jsonFixes(template, fault), ...plainTextFix(subject)],
    },
  ];
}

/** Payloads that are not JSON although the template is, with no token to blame that was looked at. */
function unexplained({ payloads }: Subject, { quoted, bare }: TokenTroubles): TemplateFinding[] {
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
      place: { kind: 'payload', start: 0, end: 1 },
      message: `With its values the payload is not JSON ${inScenarios(left)}. Receivers of JSON are likely to refuse it. Look at the preview of that state, and put double quotes around the tokens that stand without.`,
      fixes: [],
    },
  ];
}

const whyJson = ({ contentType }: Subject): string =>
  contentType?.kind === 'json'
    ? `The Content-Type says that it is (${contentType.type}).`
    : 'It begins like JSON.';

/** Changes that make JSON of the template, tokens aside; none that do not. */
function jsonFixes(template: string, fault: JsonFault): TemplateFix[] {
  const requoted = withDoubleQuotes(template);
  if (requoted !== null && requoted !== template && isJsonTemplate(requoted)) {
    const changes = [
      { kind: 'edit', field: 'payload', ...difference(template, requoted) },
    ] as const;
    return [{ title: 'Use double quotes', changes }];
  }
  const comma = commaBefore(template, fault.at);
  if (comma === -1 || !isJsonTemplate(template.slice(0, comma) + template.slice(comma + 1))) {
    return [];
  }
  return [
    {
      title: 'Remove the comma',
      changes: [{ kind: 'edit', field: 'payload', start: comma, end: comma + 1, text: '' }],
    },
  ];
}

function isJsonTemplate(template: string): boolean {
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  return templateFault(template, tokens) === null;
}

/** The comma that stands before a closing bracket at `at`, or -1. */
function commaBefore(template: string, at: number): number {
  if (template[at] !== '}' && template[at] !== ']') return -1;
  let before = at - 1;
  while (/[ \t\r\n]/.test(template.charAt(before))) before -= 1;
  return template[before] === ',' ? before : -1;
}

/** The part of a text that another one has differently. */
function difference(before: string, after: string): { start: number; end: number; text: string } {
  let start = 0;
  while (before[start] === after[start] && start < before.length) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
}

/** Plain words under a Content-Type of JSON: they may be meant as they are. */
function plainTextFix({ contentType, bodyKind, template }: Subject): TemplateFix[] {
  const words = bodyKind === 'text' && !/^\s*[["']/.test(template);
  if (contentType?.kind !== 'json' || !words) return [];
  const value = fittingType('text');
  return [
    {
      title: `Change the Content-Type to ${value}`,
      changes: [{ kind: 'replace-header-value', index: contentType.index, value }],
    },
  ];
}
