import { lineAndColumn } from '../line-and-column.ts';
import type { Scenario } from '../scenarios.ts';
import { type XmlFault, describeXmlFault } from '../xml/xml-fault.ts';
import { xmlFault, xmlTemplateFault } from '../xml/scan-xml.ts';
import type { TemplateFinding, TemplateFix } from './finding.ts';
import type { ScenarioPayload } from './payloads.ts';
import { inScenarios, levelIn, shortened } from './phrases.ts';
import type { Subject } from './subject.ts';
import { type PlacedToken, xmlTroubles, xmlValues } from './xml-values.ts';

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
  const troubles = xmlTroubles(subject, placed, spoilt);
  const explained = new Set(troubles.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)));
  const left = spoilt.map(({ scenario }) => scenario).filter((each) => !explained.has(each));
  return [...unexplained(left), ...xmlValues(subject, troubles)];
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
  const edit = (title: string, start: number, end: number, text: string): TemplateFix => ({
    title,
    changes: [{ kind: 'edit', field: 'payload', start, end, text }],
  });
  if (kind === 'ampersand') return [edit('Change to &amp;', at, at + 1, '&amp;')];
  if (kind === 'less-than') return [edit('Change to &lt;', at, at + 1, '&lt;')];
  if (kind === 'section-end') return [edit('Change to ]]&gt;', at, at + 3, ']]&gt;')];
  if (kind === 'declaration' && template.slice(0, at).trim() === '') {
    return [edit('Remove the space before it', 0, at, '')];
  }
  return [];
}

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
