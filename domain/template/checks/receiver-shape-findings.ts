import { z } from 'zod';
import shapes from '../../../resources/receiver-shapes.json' with { type: 'json' };
import { withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import { type JsonMark, templateFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse-template.ts';
import { firstCharacter, type TemplateFinding } from './finding.ts';
import { hasOrdinary, inScenarios, listed, shortened } from './phrases.ts';
import type { JsonSubject, Subject } from './subject.ts';

/** Dots lead into objects. */
const Key = z.string().min(1);
const When = z.strictObject({ key: Key, values: z.array(z.string()).min(1) });
const level = z.enum(['warning', 'note']).default('warning');

/** What a receiver demands of the JSON that it gets. */
const ReceiverRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any-of'), keys: z.array(Key).min(2), level }),
  z.strictObject({
    kind: z.literal('required'),
    keys: z.array(Key).min(1),
    /** A parameter of the URL's query counts, too. */
    orInQuery: z.boolean().default(false),
    when: When.optional(),
    level,
  }),
  /** Like `max-length`, ignores an absent key. */
  z.strictObject({
    kind: z.literal('one-of'),
    key: Key,
    values: z.array(z.string()).min(1),
    level,
  }),
  z.strictObject({
    kind: z.literal('max-length'),
    key: Key,
    /** Unicode code points. */
    characters: z.int().positive(),
    level,
  }),
]);
export type ReceiverRule = z.infer<typeof ReceiverRule>;

const Receiver = z.strictObject({
  name: z.string(),
  title: z.string(),
  documentation: z.url(),
  hosts: z.array(z.string().regex(/^(\*|(\*\.)?[a-z0-9.-]+)$/)).min(1),
  path: z.string(),
  /** Accepts its JSON in the form field `payload`, too. */
  takesForms: z.boolean().default(false),
  rules: z.array(ReceiverRule).min(1),
});
type Receiver = z.infer<typeof Receiver>;

/** Receivers with own hosts come before those with any host. */
const receivers: readonly Receiver[] = z
  .object({ receivers: z.array(Receiver) })
  .parse(shapes)
  .receivers.toSorted((a, b) => Number(a.hosts.includes('*')) - Number(b.hosts.includes('*')));

export function receiverOf(url: string): Receiver | null {
  if (!URL.canParse(url)) return null;
  const { hostname, pathname } = new URL(url);
  return (
    receivers.find(
      ({ hosts, path }) =>
        hosts.some((host) => fitsHost(host, hostname)) && new RegExp(path).test(pathname),
    ) ?? null
  );
}

const fitsHost = (pattern: string, hostname: string): boolean =>
  pattern === '*' ||
  (pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern);

const warnedIf = (isWarning: boolean): 'warning' | 'note' => (isWarning ? 'warning' : 'note');

type JsonText = Pick<JsonSubject, 'template' | 'tokens' | 'payloads'>;

/**
 * Checks whether the payload has the shape that a well-known receiver demands.
 * @param jsonText the payload, or the form field that contains the JSON
 */
export function receiverShapeFindings(
  subject: Subject,
  jsonText: JsonText = subject,
): TemplateFinding[] {
  const { definition, expectedFormat } = subject;
  const { template, tokens, payloads } = jsonText;
  const receiver = receiverOf(definition.url);
  if (receiver === null || payloads.length === 0 || expectedFormat === 'json-lines') return [];
  const { title, documentation, rules } = receiver;
  const { search } = new URL(definition.url);
  const parsed = payloads.flatMap(({ scenario, text, isJson }) => {
    if (isJson !== true || text === null) return [];
    const json: unknown = JSON.parse(withoutByteOrderMark(text));
    return [{ scenario, json }];
  });
  const checkedScenarios = parsed.map(({ scenario }) => scenario);
  const finding = (
    level: TemplateFinding['level'],
    place: TemplateFinding['place'],
    demand: string,
  ): TemplateFinding => ({
    code: 'receiver-shape',
    level,
    place,
    message: `${title} ${demand}. It is likely to refuse the message. Its documentation: ${documentation}`,
    fixes: [],
  });
  const noObject = 'wants a JSON object, but the payload is something else';
  if (parsed.length === 0) {
    // Other checks report JSON faults, and the receiver may also take forms.
    if (expectedFormat === 'json' || expectedFormat === 'form') return [];
    return [finding('warning', firstCharacter(template), noObject)];
  }
  const affectedByType = parsed
    .filter(({ json }) => !isObject(json))
    .map(({ scenario }) => scenario);
  if (affectedByType.length > 0) {
    const demand = `${noObject} ${inScenarios(affectedByType, checkedScenarios)}`;
    return [finding(warnedIf(hasOrdinary(affectedByType)), firstCharacter(template), demand)];
  }
  return rules.flatMap((rule) => {
    const ruleBreaches = parsed.flatMap(({ scenario, json }) =>
      breaches(rule, json, search).map((breach) => ({ scenario, breach })),
    );
    return [...Map.groupBy(ruleBreaches, ({ breach }) => breach.key)].map(([key, cases]) => {
      const affected = cases.map(({ scenario }) => scenario);
      const values = [...new Set(cases.map(({ breach }) => breach.found))];
      const demand = `${demandInWords(rule, key, values)} ${inScenarios(affected, checkedScenarios)}`;
      const place = { kind: 'payload', ...placeOfKey(template, tokens, key ?? '') } as const;
      return finding(warnedIf(rule.level === 'warning' && hasOrdinary(affected)), place, demand);
    });
  });
}

/** The rest of a sentence that begins with the name of the receiver. */
function demandInWords(rule: ReceiverRule, key: string | null, values: readonly string[]): string {
  switch (rule.kind) {
    case 'any-of':
      return `wants ${listed(rule.keys, 'or')}; the payload has none of them, or nothing in it,`;
    case 'required':
      return `wants ${key ?? ''}${conditionInWords(rule)}; it is missing or empty`;
    case 'one-of':
      return `takes ${listed(rule.values, 'or')} for ${rule.key}; it is ${listed([...new Set(values.map(shortened))], 'and')}`;
    case 'max-length':
      return `takes ${rule.characters.toLocaleString('en')} characters for ${rule.key}; it has ${listed(values, 'and')}`;
  }
}

const conditionInWords = ({ when }: Extract<ReceiverRule, { kind: 'required' }>): string =>
  when === undefined ? '' : ` when ${when.key} is ${listed(when.values, 'or')}`;

const isObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** A payload that does not meet a rule. */
interface Breach {
  /** `null` when any of several keys would do. */
  readonly key: string | null;
  /** A value that is not allowed, or a length; empty for what is missing. */
  readonly found: string;
}

/** @param query with its question mark */
function breaches(rule: ReceiverRule, payload: unknown, query: string): Breach[] {
  switch (rule.kind) {
    case 'any-of':
      return rule.keys.some((key) => hasContent(valueAt(payload, key)))
        ? []
        : [{ key: null, found: '' }];
    case 'required': {
      const { when } = rule;
      if (when !== undefined && !isOneOf(when.values, valueAt(payload, when.key))) return [];
      return rule.keys
        .filter((key) => !hasContent(valueAt(payload, key)))
        .filter((key) => !rule.orInQuery || !hasParameter(query, key))
        .map((key) => ({ key, found: '' }));
    }
    case 'one-of': {
      const value = valueAt(payload, rule.key);
      if (value === undefined || isOneOf(rule.values, value)) return [];
      return [{ key: rule.key, found: valueInWords(value) }];
    }
    case 'max-length': {
      const value = valueAt(payload, rule.key);
      const length = typeof value === 'string' ? Array.from(value).length : 0;
      if (length <= rule.characters) return [];
      return [{ key: rule.key, found: length.toLocaleString('en') }];
    }
  }
}

function valueAt(payload: unknown, key: string): unknown {
  let value: unknown = payload;
  for (const name of key.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return undefined;
    value = Object.getOwnPropertyDescriptor(value, name)?.value;
  }
  return value;
}

const hasContent = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);

function valueInWords(value: unknown): string {
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : 'an object';
}

const hasParameter = (query: string, name: string): boolean =>
  query
    .slice(1)
    .split('&')
    .some((pair) => pair.startsWith(`${name}=`) && pair.length > name.length + 1);

/** For an absent key, the start of the object that should contain it. @param key dots lead into objects */
export function placeOfKey(
  template: string,
  tokens: readonly TokenPart[],
  key: string,
): { start: number; end: number } {
  const names = key.split('.').map((name) => JSON.stringify(name));
  const keySearch = new KeySearch(template, names);
  templateFault(template, tokens, keySearch);
  return keySearch.place;
}

/** Follows the brackets of the JSON to a key. */
class KeySearch {
  place: { start: number; end: number };
  readonly #template: string;
  /** With quotes. */
  readonly #names: readonly string[];
  /** Open brackets, and how many of them lead to the key. */
  #depth = 0;
  #matchedDepth = 0;
  /** Whether the last name leads to the key. */
  #isOnPath = false;
  #isFound = false;

  constructor(template: string, names: readonly string[]) {
    this.#template = template;
    this.#names = names;
    const start = template.length - template.trimStart().length;
    this.place = { start, end: Math.min(start + 1, template.length) };
  }

  mark(mark: JsonMark, at: number): void {
    if (mark === '{' || mark === '[') {
      const isRoot = this.#depth === 0;
      if (isRoot || this.#isOnPath) this.#enter(mark, at, isRoot);
      this.#isOnPath = false;
      this.#depth += 1;
    } else if (mark === '}' || mark === ']') {
      this.#depth -= 1;
      this.#matchedDepth = Math.min(this.#matchedDepth, this.#depth);
    }
  }

  #enter(mark: '{' | '[', at: number, isRoot: boolean): void {
    if (this.#isFound) return;
    if (!isRoot && this.#matchedDepth === this.#names.length) {
      this.place = { start: at, end: at + 1 };
      this.#isFound = true;
    } else if (mark === '{' && this.#matchedDepth === this.#depth) {
      this.place = { start: at, end: at + 1 };
      this.#matchedDepth += 1;
    }
  }

  atom({ start, end, role }: { start: number; end: number; role: string }): void {
    if (role === 'name') {
      const nextName = this.#names[this.#depth - 1];
      const isInMatchedObject = this.#depth === this.#matchedDepth;
      this.#isOnPath = isInMatchedObject && this.#template.slice(start, end) === nextName;
    } else if (this.#isOnPath) {
      this.#isOnPath = false;
      if (!this.#isFound && this.#depth === this.#names.length) {
        this.place = { start, end };
        this.#isFound = true;
      }
    }
  }
}
