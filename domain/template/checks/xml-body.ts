import { lineAndColumn } from '../line-and-column.ts';
import type { TokenPart } from '../parse.ts';
import type { Scenario } from '../scenarios.ts';
import {
  describeXmlFault,
  type XmlFault,
  xmlFault,
  type XmlSite,
  xmlTemplateFault,
} from '../xml/scan-xml.ts';
import { payloadFix, type TemplateFinding, type TemplateFix } from './finding.ts';
import {
  inScenarios,
  levelIn,
  listed,
  shortened,
  someTokens,
  titleOf,
  tokenText,
} from './phrases.ts';
import type { ScenarioPayload, Subject } from './subject.ts';
import { type BrokenToken, isRare, reasonsOf, scenariosOf, valueFindings } from './value-breaks.ts';

export function xmlBody(subject: Subject): TemplateFinding[] {
  if (subject.meantAs !== 'xml') return [];
  const spoilt = spoiltPayloads(subject.payloads);
  if (spoilt.length === 0) return [];
  const placed: PlacedToken[] = [];
  let next = 0;
  const fault = xmlTemplateFault(subject.template, (site, _start, end) => {
    for (let token = subject.tokens[next]; token !== undefined && token.start < end;) {
      placed.push({ token, site });
      next += 1;
      token = subject.tokens[next];
    }
  });
  if (fault !== null) return [notXml(subject, fault, spoilt)];
  const broken = brokenXmlTokens(subject, placed, spoilt);
  const explained = new Set(scenariosOf(broken));
  const left = spoilt.map(({ scenario }) => scenario).filter((each) => !explained.has(each));
  return [...unexplained(left), ...xmlValues(subject, broken)];
}

/** Includes payloads that are too long to check. */
function spoiltPayloads(payloads: readonly ScenarioPayload[]): ScenarioPayload[] {
  const judged = new Map<string, boolean>();
  return payloads.filter(({ text }) => {
    if (text === null) return true;
    const isXml = judged.get(text) ?? xmlFault(text) === null;
    judged.set(text, isXml);
    return !isXml;
  });
}

function notXml(
  { template }: Subject,
  fault: XmlFault,
  spoilt: readonly ScenarioPayload[],
): TemplateFinding {
  const scenarios = spoilt.map(({ scenario }) => scenario);
  const { line, column } = lineAndColumn(template, fault.at);
  const end = Math.max(fault.end, Math.min(fault.at + 1, template.length));
  return {
    code: 'not-xml',
    level: levelIn(scenarios),
    place: { kind: 'payload', start: Math.min(fault.at, Math.max(end - 1, 0)), end },
    message: `The payload is not well-formed XML ${inScenarios(scenarios)}: line ${line}, column ${column}: ${describeXmlFault(fault.kind, shortened(fault.name))}. You can publish it, but the receiver is likely to refuse it.`,
    fixes: fixesFor(template, fault),
  };
}

/** Only fixes that do not change the meaning of anything else. */
function fixesFor(template: string, { kind, at }: XmlFault): TemplateFix[] {
  if (kind === 'declaration' && template.slice(0, at).trim() === '') {
    return [payloadFix('Remove the space before it', { start: 0, end: at }, '')];
  }
  const escape = escapes[kind];
  if (escape === undefined) return [];
  const [characters, text] = escape;
  return [payloadFix(`Change to ${text}`, { start: at, end: at + characters.length }, text)];
}

const escapes: Readonly<Partial<Record<XmlFault['kind'], readonly [string, string]>>> = {
  ampersand: ['&', '&amp;'],
  'less-than': ['<', '&lt;'],
  'section-end': [']]>', ']]&gt;'],
};

/** The template is well-formed, but some payloads are not, and no value explains it. */
function unexplained(left: readonly Scenario[]): TemplateFinding[] {
  if (left.length === 0) return [];
  return [
    {
      code: 'not-xml',
      level: levelIn(left),
      place: { kind: 'payload', start: 0, end: 1 },
      message: `The payload is not well-formed XML with its values ${inScenarios(left)}. Check the preview of that event.`,
      fixes: [],
    },
  ];
}

interface PlacedToken {
  readonly token: TokenPart;
  readonly site: XmlSite;
}

type XmlReason = '<' | '&' | '"' | "'" | ']]>' | '--' | 'a control character' | 'no name' | 'empty';

type XmlToken = PlacedToken & BrokenToken<XmlReason>;

function brokenXmlTokens(
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
const xmlValues = ({ rules, template }: Subject, tokens: readonly XmlToken[]): TemplateFinding[] =>
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
