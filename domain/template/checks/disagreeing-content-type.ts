import { bodyLook } from './body-look.ts';
import {
  agrees,
  type BodyKind,
  type ContentType,
  fittingType,
  holdsToken,
  isReplaceable,
} from './content-type.ts';
import { contradict } from './contradicting-content-types.ts';
import type { TemplateFinding } from './finding.ts';
import { shortened } from './phrases.ts';
import type { Subject } from './subject.ts';

export function disagreeingContentType(subject: Subject): TemplateFinding[] {
  const { contentType, contentTypes, template } = subject;
  if (contentType === null || template.trim() === '' || holdsToken(contentType.value)) return [];
  if (contradict(contentTypes)) return [];
  const problem = problemWith(contentType, bodyLook(subject));
  if (problem === null) return [];
  const { index } = contentType;
  const value = fittingType(subject.bodyKind);
  return [
    {
      code: 'content-type-disagrees',
      level: problem.level,
      place: { kind: 'header', index, start: 0, end: contentType.value.length },
      message: problem.message,
      fixes: isReplaceable(contentType)
        ? [
            {
              title: `Change the Content-Type to ${value}`,
              changes: [{ kind: 'replace-header-value', index, value }],
            },
          ]
        : [],
    },
  ];
}

function problemWith(
  contentType: ContentType,
  look: BodyKind,
): { level: 'warning' | 'note'; message: string } | null {
  const { kind, type, value } = contentType;
  if (kind === 'unreadable') {
    const said =
      value.trim() === ''
        ? 'The Content-Type is empty'
        : `“${shortened(value)}” is not a media type`;
    return {
      level: 'warning',
      message: `${said}. A media type has two words with a slash between them, such as application/json.`,
    };
  }
  const looks = nameOf(look);
  if (looks === null || agrees(contentType, look)) return null;
  return {
    level: kind === 'other' ? 'note' : 'warning',
    message: `The Content-Type says ${shortened(type)}, but the payload looks like ${looks}. The receiver may misread or refuse it.`,
  };
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
