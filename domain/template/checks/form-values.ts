import type { FormField } from '../form/read-form.ts';
import type { TokenPart } from '../parse.ts';
import type { Scenario } from '../scenarios.ts';
import { fittingType } from './content-type.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { FindingList } from './finding-list.ts';
import type { FormJson } from './form-json.ts';
import { inScenarios, levelIn, listed, someTokens, tokenText } from './phrases.ts';
import { receiverOf } from './receiver.ts';
import type { Subject } from './subject.ts';

/** `=` is reserved in names only. */
const reserved = ['&', '+', '%', '='] as const;
type Reserved = (typeof reserved)[number];

interface FormTrouble {
  readonly token: TokenPart;
  readonly cases: readonly { readonly scenario: Scenario; readonly found: readonly Reserved[] }[];
}

export function formValues(
  subject: Subject,
  fields: readonly FormField[],
  json: readonly FormJson[],
): TemplateFinding[] {
  const troubles = troublesOf(subject, fields);
  const found = new FindingList();
  const fixes = asJson(subject, fields, json);
  const rare = troubles.filter(({ cases }) => levelOf(cases) === 'note');
  for (const { token, cases } of troubles) {
    if (levelOf(cases) === 'note') continue;
    const said = listed(charactersOf([{ token, cases }]), 'and');
    const where = inScenarios(cases.map(({ scenario }) => scenario));
    found.add('warning', () => ({
      code: 'value-breaks-form',
      place: { kind: 'payload', start: token.start, end: token.end },
      message: `${tokenText(token.name)} holds ${said} ${where}. ${whatHappens([{ token, cases }])} ${noEncoding(fixes)}`,
      fixes,
    }));
  }
  const [first] = rare;
  if (first !== undefined) {
    const where = inScenarios(rare.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)));
    found.add('note', () => ({
      code: 'value-breaks-form',
      place: { kind: 'payload', start: first.token.start, end: first.token.end },
      message: `A value of ${someTokens(rare.map(({ token }) => token.name))} can hold ${listed(charactersOf(rare), 'or')}, as ${where}. ${whatHappens(rare)} ${noEncoding(fixes)}`,
      fixes,
    }));
  }
  return found.all();
}

const levelOf = (cases: FormTrouble['cases']): 'warning' | 'note' =>
  levelIn(cases.map(({ scenario }) => scenario));

function troublesOf(subject: Subject, fields: readonly FormField[]): FormTrouble[] {
  const known = new Set<string>();
  const troubles: FormTrouble[] = [];
  let index = 0;
  for (const token of subject.tokens) {
    while ((fields[index]?.end ?? Infinity) < token.end) index += 1;
    const equals = fields[index]?.equals ?? -1;
    const inName = equals === -1 || token.start < equals;
    const key = `${inName ? 'name' : 'value'} ${token.name}`;
    if (known.has(key)) continue;
    known.add(key);
    const cases = subject.cases.flatMap(({ scenario, known: values }) => {
      const value = values.get(token.name) ?? '';
      const found = reserved.filter(
        (character) => value.includes(character) && (inName || character !== '='),
      );
      return found.length === 0 ? [] : [{ scenario, found }];
    });
    if (cases.length > 0) troubles.push({ token, cases });
  }
  return troubles;
}

const charactersOf = (troubles: readonly FormTrouble[]): Reserved[] => {
  const all = new Set(troubles.flatMap(({ cases }) => cases.flatMap(({ found }) => found)));
  return reserved.filter((character) => all.has(character));
};

const effects: Readonly<Record<Reserved, string>> = {
  '&': '& starts a new field',
  '+': '+ becomes a space',
  '%': '% starts an escape',
  '=': '= ends the name',
};

function whatHappens(troubles: readonly FormTrouble[]): string {
  return `In a form ${listed(
    charactersOf(troubles).map((character) => effects[character]),
    'and',
  )}.`;
}

const noEncoding = (fixes: readonly TemplateFix[]): string =>
  fixes.length === 0
    ? 'The installation does not encode values, so no template can prevent it.'
    : 'The installation does not encode values, but the receiver also takes JSON.';

/** Only for receivers that are known to take both a form and plain JSON. */
function asJson(
  { definition, template, tokens, contentType }: Subject,
  fields: readonly FormField[],
  json: readonly FormJson[],
): TemplateFix[] {
  const [only] = json;
  if (only?.name !== 'payload') return [];
  if (fields.length !== only.ampersands.length + 1) return [];
  if (receiverOf(definition.url)?.takesForms !== true || only.json.fault !== null) return [];
  const names = (some: readonly TokenPart[]): string => some.map(({ name }) => name).join();
  if (names(only.json.tokens) !== names(tokens)) return [];
  const value = fittingType('json');
  return [
    {
      title: 'Change the form to JSON',
      changes: [
        {
          kind: 'edit',
          field: 'payload',
          start: 0,
          end: template.length,
          text: only.json.template,
        },
        contentType === null
          ? { kind: 'add-header', name: 'Content-Type', value }
          : { kind: 'replace-header-value', index: contentType.index, value },
      ],
    },
  ];
}
