import type { Scenario } from '../scenarios.ts';
import type { TemplateFinding } from './finding.ts';
import { inScenarios, levelIn, listed, shortened } from './phrases.ts';
import { type Breach, breaches } from './receiver-rules.ts';
import { type Receiver, receiverOf, type ReceiverRule } from './receiver.ts';
import type { JsonSubject, Subject } from './subject.ts';
import { withoutMark } from './payloads.ts';
import { placeOfKey } from './value-place.ts';

type Shaped = Pick<JsonSubject, 'template' | 'tokens' | 'payloads'>;

/** @param shaped the payload, or the form field that contains the JSON */
export function receiverShape(subject: Subject, shaped: Shaped = subject): TemplateFinding[] {
  const { definition, meantAs } = subject;
  const { payloads } = shaped;
  const receiver = receiverOf(definition.url);
  if (receiver === null || payloads.length === 0 || meantAs === 'json-lines') return [];
  const { search } = new URL(definition.url);
  const parsed = payloads.flatMap(({ scenario, text, isJson }) => {
    if (isJson !== true || text === null) return [];
    const json: unknown = JSON.parse(withoutMark(text));
    return [{ scenario, json }];
  });
  if (parsed.length === 0) return noObject(subject, shaped, receiver, null);
  const judged = parsed.map(({ scenario }) => scenario);
  const others = parsed.filter(({ json }) => !isObject(json)).map(({ scenario }) => scenario);
  if (others.length > 0) return noObject(subject, shaped, receiver, others, judged);
  return receiver.rules.flatMap((rule) => {
    const found = parsed.flatMap(({ scenario, json }) =>
      breaches(rule, json, search).map((breach) => ({ scenario, breach })),
    );
    const byKey = Map.groupBy(found, ({ breach }) => breach.key);
    return [...byKey].map(([key, cases]) => finding(shaped, receiver, rule, key, cases, judged));
  });
}

interface Case {
  readonly scenario: Scenario;
  readonly breach: Breach;
}

function finding(
  shaped: Shaped,
  receiver: Receiver,
  rule: ReceiverRule,
  key: string | null,
  cases: readonly Case[],
  judged: readonly Scenario[],
): TemplateFinding {
  const level = levelIn(cases.map(({ scenario }) => scenario));
  return {
    code: 'receiver-shape',
    level: rule.level === 'note' ? 'note' : level,
    place: { kind: 'payload', ...placeOfKey(shaped.template, shaped.tokens, key ?? '') },
    message: `${sentence(receiver, rule, key, cases, judged)} It is likely to refuse the message. Its documentation: ${receiver.documentation}`,
    fixes: [],
  };
}

function sentence(
  { title }: Receiver,
  rule: ReceiverRule,
  key: string | null,
  cases: readonly Case[],
  judged: readonly Scenario[],
): string {
  const where = inScenarios(
    cases.map(({ scenario }) => scenario),
    judged,
  );
  switch (rule.kind) {
    case 'any-of':
      return `${title} wants ${listed(rule.keys, 'or')}; the payload has none of them, or nothing in it, ${where}.`;
    case 'required':
      return `${title} wants ${key ?? ''}${because(rule)}; it is missing or empty ${where}.`;
    case 'one-of': {
      const found = [...new Set(cases.map(({ breach }) => shortened(breach.found)))];
      return `${title} takes ${listed(rule.values, 'or')} for ${rule.key}; it is ${listed(found, 'and')} ${where}.`;
    }
    case 'max-length':
      return `${title} takes ${rule.characters.toLocaleString('en')} characters for ${rule.key}; it has ${listed([...new Set(cases.map(({ breach }) => breach.found))], 'and')} ${where}.`;
  }
}

const because = ({ when }: Extract<ReceiverRule, { kind: 'required' }>): string =>
  when === undefined ? '' : ` when ${when.key} is ${listed(when.values, 'or')}`;

/** @param others scenarios in which the JSON is no object; `null` if no payload is JSON */
function noObject(
  { meantAs }: Subject,
  { template }: Shaped,
  { title, documentation }: Receiver,
  others: readonly Scenario[] | null,
  judged: readonly Scenario[] = [],
): TemplateFinding[] {
  // Other checks report JSON faults, and the receiver may also take forms.
  if (others === null && (meantAs === 'json' || meantAs === 'form')) return [];
  const start = template.length - template.trimStart().length;
  const where = others === null ? '' : ` ${inScenarios(others, judged)}`;
  return [
    {
      code: 'receiver-shape',
      level: others === null ? 'warning' : levelIn(others),
      place: { kind: 'payload', start, end: Math.min(start + 1, template.length) },
      message: `${title} wants a JSON object, but the payload is not one${where}. It is likely to refuse the message. Its documentation: ${documentation}`,
      fixes: [],
    },
  ];
}

const isObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
