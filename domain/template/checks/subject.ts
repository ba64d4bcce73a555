import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { byteOrderMark } from '../characters.ts';
import type { OwnToken } from '../own-tokens.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import type { RuleSetName } from '../rule-sets.ts';
import { type SampleEdits, sampleValues, scenarios } from '../samples.ts';
import { type BodyKind, bodyKindOf, type ContentType, contentTypesOf } from './content-type.ts';
import { type JsonSubject, jsonSubject } from './json-subject.ts';
import { KnownNames } from './known-names.ts';
import { type CheckedValues, payloadsOf, type ScenarioPayload } from './payloads.ts';

export interface CheckContext {
  readonly ownTokens: readonly OwnToken[];
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** By the Content-Type, or without one by the look of the body. */
export type MeantAs = 'json' | 'json-lines' | 'form' | 'xml';

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
