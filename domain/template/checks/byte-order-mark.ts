import { byteOrderMark } from '../characters.ts';
import type { TemplateFinding } from './finding.ts';
import type { Subject } from './subject.ts';

/** XML allows a byte order mark. */
export function byteOrderMarks({ template, meantAs }: Subject): TemplateFinding[] {
  if (!template.startsWith(byteOrderMark) || meantAs === 'xml') return [];
  return [
    {
      code: 'byte-order-mark',
      level: meantAs === null ? 'note' : 'warning',
      place: { kind: 'payload', start: 0, end: 1 },
      message: `The payload starts with an invisible byte order mark (U+FEFF). ${consequence(meantAs)} Remove it.`,
      fixes: [
        {
          title: 'Remove the byte order mark',
          changes: [{ kind: 'edit', field: 'payload', start: 0, end: 1, text: '' }],
        },
      ],
    },
  ];
}

function consequence(meantAs: Subject['meantAs']): string {
  if (meantAs === null) return 'The receiver gets it as part of the text.';
  return meantAs === 'form'
    ? 'It becomes part of the first name.'
    : 'Many receivers refuse JSON that starts with it.';
}
