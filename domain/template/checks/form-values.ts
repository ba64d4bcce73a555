import type { FormField } from '../form/read-form.ts';
import type { TokenPart } from '../parse.ts';
import { fittingType } from './content-type.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import type { FormJson } from './form-json.ts';
import { inScenarios, listed, someTokens, tokenText } from './phrases.ts';
import { receiverOf } from './receiver.ts';
import type { Subject } from './subject.ts';
import { type BrokenToken, isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

/** `=` is reserved in names only. */
const reserved = ['&', '+', '%', '='] as const;
type Reserved = (typeof reserved)[number];

type FormToken = BrokenToken<Reserved>;

export function formValues(
  subject: Subject,
  fields: readonly FormField[],
  json: readonly FormJson[],
): TemplateFinding[] {
  const fixes = asJson(subject, fields, json);
  return valueFindings(
    'value-breaks-form',
    brokenTokens(subject, fields),
    (token) => (isRare(token) ? 'rare' : null),
    (first, some) => ({
      message: `${whatIsHeld(first, some)}. ${whatHappens(some)} ${noEncoding(fixes)}`,
      fixes,
    }),
  );
}

function whatIsHeld(first: FormToken, some: readonly FormToken[]): string {
  const where = inScenarios(scenariosOf(some));
  if (!isRare(first)) {
    return `${tokenText(first.token.name)} holds ${listed(charactersOf(some), 'and')} ${where}`;
  }
  const names = someTokens(some.map(({ token }) => token.name));
  return `A value of ${names} can hold ${listed(charactersOf(some), 'or')}, as ${where}`;
}

function brokenTokens(subject: Subject, fields: readonly FormField[]): FormToken[] {
  const known = new Set<string>();
  const broken: FormToken[] = [];
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
      const reasons = reserved.filter(
        (character) => value.includes(character) && (inName || character !== '='),
      );
      return reasons.length === 0 ? [] : [{ scenario, reasons }];
    });
    if (cases.length > 0) broken.push({ token, cases });
  }
  return broken;
}

const charactersOf = (some: readonly FormToken[]): Reserved[] => {
  const all = reasonsOf(some);
  return reserved.filter((character) => all.has(character));
};

const effects: Readonly<Record<Reserved, string>> = {
  '&': '& starts a new field',
  '+': '+ becomes a space',
  '%': '% starts an escape',
  '=': '= ends the name',
};

function whatHappens(some: readonly FormToken[]): string {
  const happens = charactersOf(some).map((character) => effects[character]);
  return `In a form ${listed(happens, 'and')}.`;
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
  const value = fittingType.json;
  return [
    {
      title: 'Change the form to JSON',
      changes: [
        { kind: 'edit', start: 0, end: template.length, text: only.json.template },
        contentType === null
          ? { kind: 'add-header', name: 'Content-Type', value }
          : { kind: 'replace-header-value', index: contentType.index, value },
      ],
    },
  ];
}
