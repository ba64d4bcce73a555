import { z } from 'zod';
import shapes from '../../../resources/receiver-shapes.json' with { type: 'json' };
import { withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import { type JsonMark, templateFault } from '../json/scan-json.ts';
import type { TokenPart } from '../parse.ts';
import { firstCharacter, type TemplateFinding } from './finding.ts';
import { inScenarios, levelIn, listed, shortened } from './phrases.ts';
import type { JsonSubject, Subject } from './subject.ts';

/** Dots lead into objects. */
const Key = z.string().min(1);
const When = z.strictObject({ key: Key, values: z.array(z.string()).min(1) });
const level = z.enum(['warning', 'note']).default('warning');

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
  /** Also takes its JSON in the form field `payload`. */
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
      return rule.keys.some((key) => isThere(valueAt(payload, key)))
        ? []
        : [{ key: null, found: '' }];
    case 'required': {
      const { when } = rule;
      if (when !== undefined && !isOneOf(when.values, valueAt(payload, when.key))) return [];
      return rule.keys
        .filter((key) => !isThere(valueAt(payload, key)))
        .filter((key) => !rule.orInQuery || !hasParameter(query, key))
        .map((key) => ({ key, found: '' }));
    }
    case 'one-of': {
      const value = valueAt(payload, rule.key);
      if (value === undefined || isOneOf(rule.values, value)) return [];
      return [{ key: rule.key, found: told(value) }];
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

const isThere = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

const isOneOf = (values: readonly string[], value: unknown): boolean =>
  typeof value === 'string' && values.includes(value);

function told(value: unknown): string {
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
  const walk = new Walk(template, names);
  templateFault(template, tokens, walk);
  return walk.place;
}

class Walk {
  place: { start: number; end: number };
  readonly #template: string;
  readonly #names: readonly string[];
  /** Open brackets, and how many of them lead to the key. */
  #depth = 0;
  #onTheWay = 0;
  #named = false;
  #found = false;

  constructor(template: string, names: readonly string[]) {
    this.#template = template;
    this.#names = names;
    const start = template.length - template.trimStart().length;
    this.place = { start, end: Math.min(start + 1, template.length) };
  }

  mark(mark: JsonMark, at: number): void {
    if (mark === '{' || mark === '[') {
      const root = this.#depth === 0;
      if (root || this.#named) this.#enter(mark, at, root);
      this.#named = false;
      this.#depth += 1;
    } else if (mark === '}' || mark === ']') {
      this.#depth -= 1;
      this.#onTheWay = Math.min(this.#onTheWay, this.#depth);
    }
  }

  #enter(mark: '{' | '[', at: number, root: boolean): void {
    if (this.#found) return;
    if (!root && this.#onTheWay === this.#names.length) {
      this.place = { start: at, end: at + 1 };
      this.#found = true;
    } else if (mark === '{' && this.#onTheWay === this.#depth) {
      this.place = { start: at, end: at + 1 };
      this.#onTheWay += 1;
    }
  }

  atom({ start, end, role }: { start: number; end: number; role: string }): void {
    if (role === 'name') {
      const wanted = this.#names[this.#depth - 1];
      const onTheWay = this.#depth === this.#onTheWay;
      this.#named = onTheWay && this.#template.slice(start, end) === wanted;
    } else if (this.#named) {
      this.#named = false;
      if (!this.#found && this.#depth === this.#names.length) {
        this.place = { start, end };
        this.#found = true;
      }
    }
  }
}
