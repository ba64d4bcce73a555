import { byteOrderMark, withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { alertTokens } from '../catalogue.ts';
import {
  type JsonAtom,
  type JsonFault,
  jsonFault,
  jsonLinesFault,
  type ScanOptions,
  templateFault,
} from '../json/scan-json.ts';
import type { OwnToken } from '../own-tokens.ts';
import { parseTemplate, type TokenPart } from '../parse-template.ts';
import { renderTemplate, type RuleSetName, type TokenValues } from '../render-template.ts';
import { type SampleEdits, sampleValues } from '../samples.ts';
import { type Scenario, scenarios } from '../scenarios.ts';
import { type BodyKind, bodyKindOf, type ContentType, contentTypesOf } from './content-type.ts';

/** What the checks need to know besides the webhook. `edits` are sample values that a person changed. */
export interface CheckContext {
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

type BodyFormat = 'json' | 'json-lines' | 'form' | 'xml';

/** The webhook that the checks look at, parsed and rendered once for all of them. */
export interface Subject extends CheckedValues {
  readonly definition: WebhookDefinition;
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  /** Empty for an empty template. */
  readonly payloads: readonly ScenarioPayload[];
  /** The first such header, which receivers use. */
  readonly contentType: ContentType | null;
  readonly contentTypes: readonly ContentType[];
  /** What the body looks like. */
  readonly bodyKind: BodyKind;
  /** By the Content-Type, or without one by `bodyKind`. */
  readonly expectedFormat: BodyFormat | null;
  readonly json: JsonSubject | null;
}

export function subjectOf(definition: WebhookDefinition, context: CheckContext): Subject {
  const { ownTokens, edits, rules } = context;
  const forJobs = definition.payloadType === 'JOB';
  const template = definition.payloadTemplate;
  const contentTypes = contentTypesOf(definition.headers);
  const contentType = contentTypes[0] ?? null;
  const bodyKind = bodyKindOf(template);
  const isEmpty = template.trim() === '';
  const expectedFormat = isEmpty ? null : formatOf(contentType, bodyKind);
  const isJsonLines = expectedFormat === 'json-lines';
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const scenarioValues = scenarios.map((scenario) => {
    const values = sampleValues(scenario.name, ownTokens, edits, definition.payloadType);
    return { scenario, values, valueByName: new Map(Object.entries(values)) };
  });
  const knownNames = new KnownNames(ownTokens, forJobs);
  const checkedValues = { rules, forJobs, knownNames, scenarioValues };
  const payloads = isEmpty ? [] : payloadsOf(template, tokens, checkedValues, isJsonLines);
  const text = { ...checkedValues, template, tokens, payloads };
  const json =
    expectedFormat === 'json' || isJsonLines
      ? jsonSubject({
          ...text,
          scan: { lines: isJsonLines, from: template.startsWith(byteOrderMark) ? 1 : 0 },
          title: 'The payload',
          why: whyJson(contentType),
          source: template,
          placeOf: (offset) => offset,
        })
      : null;
  return { ...text, definition, contentType, contentTypes, bodyKind, expectedFormat, json };
}

const whyJson = (contentType: ContentType | null): string =>
  contentType?.kind === 'json' || contentType?.kind === 'json-lines'
    ? `The Content-Type says ${contentType.type}.`
    : 'It starts like JSON.';

/** Does not rely on a Content-Type that the body contradicts. */
function formatOf(declared: ContentType | null, bodyKind: BodyKind): BodyFormat | null {
  switch (declared?.kind) {
    case 'json':
    case 'json-lines':
      return bodyKind === 'json' || bodyKind === 'text' ? declared.kind : null;
    case 'form':
      return bodyKind === 'form' || bodyKind === 'text' ? 'form' : null;
    case 'xml':
      return bodyKind === 'xml' || bodyKind === 'html' || bodyKind === 'text' ? 'xml' : null;
    case 'html':
    case 'other':
      return null;
    case undefined:
    case 'unreadable':
      return bodyKind === 'json' || bodyKind === 'form' || bodyKind === 'xml' ? bodyKind : null;
  }
}

/** A text that the checks expect to be JSON: the payload template, or a form field. */
export interface JsonSubject extends CheckedValues {
  /** Decoded in a form field. */
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly payloads: readonly ScenarioPayload[];
  readonly scan: ScanOptions;
  readonly fault: JsonFault | null;
  /** Complete only when `fault` is `null`. */
  readonly atoms: readonly JsonAtom[];
  /** Names that an object has twice, without the first occurrence. */
  readonly repeated: readonly JsonAtom[];
  readonly title: string;
  /** Why the text should be JSON, as a sentence. */
  readonly why: string;
  /** The whole template, to which `placeOf` maps offsets of this text. */
  readonly source: string;
  readonly placeOf: (offset: number) => number;
}

export function jsonSubject(text: Omit<JsonSubject, 'fault' | 'atoms' | 'repeated'>): JsonSubject {
  const { template, tokens, scan } = text;
  const atoms: JsonAtom[] = [];
  const repeated: JsonAtom[] = [];
  /** Names in each object around the current place; `null` for a list. */
  const enclosing: (Set<string> | null)[] = [];
  const fault = templateFault(
    template,
    tokens,
    {
      mark: (mark) => {
        if (mark === '{') enclosing.push(new Set());
        else if (mark === '[') enclosing.push(null);
        else if (mark === '}' || mark === ']') enclosing.pop();
      },
      atom: (atom) => {
        atoms.push(atom);
        const names = enclosing.at(-1);
        // The values of a bare token decide its name.
        if (atom.role !== 'name' || atom.bare || names == null) return;
        const raw = template.slice(atom.start, atom.end);
        const name = raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
        if (names.has(name)) repeated.push(atom);
        else names.add(name);
      },
    },
    scan,
  );
  return { ...text, fault, atoms, repeated };
}

interface ScenarioValues {
  readonly scenario: Scenario;
  readonly values: TokenValues;
  readonly valueByName: ReadonlyMap<string, string>;
}

interface CheckedValues {
  readonly rules: RuleSetName;
  /** No tokens are documented for jobs. */
  readonly forJobs: boolean;
  readonly knownNames: KnownNames;
  readonly scenarioValues: readonly ScenarioValues[];
}

/** The payload that a receiver gets in one scenario. `values` are by name of the token. */
export interface ScenarioPayload {
  readonly scenario: Scenario;
  readonly values: ReadonlyMap<string, string>;
  /** `null` when it would be too long to make during typing. */
  readonly text: string | null;
  /** Ignores a byte order mark; `null` without a text. */
  readonly isJson: boolean | null;
}

/** Limit of a payload in UTF-16 code units, beyond twice the template's length. */
const maxAddedLength = 1024 * 1024;

/** Renders the template for each scenario. @param isJsonLines whether each line is JSON of its own */
export function payloadsOf(
  template: string,
  tokens: readonly TokenPart[],
  { rules, scenarioValues }: Pick<CheckedValues, 'rules' | 'scenarioValues'>,
  isJsonLines = false,
): ScenarioPayload[] {
  const occurrences = new Map<string, number>();
  for (const { name } of tokens) occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  const isJsonByText = new Map<string, boolean>();
  return scenarioValues.map(({ scenario, values, valueByName }) => {
    let length = template.length;
    for (const [name, count] of occurrences) {
      length += count * (valueByName.get(name)?.length ?? 0);
    }
    if (length > 2 * template.length + maxAddedLength) {
      return { scenario, values: valueByName, text: null, isJson: null };
    }
    const text = renderTemplate(template, values, rules);
    const faultOf = isJsonLines ? jsonLinesFault : jsonFault;
    const isJson = isJsonByText.get(text) ?? faultOf(withoutByteOrderMark(text)) === null;
    isJsonByText.set(text, isJson);
    return { scenario, values: valueByName, text, isJson };
  });
}

/** The names of all tokens that the installation replaces, as far as Hookdesk knows. */
export class KnownNames {
  readonly longest: number;
  readonly #names: ReadonlySet<string>;
  readonly #byLowerCase: ReadonlyMap<string, readonly string[]>;

  constructor(ownTokens: readonly OwnToken[], forJobs: boolean) {
    const documented = forJobs ? [] : alertTokens;
    this.#names = new Set([...documented, ...ownTokens].map(({ name }) => name));
    this.#byLowerCase = Map.groupBy(this.#names, (name) => name.toLowerCase());
    this.longest = Math.max(0, ...[...this.#names].map(({ length }) => length));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Ignores case, but returns only `name` when it is known. */
  matching(name: string): readonly string[] {
    if (this.#names.has(name)) return [name];
    if (name.length > this.longest) return [];
    return this.#byLowerCase.get(name.toLowerCase()) ?? [];
  }

  all(): Iterable<string> {
    return this.#names;
  }
}
