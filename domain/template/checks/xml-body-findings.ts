import { lineAndColumn } from '../../text/line-and-column.ts';
import type { TokenPart } from '../parse-template.ts';
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
import {
  type BrokenToken,
  isRare,
  reasonsOf,
  scenariosOf,
  groupValueFindings,
} from './group-value-findings.ts';

export function xmlBodyFindings(subject: Subject): TemplateFinding[] {
  if (subject.expectedFormat !== 'xml') return [];
  const invalid = invalidPayloads(subject.payloads);
  if (invalid.length === 0) return [];
  const placedTokens: PlacedToken[] = [];
  let next = 0;
  const fault = xmlTemplateFault(subject.template, (site, _start, end) => {
    for (let token = subject.tokens[next]; token !== undefined && token.start < end;) {
      placedTokens.push({ token, site });
      next += 1;
      token = subject.tokens[next];
    }
  });
  if (fault !== null) return [notXml(subject, fault, invalid)];
  const broken = brokenXmlTokens(subject, placedTokens, invalid);
  const explained = new Set(scenariosOf(broken));
  const unexplainedScenarios = invalid
    .map(({ scenario }) => scenario)
    .filter((scenario) => !explained.has(scenario));
  return [...unexplained(unexplainedScenarios), ...xmlValues(subject, broken)];
}

/** Includes payloads that are too long to check. */
function invalidPayloads(payloads: readonly ScenarioPayload[]): ScenarioPayload[] {
  const isXmlByText = new Map<string, boolean>();
  return payloads.filter(({ text }) => {
    if (text === null) return true;
    const isXml = isXmlByText.get(text) ?? xmlFault(text) === null;
    isXmlByText.set(text, isXml);
    return !isXml;
  });
}

function notXml(
  { template }: Subject,
  fault: XmlFault,
  invalid: readonly ScenarioPayload[],
): TemplateFinding {
  const scenarios = invalid.map(({ scenario }) => scenario);
  const { line, column } = lineAndColumn(template, fault.at);
  const end = Math.max(fault.end, Math.min(fault.at + 1, template.length));
  return {
    code: 'not-xml',
    level: levelIn(scenarios),
    place: { kind: 'payload', start: Math.min(fault.at, Math.max(end - 1, 0)), end },
    message: `The payload is malformed XML ${inScenarios(scenarios)}: line ${line}, column ${column}: ${describeXmlFault(fault.kind, shortened(fault.name))}. You can publish it, but the receiver is likely to refuse it.`,
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
function unexplained(scenarios: readonly Scenario[]): TemplateFinding[] {
  if (scenarios.length === 0) return [];
  return [
    {
      code: 'not-xml',
      level: levelIn(scenarios),
      place: { kind: 'payload', start: 0, end: 1 },
      message: `The payload is malformed XML with its values ${inScenarios(scenarios)}. Check the preview of that event.`,
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
  placedTokens: readonly PlacedToken[],
  invalid: readonly ScenarioPayload[],
): XmlToken[] {
  const casesByKey = new Map<string, XmlToken['cases']>();
  return placedTokens.flatMap(({ token, site }) => {
    const isNullWhenEmpty = becomesNull(subject, token);
    const key = `${site} ${isNullWhenEmpty ? 'null' : ''} ${token.name}`;
    const cases =
      casesByKey.get(key) ??
      invalid.flatMap(({ scenario, values }) => {
        const reasons = reasonsFor(values.get(token.name), site, isNullWhenEmpty);
        return reasons.length === 0 ? [] : [{ scenario, reasons }];
      });
    casesByKey.set(key, cases);
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

function reasonsFor(
  value: string | undefined,
  site: XmlSite,
  isNullWhenEmpty: boolean,
): XmlReason[] {
  if (value === undefined) return [];
  if (value === '') return isNullWhenEmpty && site === 'double quotes' ? ['empty'] : [];
  const reasons = harmful[site].filter((characters) => value.includes(characters));
  if (/[^\t\n\r -\ufffd]/.test(value)) reasons.unshift('a control character');
  if (site === 'markup' && !/^[\p{L}\p{N}_.-]+$/u.test(value)) reasons.push('no name');
  return reasons;
}

/** One finding for each token that ordinary values break, and one for the rest of each site. */
const xmlValues = ({ rules, template }: Subject, tokens: readonly XmlToken[]): TemplateFinding[] =>
  groupValueFindings(
    'value-breaks-xml',
    tokens,
    (token) => (isRare(token) ? token.site : null),
    (first, group) => ({
      message: `${valuesInWords(first, group)}. ${adviceFor(first, rules)}`,
      fixes: changeToSections(template, group),
    }),
  );

function valuesInWords(first: XmlToken, group: readonly XmlToken[]): string {
  const where = inScenarios(scenariosOf(group));
  const reasons = reasonsInWords(reasonsOf(group));
  if (!isRare(first)) {
    return `${tokenText(first.token.name)} ${reasons} ${where}, and the payload is then not well-formed XML`;
  }
  const names = someTokens(group.map(({ token }) => token.name));
  return `A value of ${names} breaks the XML when it ${reasons}, as ${where}`;
}

function reasonsInWords(reasons: ReadonlySet<XmlReason>): string {
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

function adviceFor({ site }: XmlToken, rules: Subject['rules']): string {
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

function changeToSections(template: string, tokens: readonly XmlToken[]): TemplateFix[] {
  const first = tokens[0]?.token;
  const last = tokens.at(-1)?.token;
  if (first === undefined || last === undefined) return [];
  if (tokens.some(({ site }) => site !== 'text')) return [];
  let text = '';
  let copiedTo = first.start;
  for (const { token } of tokens) {
    text += `${template.slice(copiedTo, token.start)}<![CDATA[${token.text}]]>`;
    copiedTo = token.end;
  }
  const title = tokens.length === 1 ? 'Put it in a CDATA section' : 'Put them in CDATA sections';
  return [payloadFix(title, { start: first.start, end: last.end }, text)];
}
