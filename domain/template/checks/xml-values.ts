import type { TokenPart } from '../parse.ts';
import type { XmlSite } from '../xml/scan-xml.ts';
import { payloadFix, type TemplateFinding, type TemplateFix } from './finding.ts';
import type { ScenarioPayload } from './payloads.ts';
import { inScenarios, listed, someTokens, titleOf, tokenText } from './phrases.ts';
import type { Subject } from './subject.ts';
import { type BrokenToken, isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

export interface PlacedToken {
  readonly token: TokenPart;
  readonly site: XmlSite;
}

type XmlReason = '<' | '&' | '"' | "'" | ']]>' | '--' | 'a control character' | 'no name' | 'empty';

type XmlToken = PlacedToken & BrokenToken<XmlReason>;

export function brokenXmlTokens(
  subject: Subject,
  placed: readonly PlacedToken[],
  spoilt: readonly ScenarioPayload[],
): XmlToken[] {
  const known = new Map<string, XmlToken['cases']>();
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

/** Characters that end the text or the markup around a value. */
const harmful: Readonly<Record<XmlSite, readonly XmlReason[]>> = {
  text: ['<', '&', ']]>'],
  'double quotes': ['"', '<', '&'],
  'single quotes': ["'", '<', '&'],
  cdata: [']]>'],
  comment: ['--'],
  markup: [],
};

function reasonsFor(value: string | undefined, site: XmlSite, nulled: boolean): XmlReason[] {
  if (value === undefined) return [];
  if (value === '') return nulled && site === 'double quotes' ? ['empty'] : [];
  const reasons = harmful[site].filter((characters) => value.includes(characters));
  if (/[^\t\n\r -\ufffd]/.test(value)) reasons.unshift('a control character');
  if (site === 'markup' && !/^[\p{L}\p{N}_.-]+$/u.test(value)) reasons.push('no name');
  return reasons;
}

/** One finding for each token that ordinary values break, and one for the rest of each site. */
export const xmlValues = (
  { rules, template }: Subject,
  tokens: readonly XmlToken[],
): TemplateFinding[] =>
  valueFindings(
    'value-breaks-xml',
    tokens,
    (token) => (isRare(token) ? token.site : null),
    (first, some) => ({
      message: `${whatBreaks(first, some)}. ${whatToDo(first, rules)}`,
      fixes: inSections(template, some),
    }),
  );

function whatBreaks(first: XmlToken, some: readonly XmlToken[]): string {
  const where = inScenarios(scenariosOf(some));
  const reasons = saying(reasonsOf(some));
  if (!isRare(first)) {
    return `${tokenText(first.token.name)} ${reasons} ${where}, and the payload is then not well-formed XML`;
  }
  const names = someTokens(some.map(({ token }) => token.name));
  return `A value of ${names} breaks the XML when it ${reasons}, as ${where}`;
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

function whatToDo({ site }: XmlToken, rules: Subject['rules']): string {
  switch (site) {
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

function inSections(template: string, some: readonly XmlToken[]): TemplateFix[] {
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
  const title = some.length === 1 ? 'Put it in a CDATA section' : 'Put them in CDATA sections';
  return [payloadFix(title, { start: first.start, end: last.end }, text)];
}
