import type { WebhookDefinition } from '../../webhook/webhook.ts';
import type { JsonFault } from '../json/json-fault.ts';
import { type JsonAtom, templateFault } from '../json/scan-json.ts';
import type { OwnToken } from '../own-tokens.ts';
import { parseTemplate, type TokenPart } from '../parse.ts';
import type { RuleSetName } from '../rule-sets.ts';
import { type SampleEdits, sampleValues, scenarios } from '../samples.ts';
import {
  type BodyKind,
  bodyKindOf,
  type ContentType,
  contentTypeOf,
  type DeclaredKind,
} from './content-type.ts';
import { KnownNames } from './known-names.ts';
import { payloadsOf, type ScenarioPayload } from './payloads.ts';

/** What a template is checked with, beside its webhook. */
export interface CheckContext {
  /** The installation's own tokens. */
  readonly ownTokens: readonly OwnToken[];
  /** A person's values in the place of samples. */
  readonly edits: SampleEdits;
  readonly rules: RuleSetName;
}

/** What all checks look at, worked out once. */
export interface Subject {
  readonly definition: WebhookDefinition;
  readonly rules: RuleSetName;
  /** Whether it is for jobs, for which no tokens are documented. */
  readonly forJobs: boolean;
  readonly template: string;
  readonly tokens: readonly TokenPart[];
  readonly known: KnownNames;
  /** None for a template that is empty. */
  readonly payloads: readonly ScenarioPayload[];
  readonly contentType: ContentType | null;
  readonly bodyKind: BodyKind;
  /** Whether the receiver is to read JSON, by what is declared or, where nothing is, by the look. */
  readonly meantAsJson: boolean;
  /** Where the template stops being JSON, tokens aside. Told only where JSON is meant. */
  readonly fault: JsonFault | null;
  /** The atoms that hold tokens, in their order. Complete where `fault` is `null` and JSON is meant. */
  readonly atoms: readonly JsonAtom[];
}

export function subjectOf(definition: WebhookDefinition, context: CheckContext): Subject {
  const { ownTokens, edits, rules } = context;
  const template = definition.payloadTemplate;
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const contentType = contentTypeOf(definition.headers);
  const bodyKind = bodyKindOf(template);
  const blank = template.trim() === '';
  const meantAsJson = !blank && isMeantAsJson(contentType?.kind ?? null, bodyKind);
  const atoms: JsonAtom[] = [];
  const mark = (): void => undefined;
  const atom = (found: JsonAtom): void => {
    atoms.push(found);
  };
  const cases = scenarios.map((scenario) => ({
    scenario,
    values: sampleValues(scenario.name, ownTokens, edits, definition.payloadType),
  }));
  return {
    definition,
    rules,
    forJobs: definition.payloadType === 'JOB',
    template,
    tokens,
    known: new KnownNames(ownTokens, definition.payloadType === 'JOB'),
    payloads: blank ? [] : payloadsOf(template, tokens, rules, cases),
    contentType,
    bodyKind,
    meantAsJson,
    fault: meantAsJson ? templateFault(template, tokens, { mark, atom }) : null,
    atoms,
  };
}

/** XML and forms under a Content-Type of JSON disagree with it, and nobody meant JSON by them. */
function isMeantAsJson(declared: DeclaredKind | null, body: BodyKind): boolean {
  if (declared === 'json') return body === 'json' || body === 'text';
  return (declared === null || declared === 'unreadable') && body === 'json';
}
