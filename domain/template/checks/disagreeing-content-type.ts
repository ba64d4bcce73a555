import { type BodyKind, type ContentType, fittingType, holdsToken } from './content-type.ts';
import type { TemplateFinding } from './finding.ts';
import { shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

/** A Content-Type that says something else than the body is, or that says nothing. */
export function disagreeingContentType(subject: Subject): TemplateFinding[] {
  const { contentType, template } = subject;
  if (contentType === null || template.trim() === '' || holdsToken(contentType.value)) return [];
  const problem = problemWith(contentType, lookOf(subject));
  if (problem === null) return [];
  const { index } = contentType;
  const value = fittingType(subject.bodyKind);
  return [
    {
      code: 'content-type-disagrees',
      level: problem.level,
      place: { kind: 'header', index, start: 0, end: contentType.value.length },
      message: problem.message,
      fixes: [
        {
          title: `Change the Content-Type to ${value}`,
          changes: [{ kind: 'replace-header-value', index, value }],
        },
      ],
    },
  ];
}

/** What the body is beyond doubt: JSON has to be an object or a list of them in some scenario. */
function lookOf({ bodyKind, template, payloads }: Subject): BodyKind {
  if (bodyKind !== 'json') return bodyKind;
  const structured = /^\s*(\{|\[\s*\{)/.test(template);
  return structured && payloads.some(({ isJson }) => isJson === true) ? 'json' : 'text';
}

function problemWith(
  { kind, type, value }: ContentType,
  look: BodyKind,
): { level: 'warning' | 'note'; message: string } | null {
  if (kind === 'unreadable') {
    const said =
      value.trim() === '' ? 'The Content-Type is empty' : `“${shortened(value)}” is no media type`;
    return {
      level: 'warning',
      message: `${said}: a media type has two words with a slash between them. Receivers cannot tell what the payload is. Change it, or remove the header.`,
    };
  }
  const looks = nameOf(look);
  if (looks === null || agrees(kind, look)) return null;
  return {
    level: kind === 'other' ? 'note' : 'warning',
    message: `The Content-Type says ${shortened(type)}, and the payload looks like ${looks}. Receivers that go by the header read it wrongly or refuse it. Change the header if the receiver wants ${looks}.`,
  };
}

function agrees(kind: ContentType['kind'], look: BodyKind): boolean {
  if (look === 'html') return kind === 'xml' || kind === 'other';
  // Other types can hold anything, and only JSON is hardly ever meant to be something else.
  return kind === look || (kind === 'other' && look !== 'json');
}

function nameOf(look: BodyKind): string | null {
  switch (look) {
    case 'json':
      return 'JSON';
    case 'xml':
      return 'XML';
    case 'html':
      return 'HTML';
    case 'form':
      return 'a form';
    case 'text':
      return null;
  }
}
