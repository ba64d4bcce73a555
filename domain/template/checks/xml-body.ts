import { lineAndColumn } from '../line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import { type XmlFault, describeXmlFault } from '../xml/xml-fault.ts';
import { xmlFault, xmlTemplateFault } from '../xml/scan-xml.ts';
import { payloadFix, type TemplateFinding, type TemplateFix } from './finding.ts';
import type { ScenarioPayload } from './payloads.ts';
import { inScenarios, levelIn, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';
import { scenariosOf } from './value-breaks.ts';
import { brokenXmlTokens, type PlacedToken, xmlValues } from './xml-values.ts';

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
