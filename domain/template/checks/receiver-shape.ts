import { withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import { firstCharacter, type TemplateFinding } from './finding.ts';
import { inScenarios, levelIn, listed, shortened } from './phrases.ts';
import { breaches } from './receiver-rules.ts';
import { receiverOf, type ReceiverRule } from './receiver.ts';
import type { JsonSubject } from './json-subject.ts';
import type { Subject } from './subject.ts';
import { placeOfKey } from './value-place.ts';

type Shaped = Pick<JsonSubject, 'template' | 'tokens' | 'payloads'>;

/** @param shaped the payload, or the form field that contains the JSON */
export function receiverShape(subject: Subject, shaped: Shaped = subject): TemplateFinding[] {
  const { definition, meantAs } = subject;
  const { template, tokens, payloads } = shaped;
  const receiver = receiverOf(definition.url);
  if (receiver === null || payloads.length === 0 || meantAs === 'json-lines') return [];
  const { title, documentation, rules } = receiver;
  const { search } = new URL(definition.url);
  const parsed = payloads.flatMap(({ scenario, text, isJson }) => {
    if (isJson !== true || text === null) return [];
    const json: unknown = JSON.parse(withoutByteOrderMark(text));
    return [{ scenario, json }];
  });
  const judged = parsed.map(({ scenario }) => scenario);
  const finding = (
    level: TemplateFinding['level'],
    place: TemplateFinding['place'],
    said: string,
  ): TemplateFinding => ({
    code: 'receiver-shape',
    level,
    place,
    message: `${title} ${said}. It is likely to refuse the message. Its documentation: ${documentation}`,
    fixes: [],
  });
  const noObject = 'wants a JSON object, but the payload is not one';
  if (parsed.length === 0) {
    // Other checks report JSON faults, and the receiver may also take forms.
    if (meantAs === 'json' || meantAs === 'form') return [];
    return [finding('warning', firstCharacter(template), noObject)];
  }
  const others = parsed.filter(({ json }) => !isObject(json)).map(({ scenario }) => scenario);
  if (others.length > 0) {
    const said = `${noObject} ${inScenarios(others, judged)}`;
    return [finding(levelIn(others), firstCharacter(template), said)];
  }
  return rules.flatMap((rule) => {
    const found = parsed.flatMap(({ scenario, json }) =>
      breaches(rule, json, search).map((breach) => ({ scenario, breach })),
    );
    return [...Map.groupBy(found, ({ breach }) => breach.key)].map(([key, cases]) => {
      const affected = cases.map(({ scenario }) => scenario);
      const values = [...new Set(cases.map(({ breach }) => breach.found))];
      const said = `${sentence(rule, key, values)} ${inScenarios(affected, judged)}`;
      const place = { kind: 'payload', ...placeOfKey(template, tokens, key ?? '') } as const;
      return finding(rule.level === 'note' ? 'note' : levelIn(affected), place, said);
    });
  });
}

function sentence(rule: ReceiverRule, key: string | null, found: readonly string[]): string {
  switch (rule.kind) {
    case 'any-of':
      return `wants ${listed(rule.keys, 'or')}; the payload has none of them, or nothing in it,`;
    case 'required':
      return `wants ${key ?? ''}${because(rule)}; it is missing or empty`;
    case 'one-of':
      return `takes ${listed(rule.values, 'or')} for ${rule.key}; it is ${listed([...new Set(found.map(shortened))], 'and')}`;
    case 'max-length':
      return `takes ${rule.characters.toLocaleString('en')} characters for ${rule.key}; it has ${listed(found, 'and')}`;
  }
}

const because = ({ when }: Extract<ReceiverRule, { kind: 'required' }>): string =>
  when === undefined ? '' : ` when ${when.key} is ${listed(when.values, 'or')}`;

const isObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
