import { withoutByteOrderMark } from '../../text/byte-order-mark.ts';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { alertTokens } from '../catalogue.ts';
import { byteOrderMark } from '../characters.ts';
import {
  type JsonAtom,
  type JsonFault,
  jsonFault,
  jsonLinesFault,
  type ScanOptions,
  templateFault,
} from '../json/scan-json.ts';
import type { OwnToken } from '../own-tokens.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import { renderTemplate, type RuleSetName, type TokenValues } from '../render.ts';
import { type SampleEdits, sampleValues } from '../samples.ts';
import { type Scenario, scenarios } from '../scenarios.ts';
import { type BodyKind, bodyKindOf, type ContentType, contentTypesOf } from './content-type.ts';

export interface CheckContext {
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** By the Content-Type, or without one by the look of the body. */
type MeantAs = 'json' | 'json-lines' | 'form' | 'xml';

export interface Subject extends CheckedValues {
  readonly definition: WebhookDefinition;
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  /** Empty for an empty template. */
  readonly payloads: readonly ScenarioPayload[];
  /** The first such header, which receivers use. */
  readonly contentType: ContentType | null;
  readonly contentTypes: readonly ContentType[];
  readonly bodyKind: BodyKind;
  readonly meantAs: MeantAs | null;
  readonly json: JsonSubject | null;
}

export function subjectOf(definition: WebhookDefinition, context: CheckContext): Subject {
  const { ownTokens, edits, rules } = context;
  const forJobs = definition.payloadType === 'JOB';
  const template = definition.payloadTemplate;
  const contentTypes = contentTypesOf(definition.headers);
  const contentType = contentTypes[0] ?? null;
  const bodyKind = bodyKindOf(template);
  const blank = template.trim() === '';
  const meantAs = blank ? null : whatIsMeant(contentType, bodyKind);
  const lines = meantAs === 'json-lines';
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const cases = scenarios.map((scenario) => {
    const values = sampleValues(scenario.name, ownTokens, edits, definition.payloadType);
    return { scenario, values, known: new Map(Object.entries(values)) };
  });
  const values = { rules, forJobs, known: new KnownNames(ownTokens, forJobs), cases };
  const payloads = blank ? [] : payloadsOf(template, tokens, values, lines);
  const text = { ...values, template, tokens, payloads };
  const json =
    meantAs === 'json' || meantAs === 'json-lines'
      ? jsonSubject({
          ...text,
          scan: { lines, from: template.startsWith(byteOrderMark) ? 1 : 0 },
          title: 'The payload',
          why: whyJson(contentType),
          source: template,
          placeOf: (offset) => offset,
        })
      : null;
  return { ...text, definition, contentType, contentTypes, bodyKind, meantAs, json };
}

const whyJson = (contentType: ContentType | null): string =>
  contentType?.kind === 'json' || contentType?.kind === 'json-lines'
    ? `The Content-Type says ${contentType.type}.`
    : 'It starts like JSON.';

/** Does not rely on a Content-Type that the look of the body contradicts. */
function whatIsMeant(declared: ContentType | null, look: BodyKind): MeantAs | null {
  switch (declared?.kind) {
    case 'json':
    case 'json-lines':
      return look === 'json' || look === 'text' ? declared.kind : null;
    case 'form':
      return look === 'form' || look === 'text' ? 'form' : null;
    case 'xml':
      return look === 'xml' || look === 'html' || look === 'text' ? 'xml' : null;
    case 'html':
    case 'other':
      return null;
    case undefined:
    case 'unreadable':
      return look === 'json' || look === 'form' || look === 'xml' ? look : null;
  }
}

/** The payload template, or a form field that should contain JSON. */
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
  /** Names of the open objects; `null` for a list. */
  const open: (Set<string> | null)[] = [];
  const fault = templateFault(
    template,
    tokens,
    {
      mark: (mark) => {
        if (mark === '{') open.push(new Set());
        else if (mark === '[') open.push(null);
        else if (mark === '}' || mark === ']') open.pop();
      },
      atom: (atom) => {
        atoms.push(atom);
        const names = open.at(-1);
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
  readonly known: ReadonlyMap<string, string>;
}

interface CheckedValues {
  readonly rules: RuleSetName;
  /** No tokens are documented for jobs. */
  readonly forJobs: boolean;
  readonly known: KnownNames;
  readonly cases: readonly ScenarioValues[];
}

export interface ScenarioPayload {
  readonly scenario: Scenario;
  readonly values: ReadonlyMap<string, string>;
  /** `null` when it would be too long to make during typing. */
  readonly text: string | null;
  /** Ignores a byte order mark; `null` without a text. */
  readonly isJson: boolean | null;
}

/** UTF-16 code units beyond twice the template's length. */
const allowance = 1024 * 1024;

/** @param lines whether the template is meant as JSON Lines */
export function payloadsOf(
  template: string,
  tokens: readonly TokenPart[],
  { rules, cases }: Pick<CheckedValues, 'rules' | 'cases'>,
  lines = false,
): ScenarioPayload[] {
  const occurrences = new Map<string, number>();
  for (const { name } of tokens) occurrences.set(name, (occurrences.get(name) ?? 0) + 1);
  const judged = new Map<string, boolean>();
  return cases.map(({ scenario, values, known }) => {
    let length = template.length;
    for (const [name, count] of occurrences) length += count * (known.get(name)?.length ?? 0);
    if (length > 2 * template.length + allowance) {
      return { scenario, values: known, text: null, isJson: null };
    }
    const text = renderTemplate(template, values, rules);
    const faultOf = lines ? jsonLinesFault : jsonFault;
    const isJson = judged.get(text) ?? faultOf(withoutByteOrderMark(text)) === null;
    judged.set(text, isJson);
    return { scenario, values: known, text, isJson };
  });
}

export class KnownNames {
  readonly longest: number;
  readonly #names: ReadonlySet<string>;
  readonly #byFolded: ReadonlyMap<string, readonly string[]>;

  constructor(ownTokens: readonly OwnToken[], forJobs: boolean) {
    const documented = forJobs ? [] : alertTokens;
    this.#names = new Set([...documented, ...ownTokens].map(({ name }) => name));
    this.#byFolded = Map.groupBy(this.#names, (name) => name.toLowerCase());
    this.longest = Math.max(0, ...[...this.#names].map(({ length }) => length));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** Ignores case, but returns only `name` when it is known. */
  matching(name: string): readonly string[] {
    if (this.#names.has(name)) return [name];
    if (name.length > this.longest) return [];
    return this.#byFolded.get(name.toLowerCase()) ?? [];
  }

  all(): Iterable<string> {
    return this.#names;
  }
}
