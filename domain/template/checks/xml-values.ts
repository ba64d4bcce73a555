import type { TokenPart } from '../parse.ts';
import type { Scenario } from '../scenarios.ts';
import type { XmlSite } from '../xml/scan-xml.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import { FindingList } from './finding-list.ts';
import type { ScenarioPayload } from './payloads.ts';
import { inScenarios, levelIn, listed, someTokens, titleOf, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';

export interface PlacedToken {
  readonly token: TokenPart;
  readonly site: XmlSite;
}

type XmlReason = '<' | '&' | '"' | "'" | ']]>' | '--' | 'a control character' | 'no name' | 'empty';

interface XmlTrouble extends PlacedToken {
  readonly cases: readonly {
    readonly scenario: Scenario;
    readonly reasons: readonly XmlReason[];
  }[];
}

export function xmlTroubles(
  subject: Subject,
  placed: readonly PlacedToken[],
  spoilt: readonly ScenarioPayload[],
): XmlTrouble[] {
  const known = new Map<string, XmlTrouble['cases']>();
  return placed.flatMap(({ token, site }) => {
    const nulled = becomesNull(subject, token);
    const key = `${site} ${nulled ? 'null' : ''} ${token.name}`;
    const cases =
      known.get(key) ??
      spoilt.flatMap(({ scenario, values }) => {
        const reasons = reasonsFor(values.get(token.name), site, nulled);
        return reasons.length === 0 ? [] : [{ scenario, reasons }];
      });
    known.set(key, cases);
    return cases.length === 0 ? [] : [{ token, site, cases }];
  });
}

/** An empty value also replaces the quotes around its token. */
const becomesNull = ({ template, rules }: Subject, { start, end }: TokenPart): boolean =>
  rules === 'as-observed' && template[start - 1] === '"' && template[end] === '"';

function reasonsFor(value: string | undefined, site: XmlSite, nulled: boolean): XmlReason[] {
  if (value === undefined) return [];
  if (value === '') return nulled && site === 'double quotes' ? ['empty'] : [];
  const reasons: XmlReason[] = /[^\t\n\r -\ufffd]/.test(value) ? ['a control character'] : [];
  const find = (...characters: XmlReason[]): void => {
    reasons.push(...characters.filter((character) => value.includes(character)));
  };
  switch (site) {
    case 'text':
      find('<', '&', ']]>');
      break;
    case 'double quotes':
      find('"', '<', '&');
      break;
    case 'single quotes':
      find("'", '<', '&');
      break;
    case 'cdata':
      find(']]>');
      break;
    case 'comment':
      find('--');
      break;
    case 'markup':
      if (!/^[\p{L}\p{N}_.-]+$/u.test(value)) reasons.push('no name');
  }
  return reasons;
}

/** One finding for each token that ordinary values break, and one for the rest. */
export function xmlValues(
  { rules, template }: Subject,
  troubles: readonly XmlTrouble[],
): TemplateFinding[] {
  const found = new FindingList();
  const isRare = ({ cases }: XmlTrouble): boolean =>
    levelIn(cases.map(({ scenario }) => scenario)) === 'note';
  for (const trouble of troubles) {
    if (isRare(trouble)) continue;
    const { token, cases } = trouble;
    const reasons = new Set(cases.flatMap((each) => each.reasons));
    const where = inScenarios(cases.map(({ scenario }) => scenario));
    found.add('warning', () => ({
      code: 'value-breaks-xml',
      place: { kind: 'payload', start: token.start, end: token.end },
      message: `${tokenText(token.name)} ${saying(reasons)} ${where}, and the payload is then not well-formed XML. ${whatToDo([trouble], rules)}`,
      fixes: inSections(template, [trouble]),
    }));
  }
  const rare = Map.groupBy(troubles.filter(isRare), ({ site }) => site);
  for (const some of rare.values()) {
    const [first] = some;
    if (first === undefined) continue;
    const reasons = new Set(some.flatMap(({ cases }) => cases.flatMap((each) => each.reasons)));
    const where = inScenarios(some.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)));
    found.add('note', () => ({
      code: 'value-breaks-xml',
      place: { kind: 'payload', start: first.token.start, end: first.token.end },
      message: `A value of ${someTokens(some.map(({ token }) => token.name))} breaks the XML when it ${saying(reasons)}, as ${where}. ${whatToDo(some, rules)}`,
      fixes: inSections(template, some),
    }));
  }
  return found.all();
}

function saying(reasons: ReadonlySet<XmlReason>): string {
  const characters = [...reasons].filter((reason) => reason !== 'no name' && reason !== 'empty');
  return listed(
    [
      ...(characters.length > 0 ? [`holds ${listed(characters, 'or')}`] : []),
      ...(reasons.has('no name') ? ['is no XML name'] : []),
      ...(reasons.has('empty') ? ['is empty, so null replaces it with its quotes,'] : []),
    ],
    'or',
  );
}

function whatToDo(some: readonly XmlTrouble[], rules: Subject['rules']): string {
  switch (some[0]?.site) {
    case 'text':
      return 'The installation does not encode values; in a CDATA section only ]]> in a value does harm.';
    case 'double quotes':
    case 'single quotes':
      return `The installation does not encode values for XML (rules “${titleOf(rules)}”). Move the placeholder from the attribute to an element with a CDATA section.`;
    case 'cdata':
      return 'No template can prevent it.';
    default:
      return 'Move the placeholder into an element.';
  }
}

function inSections(template: string, some: readonly XmlTrouble[]): TemplateFix[] {
  const first = some[0]?.token;
  const last = some.at(-1)?.token;
  if (first === undefined || last === undefined) return [];
  if (some.some(({ site }) => site !== 'text')) return [];
  let text = '';
  let read = first.start;
  for (const { token } of some) {
    text += `${template.slice(read, token.start)}<![CDATA[${token.text}]]>`;
    read = token.end;
  }
  return [
    {
      title: some.length === 1 ? 'Put it in a CDATA section' : 'Put them in CDATA sections',
      changes: [{ kind: 'edit', field: 'payload', start: first.start, end: last.end, text }],
    },
  ];
}
