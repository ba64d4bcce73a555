import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMark } from '../characters.ts';
import type { JsonFault } from '../json/json-fault.ts';
import { type JsonAtom, type ScanOptions, templateFault } from '../json/scan-json.ts';
import type { OwnToken } from '../own-tokens.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import type { RuleSetName } from '../rule-sets.ts';
import { type SampleEdits, sampleValues, scenarios } from '../samples.ts';
import { type BodyKind, bodyKindOf, type ContentType, contentTypesOf } from './content-type.ts';
import { KnownNames } from './known-names.ts';
import { payloadsOf, type ScenarioPayload, type ScenarioValues } from './payloads.ts';
import { RepeatedNames } from './repeated-names.ts';

/** What a template is checked with, beside its webhook. */
export interface CheckContext {
  /** The installation's own tokens. */
  readonly ownTokens: readonly OwnToken[];
  /** A person's values in the place of samples. */
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** What the receiver is to read, by what is declared or, where nothing is, by the look. */
export type MeantAs = 'json' | 'json-lines' | 'form' | 'xml';

/** A text that is to be JSON: the payload template, or a field of a form in it. */
export interface JsonSubject {
  readonly rules: RuleSetName;
  /** Whether it is for jobs, for which no tokens are documented. */
  readonly forJobs: boolean;
  readonly known: KnownNames;
  /** The text with its tokens; of a form's field, decoded. */
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly payloads: readonly ScenarioPayload[];
  readonly scan: ScanOptions;
  /** Where the text stops being JSON, tokens aside. */
  readonly fault: JsonFault | null;
  /** The atoms of the text, in their order. Complete where `fault` is `null`. */
  readonly atoms: readonly JsonAtom[];
  /** The names that stand twice in one object: each from its second time on. */
  readonly repeated: readonly JsonAtom[];
  /** What the text is called at the beginning of a sentence. */
  readonly title: string;
  /** Why it is taken for JSON, as a sentence. */
  readonly why: string;
  /** The whole template, and where a place in the text is in it. */
  readonly source: string;
  readonly placeOf: (offset: number) => number;
}

/** What all checks look at, worked out once. */
export interface Subject {
  readonly definition: WebhookDefinition;
  readonly rules: RuleSetName;
  readonly forJobs: boolean;
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly known: KnownNames;
  /** The values of all tokens in every scenario. */
  readonly cases: readonly ScenarioValues[];
  /** None for a template that is empty. */
  readonly payloads: readonly ScenarioPayload[];
  /** The first header that says what the body is, as receivers read it. */
  readonly contentType: ContentType | null;
  readonly contentTypes: readonly ContentType[];
  readonly bodyKind: BodyKind;
  readonly meantAs: MeantAs | null;
  /** The payload as JSON, where that is meant. */
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
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const known = new KnownNames(ownTokens, forJobs);
  const cases = scenarios.map((scenario) => {
    const values = sampleValues(scenario.name, ownTokens, edits, definition.payloadType);
    return { scenario, values, known: new Map(Object.entries(values)) };
  });
  const lines = meantAs === 'json-lines';
  const payloads = blank ? [] : payloadsOf(template, tokens, rules, cases, lines);
  const json =
    meantAs === 'json' || meantAs === 'json-lines'
      ? jsonSubject({
          rules,
          forJobs,
          known,
          template,
          tokens,
          payloads,
          scan: { lines, from: template.startsWith(byteOrderMark) ? 1 : 0 },
          title: 'The payload',
          why: whyJson(contentType),
          source: template,
          placeOf: (offset) => offset,
        })
      : null;
  return {
    definition,
    rules,
    forJobs,
    template,
    tokens,
    known,
    cases,
    payloads,
    contentType,
    contentTypes,
    bodyKind,
    meantAs,
    json,
  };
}

/** Reads a text that is to be JSON. */
export function jsonSubject(text: Omit<JsonSubject, 'fault' | 'atoms' | 'repeated'>): JsonSubject {
  const atoms: JsonAtom[] = [];
  const names = new RepeatedNames(text.template);
  const fault = templateFault(
    text.template,
    text.tokens,
    {
      mark: (mark) => {
        names.mark(mark);
      },
      atom: (atom) => {
        atoms.push(atom);
        names.atom(atom);
      },
    },
    text.scan,
  );
  return { ...text, fault, atoms, repeated: names.repeated };
}

const whyJson = (contentType: ContentType | null): string =>
  contentType?.kind === 'json' || contentType?.kind === 'json-lines'
    ? `The Content-Type says ${contentType.type}.`
    : 'It starts like JSON.';

/** A body that looks like something else disagrees with its Content-Type, and was not meant as that. */
function whatIsMeant(declared: ContentType | null, look: BodyKind): MeantAs | null {
  const plain = look === 'text';
  switch (declared?.kind) {
    case 'json':
    case 'json-lines':
      return look === 'json' || plain ? declared.kind : null;
    case 'form':
      return look === 'form' || plain ? 'form' : null;
    case 'xml':
      return look === 'xml' || look === 'html' || plain ? 'xml' : null;
    case 'html':
    case 'other':
      return null;
    case undefined:
    case 'unreadable':
      return look === 'json' || look === 'form' || look === 'xml' ? look : null;
  }
}
