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

export interface CheckContext {
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** By the Content-Type, or without one by the look of the body. */
export type MeantAs = 'json' | 'json-lines' | 'form' | 'xml';

/** The payload template, or a form field that should contain JSON. */
export interface JsonSubject {
  readonly rules: RuleSetName;
  /** No tokens are documented for jobs. */
  readonly forJobs: boolean;
  readonly known: KnownNames;
  /** Decoded in a form field. */
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly payloads: readonly ScenarioPayload[];
  readonly scan: ScanOptions;
  readonly fault: JsonFault | null;
  /** Complete only when `fault` is `null`. */
  readonly atoms: readonly JsonAtom[];
  readonly repeated: readonly JsonAtom[];
  readonly title: string;
  /** Why the text should be JSON, as a sentence. */
  readonly why: string;
  /** The whole template, to which `placeOf` maps offsets of this text. */
  readonly source: string;
  readonly placeOf: (offset: number) => number;
}

export interface Subject {
  readonly definition: WebhookDefinition;
  readonly rules: RuleSetName;
  readonly forJobs: boolean;
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly known: KnownNames;
  readonly cases: readonly ScenarioValues[];
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

/** A body that looks like something else was not meant as its Content-Type says. */
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
