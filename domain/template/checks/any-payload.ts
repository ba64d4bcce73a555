import { byteOrderMark } from '../characters.ts';
import { inPayload, payloadFix, type TemplateFinding } from './finding.ts';
import type { Subject } from './subject.ts';

export function emptyTemplate({ template }: Subject): TemplateFinding[] {
  if (template.trim() !== '') return [];
  return [
    {
      code: 'empty-template',
      level: 'warning',
      place: { kind: 'payload', start: 0, end: template.length },
      message:
        'The payload template is empty, so the receiver learns nothing about the alert. Write what it should get, for example %AlertName%.',
      fixes: [],
    },
  ];
}

/** XML allows a byte order mark. */
export function byteOrderMarks({ template, meantAs }: Subject): TemplateFinding[] {
  if (!template.startsWith(byteOrderMark) || meantAs === 'xml') return [];
  const mark = { start: 0, end: 1 };
  return [
    {
      code: 'byte-order-mark',
      level: meantAs === null ? 'note' : 'warning',
      place: inPayload(mark),
      message: `The payload starts with an invisible byte order mark (U+FEFF). ${consequence(meantAs)} Remove it.`,
      fixes: [payloadFix('Remove the byte order mark', mark, '')],
    },
  ];
}

function consequence(meantAs: Subject['meantAs']): string {
  if (meantAs === null) return 'The receiver gets it as part of the text.';
  return meantAs === 'form'
    ? 'It becomes part of the first name.'
    : 'Many receivers refuse JSON that starts with it.';
}
